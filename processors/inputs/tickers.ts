// A comma list of tickers, each once; sorted, so that the same set in another order is the same row.
import type { TString } from 'typebox'
import { defineText, type InputKind, malformed, parseEach } from './kind.ts'
import { ticker } from './ticker.ts'

export interface TickersOptions {
  readonly least?: number
  readonly most?: number
  /** Where the place in the list matters (weights beside it), order and repeats are kept. */
  readonly keepsOrder?: boolean
}

export const tickerList = (canonical: string): string[] => canonical.split(',')

export function defineTickers({ least = 1, most = 25, keepsOrder = false }: TickersOptions = {}): InputKind<TString> {
  const wanted = `${least} to ${most} tickers, separated by commas, such as AAPL,MSFT`
  return defineText({
    kind: 'tickers',
    wanted,
    mostLength: 11 * most,
    example: 'AAPL,MSFT',
    description: `${least} to ${most} tickers, separated by commas`,
    otherNames: ['ticker', 'symbols', 'symbol'],
    canonical(text, asked) {
      const all = parseEach(text, asked, ticker.parse)
      const list = keepsOrder ? all : [...new Set(all)].sort()
      if (list.length < least || all.length > most) throw malformed(asked, wanted)
      return list.join(',')
    },
  })
}

export const tickers = defineTickers()
