// Weekly futures positions by kind of trader, one fact a market and report, dated to when the report was to be published.
import Type from 'typebox'
import { weeklyReleaseAt } from '../../../base/calendar/weekly-releases.ts'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintage } from '../../shapes/vintage.ts'

export { type Market, markets } from './markets.ts'

const contracts = Type.Integer({ minimum: 0, description: 'contracts' })
const sharePct = Type.Union([Type.Number({ minimum: 0, maximum: 100 }), Type.Null()])

export const commitments = defineTopic({
  name: 'cftc.commitments.v1',
  origin: {
    id: 'cftc-cot',
    name: 'CFTC Commitments of Traders, futures only',
    url: 'https://www.cftc.gov/MarketReports/CommitmentsofTraders/index.htm',
    licence: 'public domain',
    attribution: 'U.S. Commodity Futures Trading Commission',
  },
  schema: Type.Object({
    code: Type.String({ pattern: '^[0-9A-Z]{5,6}\\+?$' }),
    report_date: Type.String({ format: 'date' }),
    open_interest: contracts,
    noncommercial: Type.Object({ long: contracts, short: contracts }),
    commercial: Type.Object({ long: contracts, short: contracts }),
    small: Type.Object({ long: contracts, short: contracts }),
    top4_long_pct: sharePct,
    top4_short_pct: sharePct,
    /** Managed money where the market is physical, leveraged funds where it is financial. */
    funds: Type.Union([Type.Object({ long: contracts, short: contracts }), Type.Null()]),
    vintage,
  }),
  // A release waits for holidays, and once for a shut government.
  moves: { days: 7, toldAfterDays: 7 },
  retention: { days: 36_500 },
  key: (value) => value.code,
  observedAt: (value) => releaseOf(value.report_date),
  ...revisedByVintage,
})

// Positions are of Tuesday, known three business days later at 15:30 in New York: to date them to Tuesday would be to know the future.
export const releaseOf = (reportDate: string): Date => weeklyReleaseAt('commitments_of_traders', reportDate)
