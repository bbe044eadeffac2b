// A listed security's symbol; share classes are written with a dash, so that BRK.B, brk-b and BRK/B are one.
import { defineText } from './kind.ts'

export const ticker = defineText({
  kind: 'ticker',
  wanted: 'a ticker of at most 6 letters and digits with an optional share class, such as AAPL or BRK-B',
  pattern: '^\\$?[A-Za-z][A-Za-z0-9]{0,5}([.\\-/][A-Za-z0-9]{1,2})?$',
  mostLength: 10,
  example: 'AAPL',
  description: 'ticker symbol in any case; share classes as BRK-B, BRK.B or BRK/B',
  otherNames: ['symbol'],
  canonical: (text) => text.replace(/^\$/, '').toUpperCase().replace(/[./]/, '-'),
})
