// The facts of the US business cycle, which more than one answer stands on.
import { excessBondPremium } from '../../ingestors/sources/fed-ebp/topic.ts'
import { fredObservations } from '../../ingestors/sources/fred/topic.ts'
import { type Tenor, treasuryYields } from '../../ingestors/sources/treasury-yields/topic.ts'
import { averageOver, changesOver, growthOver, minus, type Point, scale } from '../formula/index.ts'
import { recessionProbability } from '../formula/recession.ts'
import { mapped, series, seriesOf } from '../kit/index.ts'

/** Eleven years: ten to compare with, and one that a growth looks back. */
export const days = 4_018
const quarterDays = 91
const coincidentIds = ['PAYEMS', 'W875RX1', 'INDPRO', 'CMRMTSPL', 'PCEC96', 'CE16OV'] as const

export const fred = seriesOf(fredObservations, ({ value }) => value, { days })

export const curveSpread = (long: Tenor, short: Tenor) =>
  series(treasuryYields, ({ yields }) => minus(yields[long] ?? null, yields[short] ?? null), { key: 'nominal', days })

const growthOfHalfYear = (points: readonly Point[]) => growthOver(points, 6)
const premium = series(excessBondPremium, ({ ebp_pp }) => ebp_pp, { days })
const spread = curveSpread('10y', '3m')

/** More is better for growth in each of the leading ones. */
export const cycleFacts = {
  coincident: coincidentIds.map((id) => ({ id, points: fred(id) })),
  leading: [
    { id: 'yield_curve_10y_3m', points: spread },
    { id: 'housing_permits', points: mapped(fred('PERMIT'), growthOfHalfYear) },
    { id: 'capital_goods_orders', points: mapped(fred('NEWORDER'), growthOfHalfYear) },
    {
      id: 'initial_claims_inverted',
      points: mapped(fred('ICSA'), (weeks) => scale(changesOver(averageOver(weeks, 4), quarterDays), -1)),
    },
    { id: 'excess_bond_premium_inverted', points: mapped(premium, (points) => scale(points, -1)) },
    { id: 'philadelphia_new_orders', points: mapped(fred('NOCDFSA066MSFRBPHI'), (points) => averageOver(points, 3)) },
  ],
  yieldProbit: mapped(spread, recessionProbability),
  premiumOdds: series(excessBondPremium, ({ recession_probability }) => recession_probability, { days }),
  smoothedPct: fred('RECPROUSM156N'),
  sahm: fred('SAHMREALTIME'),
  recession: fred('USREC'),
}
