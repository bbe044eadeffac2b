// What stablecoins say: is money coming in, does each coin hold its peg, and which is the likeliest to lose it.
import type { ChainSupply } from '../../families/stables-by-chain.ts'
import { clip, composite, mean, type Part, round, roundOrNull, weightedMean, zScore } from '../../formula/index.ts'

export interface Coin {
  readonly id: string
  readonly name: string
  readonly symbol: string
  readonly peg: string
  readonly mechanism: string
  readonly priceUsd: number | null
  readonly supply: number
  readonly supply1d: number | null
  readonly supply7d: number | null
  readonly supply30d: number | null
  readonly chains: readonly { readonly chain: string; readonly supply: number }[]
}

export interface Quote {
  readonly at: Date
  readonly priceUsd: number
}

export interface StableInputs {
  readonly coins: readonly Coin[]
  readonly listedAt: Date
  /** The list's prices over 24 hours by coin id, oldest first. */
  readonly quotes: ReadonlyMap<string, readonly Quote[]>
  /** A second, independent price by symbol; only the largest coin of a symbol has it. */
  readonly second: ReadonlyMap<string, Quote>
  /** How far its pools are full of it, by symbol in capitals; a coin without one is in no large pool. */
  readonly imbalances: ReadonlyMap<string, number>
  readonly chains: readonly ChainSupply[]
  readonly totals: readonly { readonly at: Date; readonly usd: number }[]
}

export const pulseLabels = ['expansion', 'flat', 'contraction', 'stress'] as const
export const riskLabels = ['calm', 'watch', 'stress'] as const
export const pegLabels = ['on_peg', 'wobble', 'off_peg', 'depeg', 'no_peg'] as const
export type PegLabel = (typeof pegLabels)[number]

const wobbleBps = 25
const offPegBps = 50
const depegBps = 200
const weekDays = 7
const fewestWeeks = 60
const maxListAgeDays = 1 / 24

/** Coins that pay interest by rising drift away from one dollar and never come back: a price above 1.03 all day long is one. */
export function hasPeg(coin: Coin, quotes: readonly Quote[]): boolean {
  const prices = [...quotes.map((quote) => quote.priceUsd), ...(coin.priceUsd === null ? [] : [coin.priceUsd])]
  return coin.peg === 'peggedUSD' && !(prices.length > 0 && prices.every((price) => price > 1.03))
}

export const deviationBps = (price: number): number => (price - 1) * 10_000

export interface Watched {
  readonly coin: Coin
  readonly usd: number
  readonly pegged: boolean
  readonly devBps: number | null
  readonly secondBps: number | null
  readonly label: PegLabel
  readonly offShare24h: number | null
  readonly change: { readonly d1: number | null; readonly d7: number | null; readonly d30: number | null }
  readonly risk: { readonly score: number; readonly weight: number; readonly parts: readonly Part[] }
}

/** An alarm needs two prices: gaps in one source on small coins are a known cause of false ones. */
export function labelPeg(pegged: boolean, devBps: number | null, secondBps: number | null): PegLabel {
  if (!pegged || devBps === null) return 'no_peg'
  const agreed = secondBps === null ? null : Math.max(devBps, secondBps)
  if (agreed !== null && agreed <= -depegBps) return 'depeg'
  if (agreed !== null && agreed <= -offPegBps) return 'off_peg'
  return Math.abs(devBps) >= wobbleBps || Math.abs(secondBps ?? 0) >= wobbleBps ? 'wobble' : 'on_peg'
}

const mechanismPrior = (mechanism: string): number => (mechanism === 'fiat-backed' ? 0.2 : mechanism === 'algorithmic' ? 1 : 0.5)

// Above the peg is an inconvenience, below it a loss: it counts half.
const strain = (devBps: number): number => (devBps < 0 ? -devBps : devBps / 2)

export function watchCoin(coin: Coin, quotes: readonly Quote[], second?: Quote, imbalance?: number): Watched {
  const pegged = hasPeg(coin, quotes)
  const devBps = !pegged || coin.priceUsd === null ? null : deviationBps(coin.priceUsd)
  const secondBps = !pegged || second === undefined ? null : deviationBps(second.priceUsd)
  const offShare24h =
    !pegged || quotes.length === 0
      ? null
      : mean(quotes.map((quote) => (Math.abs(deviationBps(quote.priceUsd)) > wobbleBps ? 1 : 0)))
  const since = (before: number | null) => (before === null || before === 0 ? null : coin.supply / before - 1)
  const change = { d1: since(coin.supply1d), d7: since(coin.supply7d), d30: since(coin.supply30d) }
  // Where two prices disagree, the milder one is believed.
  const held = devBps === null ? null : secondBps === null ? strain(devBps) : Math.min(strain(devBps), strain(secondBps))
  const parts: Part[] = [
    { id: 'deviation', weight: 40, score: held === null ? null : 100 * clip(held / depegBps, 0, 1) },
    { id: 'time_off_peg_24h', weight: 15, score: offShare24h === null ? null : 100 * offShare24h },
    { id: 'redemption_7d', weight: 20, score: change.d7 === null ? null : 100 * clip(-change.d7 / 0.15, 0, 1) },
    // A pool that is short of it only says that it is wanted.
    { id: 'pool_balance', weight: 15, score: imbalance === undefined ? null : 100 * clip(imbalance, 0, 1) },
    { id: 'mechanism', weight: 10, score: 100 * mechanismPrior(coin.mechanism) },
  ]
  const present = parts.filter((part) => part.score !== null)
  const weight = present.reduce((sum, part) => sum + part.weight, 0) / 100
  const score = weightedMean(present.map((part) => ({ value: part.score!, weight: part.weight })))!
  const price = coin.priceUsd ?? (coin.peg === 'peggedUSD' ? 1 : 0)
  return {
    coin,
    usd: coin.supply * price,
    pegged,
    devBps,
    secondBps,
    label: labelPeg(pegged, devBps, secondBps),
    offShare24h,
    change,
    risk: { score, weight, parts },
  }
}

export function watchAll(inputs: StableInputs): Watched[] {
  const taken = new Set<string>()
  return [...inputs.coins]
    .sort((a, b) => b.supply - a.supply || (a.id < b.id ? -1 : 1))
    .map((coin) => {
      const isLargest = !taken.has(coin.symbol)
      taken.add(coin.symbol)
      const quotes = inputs.quotes.get(coin.id) ?? []
      if (!isLargest) return watchCoin(coin, quotes)
      return watchCoin(coin, quotes, inputs.second.get(coin.symbol), inputs.imbalances.get(coin.symbol.toUpperCase()))
    })
}

export const pct = (x: number | null): number | null => (x === null ? null : round(x * 100, 2))

export function computePulse(inputs: StableInputs, watched: readonly Watched[], now: Date) {
  const pegged = watched.filter((one) => one.devBps !== null)
  const weightedDev = weightedMean(pegged.map((one) => ({ value: Math.abs(one.devBps!), weight: one.usd }))) ?? 0
  const off = pegged.filter((one) => one.label === 'off_peg' || one.label === 'depeg')
  const weeks = weeklyChanges(inputs.totals.map((day) => day.usd))
  const total = watched.reduce((sum, one) => sum + one.usd, 0)
  const change = (member: 'supply1d' | 'supply7d' | 'supply30d') => totalChange(watched, member)
  const week = change('supply7d')
  const z = week === null || weeks.length < fewestWeeks ? null : zScore(week, weeks)
  const penalty = 50 * clip(weightedDev / 50, 0, 1)
  const score = clip((z === null ? 0 : 100 * Math.tanh(z)) - penalty, -100, 100)
  const stressed = weightedDev >= wobbleBps || off.some((one) => one.usd >= total * 0.01)
  const mix = composite(
    [
      {
        id: 'supply_7d',
        weight: 0.6,
        score: z === null ? null : 100 * Math.tanh(z),
        observedAt: inputs.listedAt,
        maxAgeDays: maxListAgeDays,
      },
      {
        id: 'peg',
        weight: 0.3,
        score: pegged.length === 0 ? null : -penalty,
        observedAt: inputs.listedAt,
        maxAgeDays: maxListAgeDays,
      },
      { id: 'second_price', weight: 0.1, score: inputs.second.size === 0 ? null : 0 },
    ],
    now,
  )
  return {
    score,
    label: stressed ? pulseLabels[3] : score >= 20 ? pulseLabels[0] : score <= -20 ? pulseLabels[2] : pulseLabels[1],
    mix,
    supply: {
      total_usd: Math.round(total),
      change_1d_pct: pct(change('supply1d')),
      change_7d_pct: pct(week),
      change_30d_pct: pct(change('supply30d')),
      change_7d_z: roundOrNull(z, 2),
    },
    peg: { weighted_dev_bps: round(weightedDev, 1), off_peg_count: off.length, coins_judged: pegged.length },
    dominance: watched
      .slice(0, 5)
      .map((one) => ({ symbol: one.coin.symbol, share_pct: total === 0 ? 0 : round((100 * one.usd) / total, 2) })),
    chains: inputs.chains.slice(0, 15).map((chain) => ({
      chain: chain.chain,
      supply_usd: Math.round(chain.usd),
      change_7d_pct: chain.week.agoUsd === 0 ? null : pct(chain.week.nowUsd / chain.week.agoUsd - 1),
    })),
    movers: movers(watched),
  }
}

function totalChange(watched: readonly Watched[], member: 'supply1d' | 'supply7d' | 'supply30d'): number | null {
  const both = watched.filter((one) => one.coin[member] !== null && one.coin.supply > 0)
  const before = both.reduce((sum, one) => sum + (one.usd * one.coin[member]!) / one.coin.supply, 0)
  return before === 0 ? null : both.reduce((sum, one) => sum + one.usd, 0) / before - 1
}

const weeklyChanges = (days: readonly number[]): number[] => days.slice(weekDays).map((usd, i) => usd / days[i]! - 1)

function movers(watched: readonly Watched[]) {
  return watched
    .flatMap((one) => (one.change.d7 === null ? [] : [{ one, usd: one.usd - one.usd / (1 + one.change.d7) }]))
    .filter(({ usd }) => Number.isFinite(usd))
    .sort((a, b) => Math.abs(b.usd) - Math.abs(a.usd))
    .slice(0, 8)
    .map(({ one, usd }) => ({ symbol: one.coin.symbol, change_7d_usd: Math.round(usd), change_7d_pct: pct(one.change.d7) }))
}

export function computeRisk(inputs: StableInputs, watched: readonly Watched[], now: Date) {
  const large = watched.filter((one) => one.usd >= 1e9)
  const average = weightedMean(watched.map((one) => ({ value: one.risk.score, weight: one.usd }))) ?? 0
  // One of the large coins breaking is a crisis however well the others hold.
  const score = 0.5 * average + 0.5 * large.reduce((max, one) => Math.max(max, one.risk.score), 0)
  const dated = { observedAt: inputs.listedAt, maxAgeDays: maxListAgeDays }
  return {
    score,
    label: score < 25 ? riskLabels[0] : score < 50 ? riskLabels[1] : riskLabels[2],
    mix: composite(
      [
        { id: 'prices_and_supply', weight: 0.65, score: watched.length === 0 ? null : score, ...dated },
        { id: 'second_price', weight: 0.2, score: inputs.second.size === 0 ? null : score },
        { id: 'pool_balance', weight: 0.15, score: inputs.imbalances.size === 0 ? null : score },
      ],
      now,
    ),
  }
}

export function driversOf({ risk }: Watched): string[] {
  return risk.parts
    .filter((part) => (part.score ?? 0) * part.weight >= 400)
    .sort((a, b) => b.score! * b.weight - a.score! * a.weight)
    .map((part) => part.id)
}

export function mixOfCoin(watched: Watched, listedAt: Date, now: Date) {
  const parts = watched.risk.parts.map((part) => ({ ...part, observedAt: listedAt, maxAgeDays: maxListAgeDays }))
  const second = { id: 'second_price', weight: 20, score: watched.secondBps === null ? null : watched.risk.score }
  return composite([...parts, second], now)
}
