// How exposed a mineral's supply is, 0 to 100: who mines it and how they are governed, what is bought abroad, what is left, and whether less is mined.
import { band, clip, composite, growthOver, type Point, part, pointAt, round, say } from '../../formula/index.ts'
import { ladder } from '../../formula/ladder.ts'
import { mostFirst } from '../../formula/lists.ts'

export interface Mineral {
  readonly slug: string
  readonly name: string
  readonly edition: number
  readonly is_critical: boolean
  readonly unit: string
  readonly stage: string
  readonly readAt: Date
  readonly production: readonly {
    readonly country: string
    readonly iso2: string | null
    readonly year: number
    readonly value: number
  }[]
  readonly withheld: readonly string[]
  readonly reserves: { readonly value: number; readonly unit: string; readonly is_at_least: boolean } | null
  readonly import_reliance: { readonly pct: number; readonly year: number; readonly bound: string } | null
}

interface Notice {
  readonly title: string
  readonly type: string
  readonly date: string
  readonly url: string
}

export interface MineralsInputs {
  readonly minerals: readonly Mineral[]
  /** The World Bank's six indicators of governance, their mean from -2.5 to 2.5. */
  readonly governanceOf: ReadonlyMap<string, number>
  readonly prices: ReadonlyMap<string, { readonly unit: string; readonly points: readonly Point[] }>
  readonly notices: readonly Notice[]
}

export const labels = ladder(['low', 'guarded', 'elevated', 'high', 'extreme'], [20, 40, 60, 80])

const worldTotal = 'World total'
const rest = 'Other countries'
const mostTop = 5
const mostConcentrated = 10
const best = 2.5
const fullDeclinePct = 10
const mostOver = 1.05
const maxAgeDays = 430
// Told once a year, and the newest year is an estimate.
const mostSure = 0.8

/** Shares of the world by country in a year; of the rest nothing is known but its sum. */
export function sharesOf({ production }: Pick<Mineral, 'production'>, year: number) {
  const of = production.filter((one) => one.year === year)
  const named = of.filter(({ country }) => country !== worldTotal && country !== rest)
  const sum = of.reduce((all, { country, value }) => all + (country === worldTotal ? 0 : value), 0)
  // The Survey rounds its totals and takes shares of those; one far below its own countries is a slip.
  const total = of.find(({ country }) => country === worldTotal)?.value ?? 0
  const world = sum > mostOver * total ? sum : total
  if (world <= 0) return { world: null, shares: [] }
  const shares = named.map(({ country, iso2, value }) => ({ country, iso2, pct: (100 * value) / world }))
  return { world, shares: shares.sort(mostFirst('pct', 'country')) }
}

export const hhi = (shares: readonly { readonly pct: number }[]): number => shares.reduce((sum, { pct }) => sum + pct ** 2, 0)

/** The same with each country's part doubled where it is governed worst, and gone where best: 0 to 100. */
export function governedHhi(
  shares: readonly { readonly pct: number; readonly iso2: string | null }[],
  governanceOf: ReadonlyMap<string, number>,
) {
  const weighed = shares.reduce((sum, { pct, iso2 }) => {
    const governed = clip((iso2 === null ? undefined : governanceOf.get(iso2)) ?? 0, -best, best)
    return sum + pct ** 2 * ((best - governed) / best)
  }, 0)
  return clip(weighed / 100, 0, 100)
}

export function judge(mineral: Mineral, { governanceOf, prices }: Pick<MineralsInputs, 'governanceOf' | 'prices'>, now: Date) {
  const year = Math.max(...mineral.production.map((one) => one.year))
  const { world, shares } = sharesOf(mineral, year)
  const before = sharesOf(mineral, year - 1).world
  const change = world === null || before === null ? null : 100 * (world / before - 1)
  const { reserves, import_reliance: reliance } = mineral
  const years = reserves === null || world === null || reserves.unit !== mineral.unit ? null : reserves.value / world
  const { readAt: at } = mineral
  const mix = composite(
    [
      part('concentration', 0.35, shares.length === 0 ? null : governedHhi(shares, governanceOf), at, maxAgeDays),
      part('largest_share', 0.2, shares[0]?.pct ?? null, at, maxAgeDays),
      part('import_reliance', 0.2, reliance?.pct ?? null, at, maxAgeDays),
      part('reserves', 0.15, years === null ? null : 100 - Math.min(years, 100), at, maxAgeDays),
      part('decline', 0.1, change === null ? null : band(-change, 0, fullDeclinePct), at, maxAgeDays),
    ],
    now,
  )
  const price = prices.get(mineral.slug)
  const newest = price?.points.at(-1)
  const yoy = price === undefined || newest === undefined ? undefined : pointAt(growthOver(price.points, 12), newest.at)
  return {
    mix,
    readAt: mineral.readAt,
    told: {
      slug: mineral.slug,
      name: mineral.name,
      edition: mineral.edition,
      critical_us: mineral.is_critical,
      risk: round(clip(mix.score, 0, 100), 1),
      label: labels.of(mix.score),
      production: {
        year,
        stage: mineral.stage,
        unit: mineral.unit,
        world,
        change_1y_pct: change,
        top: shares.slice(0, mostTop).map(({ country, pct }) => ({ country, share_pct: pct })),
        withheld: mineral.withheld,
      },
      hhi: shares.length === 0 ? null : hhi(shares),
      net_import_reliance_pct: reliance?.pct ?? null,
      net_import_reliance_bound: reliance === null ? null : reliance.bound,
      net_import_reliance_year: reliance?.year ?? null,
      reserve_years: years,
      reserves_are_at_least: reserves?.is_at_least ?? null,
      ...(newest === undefined
        ? {}
        : {
            price: {
              value: newest.value,
              unit: price!.unit,
              month: newest.at,
              yoy_pct: yoy?.at.getTime() === newest.at.getTime() ? yoy.value : null,
            },
          }),
    },
  }
}

export function computeMinerals(inputs: MineralsInputs, now: Date) {
  const judged = inputs.minerals
    .map((mineral) => judge(mineral, inputs, now))
    .filter(({ mix }) => mix.availableWeight >= 0.5)
    .sort((a, b) => b.told.risk - a.told.risk || (a.told.slug < b.told.slug ? -1 : 1))
  const critical = judged.filter(({ told }) => told.critical_us)
  const policy_events = inputs.notices
    .toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : a.url < b.url ? -1 : 1))
    .map(({ title, type, date, url }) => ({ title, type, date, url }))
  const mix = composite(
    critical.map(({ told, mix: own, readAt }) => part(told.slug, 1, own.score, readAt, maxAgeDays)),
    now,
  )
  const concentrated = judged
    .flatMap(({ told: { name, hhi: index, production } }) =>
      index === null ? [] : [{ name, hhi: index, largest: production.top[0]!.country }],
    )
    .sort((a, b) => b.hhi - a.hhi)
    .slice(0, mostConcentrated)
  const whole = {
    key: 'all',
    mix: {
      ...mix,
      confidence: Math.min(mix.confidence, mostSure),
      availableWeight: critical.length === 0 ? 0 : mix.availableWeight,
    },
    direction: 'none' as const,
    minerals: judged.map(({ told }) => told),
    most_concentrated: concentrated,
    policy_events,
    summary:
      `Supply risk of ${critical.length} critical minerals ${labels.of(mix.score)} (${Math.round(mix.score)} of 100); ` +
      `highest ${critical
        .slice(0, 3)
        .map(({ told }) => `${told.name} (${Math.round(told.risk)})`)
        .join(', ')}.`,
  }
  const each = judged.map(({ mix: own, told }) => ({
    key: told.slug,
    mix: { ...own, confidence: Math.min(own.confidence, mostSure) },
    direction: 'none' as const,
    minerals: [told],
    most_concentrated: concentrated.filter(({ name }) => name === told.name),
    policy_events,
    summary:
      `${told.name}: supply risk ${told.label} (${Math.round(told.risk)} of 100); ${told.production.top[0]?.country ?? 'nobody'} mines ` +
      `${say(told.production.top[0]?.share_pct ?? null, 0, ' %')} (${told.production.year}), the US buys ${say(told.net_import_reliance_pct, 0, ' %')} abroad.`,
  }))
  return critical.length === 0 ? each : [whole, ...each]
}
