// A product by its code in the Harmonized System: a chapter, a heading or a subheading; the canonical form has no dots.
import { defineText, unusable } from './kind.ts'

// Kept for later, and by no country's use the same.
const unused = new Set(['00', '77', '98', '99'])

export const hsCode = defineText({
  kind: 'hs',
  wanted: 'a Harmonized System code of 2, 4 or 6 digits, such as 8542',
  pattern: '^[0-9]{2}(?:[.]?[0-9]{2}){0,2}$',
  leastLength: 2,
  mostLength: 8,
  example: '8542',
  description: 'Harmonized System code of 2, 4 or 6 digits: the answer is about that product alone',
  otherNames: ['hs_code', 'hscode', 'commodity_code'],
  canonical(text, asked) {
    const code = text.replaceAll('.', '')
    if (unused.has(code.slice(0, 2))) throw unusable(asked, text, 'is in no chapter that countries share (01 to 97, without 77)')
    return code
  },
})
