// How risky it is to hold a token of something outside the chain: its price against what it redeems for, redemptions, control, age of its price.

import { clip, composite, type Part, type Point, pointAt, round, say, weightedMean } from '../../formula/index.ts'
import { ladder } from '../../formula/ladder.ts'
import type { AssetClass, Terms } from './assets.ts'

export const riskLadder = ladder(['low', 'moderate', 'elevated', 'high'], [25, 50, 75])
export const rowLabels = [...riskLadder.labels, 'not_judged'] as const

export interface Holding {
  readonly symbol: string
  readonly issuer: string | null
  readonly class: AssetClass
  readonly address: string | null
  readonly chains: number | null
  readonly isRestricted: boolean | null
  readonly terms: Terms | null
  readonly price: number | null
  readonly pricedAt: Date | null
  /** What one redeems for, where that is known without the issuer. */
  readonly worth: number | null
  readonly worthFrom: 'terms' | 'peer' | null
  readonly supply: number | null
  readonly supply7d: number | null
  readonly supply30d: number | null
}

/** A pool of one token on Ethereum and what it pays a year, in percent. */
export interface Paying {
  readonly project: string
  readonly symbol: string
  readonly tvlUsd: number
  readonly apyPct: number
}

export interface RwaInputs {
  readonly pools?: readonly Paying[]
  readonly holdings: readonly Holding[]
  readonly protocols: readonly { readonly name: string; readonly tvlUsd: number; readonly change7dPct: number | null }[]
  readonly listedAt: Date | null
  readonly bill: readonly Point[]
}

const wideBp = 100
const brokenBp = 200
const leastKnown = 0.4
const collapsedBp = 500
const heavyRedemption = 0.2
const oldPriceHours = 72
const priors: Readonly<Record<AssetClass, number>> = { treasury: 0, stable: 0, commodity: 2, credit: 8, equity: 6 }
const sat = (x: number): number => clip(x, 0, 1)

// Tokens that pay because of what stands behind them; gold pays nothing, and a dollar only who lends it.
const paying: readonly AssetClass[] = ['treasury', 'credit']
const leastHeldPart = 0.5

/** What holding it pays: of the pool that stands for the token itself, and not of a market where some of it is lent. */
export function yieldOf(symbol: string, of: AssetClass, worthUsd: number | null, pools: readonly Paying[]): Paying | null {
  if (!paying.includes(of) || worthUsd === null || worthUsd <= 0) return null
  const largest = pools
    .filter((one) => one.symbol.toUpperCase() === symbol.toUpperCase())
    .toSorted((a, b) => b.tvlUsd - a.tvlUsd)[0]
  return largest === undefined || largest.tvlUsd < leastHeldPart * worthUsd ? null : largest
}

/** Percentage points of 100; what is not known is left out and the rest weighs more. */
export function judge(holding: Holding, now: Date) {
  const { price, worth, supply, supply7d, pricedAt, isRestricted, chains } = holding
  const premium = price === null || worth === null ? null : 1e4 * (price / worth - 1)
  const redeemed = supply === null || supply7d === null || supply7d === 0 ? null : Math.max(0, 1 - supply / supply7d)
  // The day of a price that is not there says nothing.
  const ageH = pricedAt === null || price === null ? null : Math.max(0, (now.getTime() - pricedAt.getTime()) / 3_600_000)
  const named: readonly (readonly [id: string, weight: number, worth: number | null])[] = [
    ['premium', 25, premium === null ? null : sat(Math.abs(premium) / wideBp)],
    ['redemptions', 20, redeemed === null ? null : sat(redeemed / heavyRedemption)],
    ['price_age', 10, ageH === null ? null : sat(ageH / oldPriceHours)],
    ['permission', 10, isRestricted === null ? null : isRestricted ? 1 : 0.5],
    ['single_chain', 5, chains === null ? null : chains <= 1 ? 1 : 0],
    // Holders and administrators are not read for these tokens yet.
    ['holders', 15, null],
    ['control', 15, null],
  ]
  const parts = named.map(([id, weight, of]): Part => ({ id, weight, score: of === null ? null : 100 * of }))
  const mix = composite(parts, now)
  // Far below what it redeems for, somebody knows or fears that it does not; no other part makes up for that.
  const floor = premium === null ? 0 : -premium >= collapsedBp ? 85 : -premium >= brokenBp ? 60 : 0
  // A verdict on what little is known would be a verdict on the rest.
  const isJudged = round(mix.availableWeight, 6) >= leastKnown || floor > 0
  const risk = isJudged ? clip(Math.max(mix.score + priors[holding.class], floor), 0, 100) : null
  const drivers = named
    .filter(([, , of]) => of !== null && of >= 0.5)
    .sort((a, b) => b[1] * b[2]! - a[1] * a[2]!)
    .map(([id]) => id)
  return { premium, redeemed, ageH, risk, drivers, known: mix.availableWeight }
}

/** null where nobody knows what one is worth: that is not nothing. */
const usdOf = ({ supply, price, worth }: Holding): number | null => {
  const each = price ?? worth
  return supply === null || each === null ? null : supply * each
}

const change = (now: number | null, before: number | null): number | null =>
  now === null || before === null || before === 0 ? null : 100 * (now / before - 1)

export function computeRwa({ holdings, protocols, listedAt, bill, pools = [] }: RwaInputs, now: Date) {
  const billPct = pointAt(bill, now)?.value ?? null
  const judged = holdings
    .map((holding) => ({ holding, ...judge(holding, now) }))
    .map((one) => ({
      ...one,
      usd: usdOf(one.holding),
    }))
    .map((one) => ({ ...one, paid: yieldOf(one.holding.symbol, one.holding.class, one.usd, pools) }))
    .sort(
      (a, b) => (b.risk ?? -1) - (a.risk ?? -1) || (b.usd ?? 0) - (a.usd ?? 0) || (a.holding.symbol < b.holding.symbol ? -1 : 1),
    )
  const total = judged.reduce((sum, { usd }) => sum + (usd ?? 0), 0)
  const score = weightedMean(
    judged.flatMap(({ usd, risk }) => (usd === null || risk === null ? [] : [{ value: risk, weight: usd }])),
  )
  const priced = judged.filter(({ premium }) => premium !== null).length
  const mix = composite(
    [
      { id: 'assets', weight: 0.8, score },
      {
        id: 'protocols',
        weight: 0.2,
        score: protocols.length === 0 ? null : score,
        ...(listedAt === null ? {} : { observedAt: listedAt, maxAgeDays: 1 }),
      },
    ],
    now,
  )
  const known = judged.length === 0 ? 0 : judged.reduce((sum, one) => sum + one.known, 0) / judged.length
  const tvl = protocols.reduce((sum, { tvlUsd }) => sum + tvlUsd, 0)
  // Without a week behind it a protocol is in the sum and in no change.
  const measured = protocols.flatMap(({ tvlUsd, change7dPct }) =>
    change7dPct === null || change7dPct <= -100 ? [] : [{ now: tvlUsd, before: tvlUsd / (1 + change7dPct / 100) }],
  )
  const sum = (of: 'now' | 'before') => measured.reduce((total, one) => total + one[of], 0)
  const worst = judged[0]
  const label = riskLadder.of(mix.score)
  return {
    // Net asset values and terms are the issuers' own words: more than this nobody outside can be sure of.
    mix: { ...mix, confidence: round(Math.min(0.7, mix.confidence * Math.sqrt(known)), 2) },
    label,
    direction: 'none' as const,
    market: {
      assets: judged.length,
      assets_usd: total,
      protocols_tvl_usd: protocols.length === 0 ? null : tvl,
      protocols_change_7d_pct: measured.length === 0 ? null : change(sum('now'), sum('before')),
      bill_3m_pct: billPct,
      bill_day: pointAt(bill, now)?.at ?? null,
      by_class: [...Map.groupBy(judged, ({ holding }) => holding.class)].map(([name, list]) => ({
        class: name,
        assets: list.length,
        usd: list.reduce((sum, { usd }) => sum + (usd ?? 0), 0),
      })),
      protocols: protocols
        .slice(0, 10)
        .map(({ name, tvlUsd, change7dPct }) => ({ name, tvl_usd: tvlUsd, change_7d_pct: change7dPct })),
    },
    assets: judged.map(({ holding, premium, redeemed, ageH, risk, drivers, known, usd, paid }) => ({
      symbol: holding.symbol,
      issuer: holding.issuer,
      class: holding.class,
      address: holding.address,
      risk,
      label: risk === null ? ('not_judged' as const) : riskLadder.of(risk),
      known_share_pct: 100 * known,
      price_usd: holding.price,
      redeems_for_usd: holding.worth,
      redeems_from: holding.worthFrom,
      premium_bp: premium,
      price_age_hours: ageH,
      supply: holding.supply,
      value_usd: usd,
      supply_change_7d_pct: change(holding.supply, holding.supply7d),
      supply_change_30d_pct: change(holding.supply, holding.supply30d),
      redeemed_7d_pct: redeemed === null ? null : 100 * redeemed,
      yield_pct: paid?.apyPct ?? null,
      yield_from: paid?.project ?? null,
      spread_to_bill_bp: paid === null || billPct === null ? null : 100 * (paid.apyPct - billPct),
      transfer_restricted: holding.isRestricted,
      terms: holding.terms,
      drivers,
    })),
    summary:
      `Real-world asset tokens: ${label} risk (${Math.round(mix.score)} of 100) over ${judged.filter(({ risk }) => risk !== null).length} of ${judged.length} tokens, together worth ${say(total / 1e9, 1)} bn USD, ` +
      `${priced} with a price against what they redeem for; riskiest ${worst?.risk == null ? 'none' : `${worst.holding.symbol} at ${say(worst.risk, 0)}`}.`,
  }
}
