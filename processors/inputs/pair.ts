// A crypto pair by the many ways it is written: BTC, btcusd, BTC/USD and XBT-USD are all BTC-USD.
import { defineText, unusable } from './kind.ts'

const quotes = ['USDT', 'USDC', 'USD', 'EUR', 'GBP', 'BTC', 'ETH']
// Those that are written behind a coin without anything between; a coin's own name may end like one (STETH, FDUSD).
const gluedQuotes = quotes.slice(0, 5)
const leastGluedBase = 3
const otherWords: Readonly<Record<string, string>> = { XBT: 'BTC', XDG: 'DOGE' }
const known = (coin: string): string => otherWords[coin] ?? coin

export const pair = defineText({
  kind: 'pair',
  wanted: 'a coin or a pair such as BTC, BTC-USD or ETH/EUR',
  pattern: '^[A-Za-z0-9]{1,10}([-./][A-Za-z0-9]{1,6})?$',
  mostLength: 17,
  example: 'BTC-USD',
  description: 'crypto pair; a coin alone is taken against USD',
  otherNames: ['pair', 'ticker', 'coin'],
  canonical(text, asked) {
    const [first, second] = text.toUpperCase().split(/[-./]/) as [string, string?]
    const isGlued = (quote: string) => first.endsWith(quote) && first.length >= quote.length + leastGluedBase
    const glued = second === undefined ? gluedQuotes.find(isGlued) : undefined
    const base = known(glued === undefined ? first : first.slice(0, -glued.length))
    const quote = known(second ?? glued ?? 'USD')
    if (!quotes.includes(quote)) throw unusable(asked, text, `is not against one of ${quotes.join(', ')}`)
    if (base === quote) throw unusable(asked, text, 'is a coin against itself')
    return `${base}-${quote}`
  },
})
