// A language by its two-letter code or its English name; "any" is all of them.
import { defineTable } from './table.ts'

const codes = 'ar bg bn cs da de el en es fa fi fr he hi hr hu id it ja ko nl no pl pt ro ru sk sr sv th tr uk vi zh'.split(' ')
const names = new Intl.DisplayNames('en', { type: 'language' })

export const language = defineTable({
  kind: 'language',
  table: {
    any: ['all'],
    ...Object.fromEntries(codes.map((code) => [code, [names.of(code)!]])),
  },
  example: 'en',
  description: 'language as ISO 639-1 code or English name, or any',
  otherNames: ['language', 'locale'],
  pattern: '^[A-Za-z]{2,20}$',
  mostLength: 20,
})
