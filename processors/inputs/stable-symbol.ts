// A stablecoin's symbol in any case; which coins there are is for the rows to say.
import { defineText } from './kind.ts'

/** Whether a coin of that symbol can be asked for. */
export const isStableSymbol = (symbol: string): boolean => /^[A-Za-z0-9._+-]{1,15}$/.test(symbol)

export const stableSymbol = defineText({
  kind: 'stablecoin',
  wanted: 'a symbol of 1 to 15 letters, digits or . _ + -, such as USDC',
  pattern: '^\\$?[A-Za-z0-9._+-]{1,15}$',
  mostLength: 16,
  example: 'USDC',
  description: 'a stablecoin symbol in any case, such as USDC',
  otherNames: ['coin'],
  canonical: (text) => text.replace(/^\$/, '').toUpperCase(),
})
