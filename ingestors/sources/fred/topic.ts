// Single economic series that have no better free home, keyed by FRED's id.
import Type from 'typebox'
import { dailySeries, movesDaily, movesMonthly, movesQuarterly, movesWeekly } from '../../shapes/topics.ts'
import { type FredSeries, fredSeries } from './series.ts'

const movesBy = {
  daily: movesDaily,
  weekly: movesWeekly,
  monthly: movesMonthly,
  quarterly: movesQuarterly,
  annual: { days: 365, toldAfterDays: 400 },
}

export const fredObservations = dailySeries(
  'fred.observations.v1',
  {
    id: 'fred',
    name: 'FRED, Federal Reserve Bank of St. Louis',
    url: 'https://fred.stlouisfed.org/',
    licence: 'per series, with citation',
    attribution: 'Retrieved from FRED, Federal Reserve Bank of St. Louis',
  },
  {
    series: Type.String({ pattern: '^[A-Z0-9]{2,25}$' }),
    value: Type.Number(),
  },
  {
    key: (observation) => observation.series,
    moves: (series) => movesBy[fredSeries[series as FredSeries]?.frequency ?? 'quarterly'],
  },
)
