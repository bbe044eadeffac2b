// The routes of reports about one listed company: asked by its ticker, one row a ticker.
import { ticker } from '../inputs/ticker.ts'
import { mustTake } from '../kit/index.ts'

/** To be spread into a signalRoute; inputs besides the ticker are named there again beside it. */
export const perTicker = {
  takes: { ticker: mustTake(ticker) },
  key: (input: { readonly ticker: string }): string => input.ticker,
} as const

/** The same where the company's reports are fetched when somebody asks. */
export const perCompany = {
  ...perTicker,
  demand: { of: ({ ticker: key }: { readonly ticker: string }) => ({ source: 'sec-company', key }) },
} as const
