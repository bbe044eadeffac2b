// A lending or trading protocol by slug, name or token, written the way lists write it in addresses: "Aave V3" is aave-v3.
import { defineText, malformed } from './kind.ts'

export const slugOf = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, '-').replace(/['’]/g, '')

export const protocol = defineText({
  kind: 'protocol',
  wanted: 'a protocol’s slug, name or token of 2 to 80 characters, such as aave-v3',
  leastLength: 2,
  mostLength: 80,
  pattern: "^[\\p{L}\\p{N}][\\p{L}\\p{N} ._'’+!:&()/-]*$",
  example: 'aave-v3',
  description: "a protocol's slug, name or token, such as aave-v3",
  otherNames: ['slug'],
  canonical(text, asked) {
    const slug = slugOf(text)
    if (slug.length < 2 || slug.length > 80) throw malformed(asked, 'a protocol’s slug, name or token of 2 to 80 characters')
    return slug
  },
})
