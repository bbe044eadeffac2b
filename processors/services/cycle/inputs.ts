// Where the business cycle's facts are and how they become the formula's inputs; the macro answer stands on the same ones.
import { excessBondPremium } from '../../../ingestors/sources/fed-ebp/topic.ts'
import { fredObservations } from '../../../ingestors/sources/fred/topic.ts'
import { treasuryYields } from '../../../ingestors/sources/treasury-yields/topic.ts'
import type { Observations } from '../../define.ts'
import { toPoints } from '../../points.ts'
import { averageOver, changesOver, growthOver, type Point, scale } from '../../stats.ts'
import { recessionProbability } from '../rates/signal.ts'
import type { Component, CycleInputs } from './signal.ts'

export const coincidentKeys = ['PAYEMS', 'W875RX1', 'INDPRO', 'CMRMTSPL', 'PCEC96', 'CE16OV'] as const
export const otherKeys = ['PERMIT', 'NEWORDER', 'ICSA', 'NOCDFSA066MSFRBPHI', 'RECPROUSM156N', 'SAHMREALTIME', 'USREC'] as const

const quarterDays = 91

export const fredPoints = (seen: Observations, series: string): Point[] =>
  toPoints(seen.of(fredObservations, series), ({ value }) => value)

const readCoincident = (seen: Observations): Component[] => coincidentKeys.map((id) => ({ id, points: fredPoints(seen, id) }))

export function curveSpread(seen: Observations, long: string, short: string): Point[] {
  return toPoints(seen.of(treasuryYields, 'nominal'), ({ yields }) => {
    const [a, b] = [yields[long] ?? null, yields[short] ?? null]
    return a === null || b === null ? null : a - b
  })
}

export function readCycleInputs(seen: Observations): CycleInputs {
  const spread = curveSpread(seen, '10y', '3m')
  const premium = seen.of(excessBondPremium)
  return {
    coincident: readCoincident(seen),
    leading: [
      { id: 'yield_curve_10y_3m', points: spread },
      { id: 'housing_permits', points: growthOver(fredPoints(seen, 'PERMIT'), 6) },
      { id: 'capital_goods_orders', points: growthOver(fredPoints(seen, 'NEWORDER'), 6) },
      { id: 'initial_claims_inverted', points: scale(changesOver(averageOver(fredPoints(seen, 'ICSA'), 4), quarterDays), -1) },
      {
        id: 'excess_bond_premium_inverted',
        points: scale(
          toPoints(premium, ({ ebp_pp }) => ebp_pp),
          -1,
        ),
      },
      { id: 'philadelphia_new_orders', points: averageOver(fredPoints(seen, 'NOCDFSA066MSFRBPHI'), 3) },
    ],
    yieldProbit: recessionProbability(spread),
    premiumOdds: toPoints(premium, ({ recession_probability }) => recession_probability),
    smoothedPct: fredPoints(seen, 'RECPROUSM156N'),
    sahm: fredPoints(seen, 'SAHMREALTIME'),
    recession: fredPoints(seen, 'USREC'),
  }
}
