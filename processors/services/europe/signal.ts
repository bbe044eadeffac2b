// What Europe's markets say of it: bond spreads over Germany's, and the systemic stress of the euro area.
import { type Economy, monthlyMaxAgeDays } from '../../formula/economies.ts'
import { combine, newestValue, type Point, partOf, say, squash, squashOrNull, zOfNewest } from '../../formula/index.ts'

export interface EuropeInputs {
  readonly economies: readonly Economy[]
  readonly stress: readonly Point[]
}

const stressMaxAgeDays = 10

export function readMarkets({ economies, stress }: EuropeInputs) {
  const spreads = spreadsOf(economies)
  const italy = spreads.find(({ iso2 }) => iso2 === 'IT')
  const stressZ = zOfNewest(stress, 250)
  return {
    markets: [
      partOf('stress', 0.1, stress, stressMaxAgeDays, squashOrNull(stressZ, -1)),
      partOf('fragmentation', 0.1, italy?.points ?? [], monthlyMaxAgeDays, italy?.z == null ? null : -squash(italy.z)),
    ],
    marketText:
      `, Italy ${say(italy === undefined ? null : italy.bp, 0, ' bp')} over Germany, ` +
      `systemic stress ${say(newestValue(stress), 2)}`,
    sections: {
      spreads: spreads.map(({ iso2, bp, z, points }) => ({ iso2, spread_vs_de_bp: bp, z, month: points.at(-1)!.at })),
      stress: { ciss: newestValue(stress), z: stressZ, date: stress.at(-1)?.at ?? null },
    },
  }
}

/** Ten-year yields over Germany's of the same month, in basis points. */
function spreadsOf(economies: readonly Economy[]) {
  const german = economies.find(({ iso2 }) => iso2 === 'DE')?.bond ?? []
  return economies.flatMap(({ iso2, bond }) => {
    if (iso2 === 'DE') return []
    const known = new Set(german.map(({ at }) => at.getTime()))
    const points = combine(
      bond.filter(({ at }) => known.has(at.getTime())),
      german,
      (own, theirs) => 100 * (own - theirs),
    )
    const bp = newestValue(points)
    return bp === null ? [] : [{ iso2, bp, z: zOfNewest(points), points }]
  })
}
