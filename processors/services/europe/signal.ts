// Europe's pulse: each economy by growth, prices, currency, mood and work, weighed by its size, under the stress of markets.
import {
  clip,
  combine,
  composite,
  differencesOver,
  growthOver,
  lastDays,
  mean,
  minus,
  newestValue,
  type Part,
  type Point,
  partOf,
  round,
  roundOrNull,
  say,
  scale,
  signedLabel,
  squash,
  weightedMean,
  zOfNewest,
} from '../../stats.ts'

export interface Economy {
  readonly iso2: string
  readonly name: string
  readonly growth: readonly Point[]
  readonly gdpMeur: readonly Point[]
  readonly inflation: readonly Point[]
  readonly unemployment: readonly Point[]
  readonly sentiment: readonly Point[]
  readonly debt: readonly Point[]
  /** Units of the own currency for one euro; for a member of the euro, the dollars that one euro is worth. */
  readonly currency: { readonly isEuro: boolean; readonly points: readonly Point[] }
  readonly bond: readonly Point[]
}

export interface EuropeInputs {
  readonly economies: readonly Economy[]
  readonly stress: readonly Point[]
}

export const labels = ['expanding', 'improving', 'steady', 'softening', 'contracting'] as const
export const flags = ['high_inflation', 'fx_stress', 'debt_distress'] as const

/** What the European Central Bank aims at, and most of the others too. */
const targetPct = 2
// From the first day of the first quarter to that of the fourth: 273 to 276 days.
const yearOfQuartersDays = 300
const highInflationPct = 5
const fxStressPct = -5
const debtDistressPct = 110
const fewestQuarters = 12
const stressMaxAgeDays = 10
const monthlyMaxAgeDays = 110
const quarterlyMaxAgeDays = 260

/** How far a currency fell in three months, in percent; positive is a loss. */
export function depreciation({ isEuro, points }: Economy['currency']): Point[] {
  const changes = growthOver(points, 3)
  // Dearer in the own currency is a loss for a neighbour, and a gain for the euro itself.
  return isEuro ? scale(changes, -1) : changes
}

export function judge(economy: Economy, now: Date) {
  const distance = economy.inflation.map(({ at, value }) => ({ at, value: Math.abs(value - targetPct) }))
  const fall = depreciation(economy.currency)
  // Unemployment that falls is good news.
  const work = differencesOver(economy.unemployment, 12)
  const part = (id: string, weight: number, points: readonly Point[], maxAgeDays: number, sign: 1 | -1, atLeast = 24): Part => {
    const z = zOfNewest(points, atLeast)
    return partOf(id, weight, points, maxAgeDays, z === null ? null : sign * squash(z))
  }
  const mix = composite(
    [
      part('growth', 0.3, economy.growth, quarterlyMaxAgeDays, 1, fewestQuarters),
      part('inflation', 0.2, distance, monthlyMaxAgeDays, -1),
      part('currency', 0.2, fall, monthlyMaxAgeDays, -1),
      part('sentiment', 0.15, economy.sentiment, monthlyMaxAgeDays, 1),
      part('labour', 0.15, work, monthlyMaxAgeDays, -1),
    ],
    now,
  )
  return { economy, mix, fxPct: minus(0, newestValue(fall)) }
}

export function computeEurope(inputs: EuropeInputs, now: Date) {
  const judged = inputs.economies.map((economy) => judge(economy, now)).filter(({ mix }) => mix.availableWeight >= 0.5)
  const sizes = new Map(judged.map(({ economy }) => [economy.iso2, yearOf(economy.gdpMeur)]))
  const weigh = (read: (one: (typeof judged)[number]) => number | null): number | null =>
    weightedMean(
      judged.flatMap((one) => {
        const [value, weight] = [read(one), sizes.get(one.economy.iso2) ?? null]
        return value === null || weight === null ? [] : [{ value, weight }]
      }),
    )
  const base = weigh(({ mix }) => mix.score)
  const spreads = spreadsOf(inputs.economies)
  const italy = spreads.find(({ iso2 }) => iso2 === 'IT')
  const stressZ = zOfNewest(inputs.stress, 250)
  const mix = composite(
    [
      { id: 'economies', weight: 0.8, score: base, ...oldest(judged) },
      partOf('stress', 0.1, inputs.stress, stressMaxAgeDays, stressZ === null ? null : -squash(stressZ)),
      partOf('fragmentation', 0.1, italy?.points ?? [], monthlyMaxAgeDays, italy?.z == null ? null : -squash(italy.z)),
    ],
    now,
  )
  const label = signedLabel(mix.score, labels)
  const growth = weigh(({ economy }) => newestValue(economy.growth))
  const inflation = weigh(({ economy }) => newestValue(economy.inflation))
  return {
    mix,
    label,
    aggregate: {
      growth_pct: roundOrNull(growth, 2),
      inflation_pct: roundOrNull(inflation, 2),
      unemployment_pct: roundOrNull(
        weigh(({ economy }) => newestValue(economy.unemployment)),
        2,
      ),
      fx_3m_pct: roundOrNull(
        weigh(({ fxPct }) => fxPct),
        2,
      ),
      debt_pct_gdp: roundOrNull(
        weigh(({ economy }) => newestValue(economy.debt)),
        1,
      ),
    },
    countries: judged.map((one) => describe(one)),
    risks: judged.flatMap(risksOf),
    spreads: spreads.map(({ iso2, bp, z }) => ({ iso2, spread_vs_de_bp: round(bp, 0), z: roundOrNull(z, 2) })),
    stress: { ciss: roundOrNull(newestValue(inputs.stress), 3), z: roundOrNull(stressZ, 2) },
    summary:
      `Europe is ${label} (${Math.round(mix.score)}): growth ${say(growth, 1, ' %')}, inflation ${say(inflation, 1, ' %')}, ` +
      `Italy ${say(italy === undefined ? null : italy.bp, 0, ' bp')} over Germany, systemic stress ${say(newestValue(inputs.stress), 2)}; ` +
      `${judged.length} economies.`,
  }
}

function describe({ economy, mix, fxPct }: ReturnType<typeof judge>) {
  const month = (points: readonly Point[]) => points.at(-1)?.at.toISOString().slice(0, 7) ?? null
  return {
    iso2: economy.iso2,
    name: economy.name,
    score: round(clip(mix.score, -100, 100), 1),
    label: signedLabel(mix.score, labels),
    confidence: mix.confidence,
    growth_pct: roundOrNull(newestValue(economy.growth), 1),
    inflation_pct: roundOrNull(newestValue(economy.inflation), 1),
    unemployment_pct: roundOrNull(newestValue(economy.unemployment), 1),
    sentiment_index: roundOrNull(newestValue(economy.sentiment), 1),
    debt_pct_gdp: roundOrNull(newestValue(economy.debt), 1),
    fx_3m_pct: roundOrNull(fxPct, 2),
    vintage: { growth: month(economy.growth), inflation: month(economy.inflation), unemployment: month(economy.unemployment) },
  }
}

function risksOf({ economy, fxPct }: ReturnType<typeof judge>): { iso2: string; flag: (typeof flags)[number]; value: number }[] {
  const [inflation, debt] = [newestValue(economy.inflation), newestValue(economy.debt)]
  const found: [(typeof flags)[number], number | null, boolean][] = [
    ['high_inflation', inflation, inflation !== null && inflation >= highInflationPct],
    ['fx_stress', fxPct, fxPct !== null && fxPct <= fxStressPct],
    ['debt_distress', debt, debt !== null && debt >= debtDistressPct],
  ]
  return found.flatMap(([flag, value, holds]) => (holds ? [{ iso2: economy.iso2, flag, value: round(value!, 1) }] : []))
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

/** Four quarters' output; null where one of them is missing. */
function yearOf(quarters: readonly Point[]): number | null {
  const year = lastDays(quarters, yearOfQuartersDays)
  return year.length === 4 ? 4 * mean(year.map(({ value }) => value)) : null
}

// As fresh as the typical economy's newest figure.
function oldest(judged: readonly ReturnType<typeof judge>[]) {
  const newest = judged.flatMap(({ economy }) => economy.inflation.slice(-1)).sort((a, b) => a.at.getTime() - b.at.getTime())
  const middle = newest[newest.length >> 1]
  return middle === undefined ? {} : { observedAt: middle.at, maxAgeDays: monthlyMaxAgeDays }
}
