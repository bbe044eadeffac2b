// One product of a country's trade: what is sold and bought of it in twelve months, by whom, and what the border takes.
import type { ValueOf } from '../../../db/log/topic.ts'
import type { censusProducts } from '../../../ingestors/sources/census-products/topic.ts'
import { clip, composite, part, round, say } from '../../formula/index.ts'
import { labels } from './signal.ts'

// A fifth more or less in a year is a full turn, and so are five points of duty.
const fullGrowthPct = 20
const fullDutyPp = 5
const mostListed = 25
const mostConfidence = { month: 0.7, year: 0.4 } as const
const maxAgeDays = { month: 125, year: 900 } as const

export type ProductTrade = ValueOf<typeof censusProducts>

interface Flow {
  readonly usd: number
  readonly before_usd: number | null
}

const growth = ({ usd, before_usd: before }: Flow): number | null =>
  before === null || before <= 0 ? null : 100 * (usd / before - 1)
const both = (a: Flow, b: Flow): Flow => ({
  usd: a.usd + b.usd,
  before_usd: a.before_usd === null || b.before_usd === null ? null : a.before_usd + b.before_usd,
})
const share = (part: number, whole: number): number | null => (whole <= 0 ? null : (100 * part) / whole)
const rateOf = (duties: { readonly usd: number; readonly of_usd: number } | null): number | null =>
  duties === null ? null : share(duties.usd, duties.of_usd)

export interface Naming {
  readonly iso2: string
  readonly name: string
  readonly hs: string
  /** A partner's two letters by its name, where the upstream has a code of its own. */
  iso2Of(name: string): string | null
}

/** `isDerivedOnly`: the upstream's terms leave its own figures with it; shares and growth are ours. */
export function computeProduct(product: ProductTrade, isDerivedOnly: boolean, of: Naming, now: Date) {
  const every = product.every as 'month' | 'year'
  const until = new Date(`${product.until.day}T00:00:00Z`)
  const { exports, imports, duties } = product
  const [sold, bought] = [growth(exports), growth(imports)]
  const [rate, rateBefore] = [rateOf(duties), rateOf(duties?.before ?? null)]
  const rateMove = rate === null || rateBefore === null ? null : rate - rateBefore
  const scored = (value: number | null, full: number) => (value === null ? null : 100 * clip(value / full, -1, 1))
  const mix = composite(
    [
      part('exports', 0.45, scored(sold, fullGrowthPct), until, maxAgeDays[every]),
      part('imports', 0.35, scored(bought, fullGrowthPct), until, maxAgeDays[every]),
      part('effective_tariff', 0.2, scored(rateMove, -fullDutyPp), until, maxAgeDays[every]),
    ],
    now,
  )
  const dollars = (usd: number): number | null => (isDerivedOnly ? null : usd / 1e9)
  const partners = product.partners
    .map((one) => ({ ...one, all: both(one.exports, one.imports) }))
    .sort((a, b) => b.all.usd - a.all.usd || (a.code < b.code ? -1 : 1))
    .map((one) => ({
      iso2: one.iso2 ?? of.iso2Of(one.name),
      name: one.name,
      exports_bn: dollars(one.exports.usd),
      imports_bn: dollars(one.imports.usd),
      balance_bn: dollars(one.exports.usd - one.imports.usd),
      exports_share_pct: share(one.exports.usd, exports.usd),
      imports_share_pct: share(one.imports.usd, imports.usd),
      yoy_pct: growth(one.all),
      month: until,
    }))
  const importShares = partners.flatMap(({ imports_share_pct: pct }) => (pct === null ? [] : [pct]))
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
  const { newest_month: newest } = product
  const whole = every === 'month' && newest !== null
  const label = labels.of(mix.score)
  const [first] = partners.toSorted((a, b) => (b.imports_share_pct ?? 0) - (a.imports_share_pct ?? 0))
  return {
    mix: {
      ...mix,
      confidence: round(Math.min(mix.confidence, mostConfidence[every]), 2),
      coverage: { ...mix.coverage, detail: { not_of_products: ['services', 'world volumes', 'straits', 'orders', 'prices'] } },
    },
    label,
    reporter: { iso2: of.iso2, name: of.name },
    basis: {
      exports:
        every === 'month'
          ? 'goods of this product in dollars, not after prices'
          : 'a year of this product as the country reported it',
      shipping: 'none',
      orders: 'none',
    },
    product: {
      hs: of.hs,
      title: product.title,
      told_every: every,
      period_end: until,
      exports_usd: isDerivedOnly ? null : exports.usd,
      imports_usd: isDerivedOnly ? null : imports.usd,
    },
    balance: {
      month: whole ? until : null,
      goods_bn: whole ? dollars(newest.exports_usd - newest.imports_usd) : null,
      services_bn: null,
      total_bn: null,
      chg_3m_bn: null,
    },
    flows: { month: until, exports_yoy_pct: sold, imports_yoy_pct: bought },
    world: { wtm_3m3m_pct: null, month: null },
    partners: partners.slice(0, mostListed),
    tariff: {
      effective_rate_pct: rate,
      customs_revenue_12m_bn: duties === null ? null : duties.usd / 1e9,
      chg_12m_pp: rateMove,
      month: duties === null ? null : until,
    },
    policy_events: [],
    concentration: {
      import_hhi: importShares.length === 0 ? null : sum(importShares.map((pct) => pct ** 2)),
      listed_share_pct: importShares.length === 0 ? null : sum(importShares.slice(0, mostListed)),
      month: until,
    },
    summary:
      `HS ${of.hs} of ${of.name} ${label} (${Math.round(mix.score)}): exports ${say(sold, 1, ' %')} and imports ${say(bought, 1, ' %')} over the year before, ` +
      `12 months to ${product.until.day}; most imports from ${first === undefined ? 'nobody' : `${first.name.slice(0, 30)} (${say(first.imports_share_pct, 0, ' %')})`}` +
      `${rate === null ? '' : `, duties ${say(rate, 2, ' %')}`}.`,
  }
}
