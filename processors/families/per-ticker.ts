// The routes of reports about one listed company: asked by its ticker, one row a ticker.
import { ticker } from '../inputs/ticker.ts'
import { mustTake } from '../kit/index.ts'
import { directoryOf } from './listed-symbols.ts'

/** To be spread into a signalRoute; inputs besides the ticker are named there again beside it. */
export const perTicker = {
  takes: { ticker: mustTake(ticker) },
  key: (input: { readonly ticker: string }): string => input.ticker,
} as const

/** Of what the SEC lists as companies. */
export const companies = directoryOf({ of: ['companies'], elsewhere: 'funds/funds' })

/** The same where the company's reports are fetched when somebody asks. */
export const perCompany = {
  ...perTicker,
  demand: {
    of: ({ ticker: key }: { readonly ticker: string }) => ({ source: 'sec-company', key }),
    directory: companies,
  },
} as const
