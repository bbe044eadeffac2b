// Does each stablecoin hold its peg, and which is the likeliest to lose it.
import type { ChainSupply } from '../../families/stables-by-chain.ts'
import { clip, composite, mean, median, type Part, round, weightedMean } from '../../formula/index.ts'
import { mostFirst } from '../../formula/lists.ts'

export interface Coin {
  readonly id: string
  readonly name: string
  readonly symbol: string
  readonly peg: string
  readonly mechanism: string
  readonly priceUsd: number | null
  /** Dollars at the price of now, like those of before. */
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

export interface NamedQuote extends Quote {
  readonly name: string
}

export interface StableInputs {
  readonly coins: readonly Coin[]
  readonly listedAt: Date
  /** The list's prices over 24 hours by coin id, oldest first. */
  readonly quotes: ReadonlyMap<string, readonly Quote[]>
  /** Other, independent prices by symbol in capitals; only the largest coin of a symbol has them. */
  readonly second: ReadonlyMap<string, readonly NamedQuote[]>
  /** What a unit of another currency is worth in dollars, by the name of its peg. */
  readonly pars: ReadonlyMap<string, Quote>
  /** How far its pools are full of it, by symbol in capitals; a coin without one is in no large pool. */
  readonly imbalances: ReadonlyMap<string, number>
  readonly chains: readonly ChainSupply[]
  readonly totals: readonly { readonly at: Date; readonly usd: number }[]
}

export const riskLabels = ['calm', 'watch', 'stress'] as const
export const pegLabels = ['on_peg', 'wobble', 'disputed', 'off_peg', 'depeg', 'no_peg', 'unpriced'] as const
export type PegLabel = (typeof pegLabels)[number]

export const wobbleBps = 25
const offPegBps = 50
const depegBps = 200
export const maxListAgeDays = 1 / 24

/** A reference rate of yesterday may be this far from the market of today, and so may a coin that holds its peg. */
const fxSlackBps = 100
/** Below it gaps of a single source are a known cause of false alarms. */
export const leastListedUsd = 5e7
/** Another price that is older than the list by more may agree with it, but not deny it. */
const laterMs = 5 * 60_000

/** Coins that pay interest by rising drift away from their peg and never come back: a price 3 % above it all day long is one. */
export function hasPeg(coin: Coin, quotes: readonly Quote[], par: number | null = coin.peg === 'peggedUSD' ? 1 : null): boolean {
  if (par === null) return false
  const prices = [...quotes.map((quote) => quote.priceUsd), ...(coin.priceUsd === null ? [] : [coin.priceUsd])]
  return !(prices.length > 0 && prices.every((price) => price > 1.03 * par))
}

export const deviationBps = (price: number, par: number): number => (price / par - 1) * 10_000

export interface Watched {
  readonly coin: Coin
  readonly usd: number
  /** Its supply were it at its peg: a coin that broke is worth little and concerns many. */
  readonly parUsd: number
  readonly pegged: boolean
  /** Dollars for one unit of what it is held to; null where there is no such thing or its rate is not known. */
  readonly par: number | null
  readonly devBps: number | null
  /** By the middle of the other prices. */
  readonly secondBps: number | null
  readonly quotes: readonly NamedQuote[]
  readonly label: PegLabel
  readonly offShare24h: number | null
  readonly change: { readonly d1: number | null; readonly d7: number | null; readonly d30: number | null }
  readonly risk: { readonly score: number; readonly weight: number; readonly parts: readonly Part[] }
}

export interface Peg {
  readonly devBps: number | null
  readonly secondBps: number | null
  readonly slackBps?: number
  /** Whether one price alone is believed. */
  readonly isLarge: boolean
}

/** Small gaps need two prices. A large one of a large coin is named by one, and where two differ about it, as disputed. */
export function labelPeg({ devBps, secondBps, slackBps = 0, isLarge }: Peg): Exclude<PegLabel, 'no_peg'> {
  const known = [devBps, secondBps].filter((bps) => bps !== null)
  if (known.length === 0) return 'unpriced'
  const [worse, milder] = [Math.min(...known), Math.max(...known)]
  const isDepeg = (bps: number) => bps <= -(depegBps + slackBps)
  if (known.length === 2 || isLarge) {
    if (isDepeg(milder)) return 'depeg'
    if (isDepeg(worse)) return 'disputed'
  }
  if (known.length === 2 && milder <= -(offPegBps + slackBps)) return 'off_peg'
  return known.some((bps) => Math.abs(bps) >= wobbleBps + slackBps) ? 'wobble' : 'on_peg'
}

/** What a broken peg is at least, whatever else is well. */
const leastRisk: Partial<Record<PegLabel, number>> = { disputed: 40, off_peg: 40, depeg: 75 }

const mechanismPrior = (mechanism: string): number => (mechanism === 'fiat-backed' ? 0.2 : mechanism === 'algorithmic' ? 1 : 0.5)

// Above the peg is an inconvenience, below it a loss: it counts half.
const strain = (devBps: number): number => (devBps < 0 ? -devBps : devBps / 2)

export interface Beside {
  readonly others?: readonly NamedQuote[]
  readonly imbalance?: number | undefined
  readonly par?: number | null
  /** When the coin's own price was seen; with it older prices of others deny nothing. */
  readonly listedAt?: Date
}

export function watchCoin(coin: Coin, quotes: readonly Quote[], beside: Beside = {}): Watched {
  const { others = [], imbalance, par = coin.peg === 'peggedUSD' ? 1 : null } = beside
  const pegged = hasPeg(coin, quotes, par)
  const bps = (price: number) => deviationBps(price, par!)
  const devBps = !pegged || coin.priceUsd === null ? null : bps(coin.priceUsd)
  const { secondBps, quotesUsed } = pegged
    ? readOthers(others, bps, devBps, beside.listedAt)
    : { secondBps: null, quotesUsed: [] }
  const slackBps = coin.peg === 'peggedUSD' ? 0 : fxSlackBps
  const offShare24h =
    !pegged || quotes.length === 0
      ? null
      : mean(quotes.map((quote) => (Math.abs(bps(quote.priceUsd)) > wobbleBps + slackBps ? 1 : 0)))
  const since = (before: number | null) => (before === null || before === 0 ? null : coin.supply / before - 1)
  const change = { d1: since(coin.supply1d), d7: since(coin.supply7d), d30: since(coin.supply30d) }
  // The list counts in dollars at its own price of the coin, and at the rate of what it is held to where it has none.
  const price = coin.priceUsd ?? par
  const parUsd = par === null || price === null || price === 0 ? coin.supply : (coin.supply / price) * par
  const label: PegLabel =
    par === null || !pegged ? 'no_peg' : labelPeg({ devBps, secondBps, slackBps, isLarge: parUsd >= leastListedUsd })
  const strains = [devBps, secondBps].flatMap((one) => (one === null ? [] : [Math.max(0, strain(one) - slackBps)]))
  // Where two prices disagree, the milder one is believed, unless one of them says that the peg is gone.
  const held = strains.length === 0 ? null : label === 'disputed' ? mean(strains) : Math.min(...strains)
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
  const added = weightedMean(present.map((part) => ({ value: part.score!, weight: part.weight })))!
  const score = Math.max(added, leastRisk[label] ?? 0)
  return {
    coin,
    usd: coin.supply,
    parUsd,
    pegged,
    par,
    devBps,
    secondBps,
    quotes: quotesUsed,
    label,
    offShare24h,
    change,
    risk: { score, weight, parts },
  }
}

// Those seen before the list may only confirm what it says: a peg may have gone in between.
function readOthers(others: readonly NamedQuote[], bps: (price: number) => number, devBps: number | null, listedAt?: Date) {
  const middle = (quotes: readonly NamedQuote[]) => (quotes.length === 0 ? null : bps(median(quotes.map((one) => one.priceUsd))))
  const secondBps = middle(others)
  const isDenied = secondBps !== null && devBps !== null && devBps <= -depegBps && secondBps > -depegBps
  if (!isDenied || listedAt === undefined) return { secondBps, quotesUsed: others }
  const later = others.filter(({ at }) => at.getTime() >= listedAt.getTime() - laterMs)
  return { secondBps: middle(later), quotesUsed: later }
}

export function watchAll(inputs: StableInputs): Watched[] {
  const taken = new Set<string>()
  return [...inputs.coins].sort(mostFirst('supply', 'id')).map((coin) => {
    const isLargest = !taken.has(coin.symbol.toUpperCase())
    taken.add(coin.symbol.toUpperCase())
    const quotes = inputs.quotes.get(coin.id) ?? []
    const par = coin.peg === 'peggedUSD' ? 1 : (inputs.pars.get(coin.peg)?.priceUsd ?? null)
    if (!isLargest) return watchCoin(coin, quotes, { par })
    const symbol = coin.symbol.toUpperCase()
    const [others = [], imbalance] = [inputs.second.get(symbol), inputs.imbalances.get(symbol)]
    return watchCoin(coin, quotes, { par, others, imbalance, listedAt: inputs.listedAt })
  })
}

export const pct = (x: number | null): number | null => (x === null ? null : round(x * 100, 2))

/** Off their peg, the largest first. */
export const brokenOf = (watched: readonly Watched[]): readonly Watched[] =>
  watched
    .filter(({ label, parUsd }) => (label === 'off_peg' || label === 'depeg' || label === 'disputed') && parUsd >= leastListedUsd)
    .toSorted((a, b) => b.parUsd - a.parUsd)

/** "USDX at 0.97 (disputed)": the largest few, by name. */
export function nameBroken(broken: readonly Watched[]): string {
  const named = broken.slice(0, 4).map(({ coin, label, quotes }) => {
    const price = coin.priceUsd ?? quotes[0]?.priceUsd ?? null
    return `${coin.symbol} at ${price === null ? 'no price' : round(price, 3)}${label === 'disputed' ? ' (disputed)' : ''}`
  })
  return named.length === 0 ? '' : `; off peg: ${named.join(', ')}${broken.length > 4 ? ` and ${broken.length - 4} more` : ''}`
}

/** Where one of the large coins has broken it is stress. */
const leastAtDepeg = 50

export function computeRisk(inputs: StableInputs, watched: readonly Watched[], now: Date) {
  // The twenty largest, and whatever is large.
  const large = watched
    .filter((one) => one.label !== 'no_peg')
    .toSorted((a, b) => b.parUsd - a.parUsd)
    .filter((one, place) => place < 20 || one.parUsd >= 1e9)
  const average = weightedMean(watched.map((one) => ({ value: one.risk.score, weight: one.usd }))) ?? 0
  // One of the large coins breaking is a crisis however well the others hold.
  const worst = large.reduce((max, one) => Math.max(max, one.risk.score), 0)
  const score = Math.max(0.5 * average + 0.5 * worst, large.some(({ label }) => label === 'depeg') ? leastAtDepeg : 0)
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

export function driversOf({ risk, label, devBps, secondBps }: Watched): string[] {
  const doubt =
    label === 'disputed' ? ['prices_disagree'] : label === 'depeg' && (devBps === null || secondBps === null) ? ['one_price'] : []
  const parts = risk.parts
    .filter((part) => (part.score ?? 0) * part.weight >= 400)
    .sort((a, b) => b.score! * b.weight - a.score! * a.weight)
    .map((part) => part.id)
  return [...parts, ...doubt]
}

export function mixOfCoin(watched: Watched, listedAt: Date, now: Date) {
  const parts = watched.risk.parts.map((part) => ({ ...part, observedAt: listedAt, maxAgeDays: maxListAgeDays }))
  const second = { id: 'second_price', weight: 20, score: watched.secondBps === null ? null : watched.risk.score }
  return composite([...parts, second], now)
}
