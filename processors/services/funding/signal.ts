// What perpetual funding says: who pays whom, and how crowded the trade is.
import { clip, composite, mean, median, robustZ, round, roundOrNull, weightedMean } from '../../formula/index.ts'
import { mostFirst } from '../../formula/lists.ts'

export interface VenueRate {
  readonly venue: string
  readonly coin: string
  readonly rate: number
  readonly intervalH: number
  readonly nextFundingAt: string | null
  readonly oiUsd: number | null
  readonly markUsd: number | null
  readonly indexUsd: number | null
  readonly change24hPct: number | null
}

export interface Venue {
  readonly id: string
  readonly observedAt: Date | null
}

export interface FundingHour {
  readonly hour: number
  readonly apr: number
  readonly premium: number | null
}

export interface FundingInputs {
  readonly rates: readonly VenueRate[]
  readonly venues: readonly Venue[]
  /** Hyperliquid's own paid hours by coin, oldest first. */
  readonly history: ReadonlyMap<string, readonly FundingHour[]>
  /** Open interest in coins by coin and hour, oldest first. */
  readonly interest: ReadonlyMap<string, readonly number[]>
}

export const rateLabels = ['longs_paying', 'balanced', 'shorts_paying'] as const
export const crowdLabels = ['crowded_long', 'lean_long', 'balanced', 'lean_short', 'crowded_short'] as const

const hoursAYear = 8_760
/** 0.01 % every 8 hours: what venues charge longs when nothing pulls. */
export const baselineApr = 0.0001 * 3 * 365
const fewestOiUsd = 1e6
const mostCoins = 100
/** What a leg of a carry must have; where a venue's own is not told, the coin elsewhere. */
const fewestLegUsd = 1e6
const fewestUnsizedUsd = 1e7
/** The smallest spread of yearly rates that means anything. */
export const aprFloor = 0.02
const maxAgeDays = 15 / 1_440
const monthHours = 30 * 24

export const aprOf = (rate: number, intervalH: number): number => (rate * hoursAYear) / intervalH

export type CoinRate = ReturnType<typeof mergeCoins>[number]

/** One line a coin: every venue's rate as a yearly one, weighted by open interest where that is known. */
export function mergeCoins(rates: readonly VenueRate[]) {
  const coins = [...Map.groupBy(rates, (rate) => rate.coin)].flatMap(([coin, list]) => {
    const venues = list
      .map((one) => ({ ...one, apr: aprOf(one.rate, one.intervalH) }))
      .sort((a, b) => (b.oiUsd ?? -1) - (a.oiUsd ?? -1) || (a.venue < b.venue ? -1 : 1))
    const oiUsd = venues.reduce((sum, venue) => sum + (venue.oiUsd ?? 0), 0)
    const apr = weightedMean(venues.map((venue) => ({ value: venue.apr, weight: venue.oiUsd ?? 0 })))
    if (apr === null || oiUsd < fewestOiUsd) return []
    const carry = carryOf(venues, oiUsd)
    const basis = weightedMean(
      venues.flatMap((venue) =>
        venue.markUsd === null || venue.indexUsd === null || venue.indexUsd === 0
          ? []
          : [{ value: venue.markUsd / venue.indexUsd - 1, weight: venue.oiUsd ?? 0 }],
      ),
    )
    return [{ coin, oiUsd, apr, venues, carry, basis }]
  })
  return coins.sort(mostFirst('oiUsd', 'coin')).slice(0, mostCoins)
}

type Leg = VenueRate & { readonly apr: number }

/** Of two venues that are large enough to take a position of some size; null where there are not two. */
function carryOf(venues: readonly Leg[], oiUsd: number) {
  const legs = venues.filter((venue) => (venue.oiUsd === null ? oiUsd >= fewestUnsizedUsd : venue.oiUsd >= fewestLegUsd))
  if (legs.length < 2) return null
  const cheapest = legs.reduce((low, venue) => (venue.apr < low.apr ? venue : low))
  const dearest = legs.reduce((high, venue) => (venue.apr > high.apr ? venue : high))
  return {
    cheapest,
    dearest,
    spread: dearest.apr - cheapest.apr,
    unsized: [cheapest, dearest].filter((leg) => leg.oiUsd === null),
  }
}

/** Venues whose rates are told and whose open interest is not: they weigh nothing in any mean. */
export const notWeighed = (rates: readonly VenueRate[]): string[] => {
  const byVenue = Map.groupBy(rates, ({ venue }) => venue)
  return [...byVenue].filter(([, list]) => list.every(({ oiUsd }) => oiUsd === null)).map(([venue]) => venue)
}

/** Who pays whom at a yearly rate, as a fraction. */
export function verdictOfRate(apr: number) {
  const score = 100 * Math.tanh(apr / 0.2)
  return { score, label: score >= 20 ? rateLabels[0] : score <= -20 ? rateLabels[2] : rateLabels[1] }
}

export function computeRates(inputs: FundingInputs, now: Date) {
  const coins = mergeCoins(inputs.rates)
  const market = weightedMean(coins.map((coin) => ({ value: coin.apr, weight: coin.oiUsd }))) ?? 0
  const aprs = coins.map((coin) => coin.apr)
  const mid = aprs.length === 0 ? 0 : median(aprs)
  return {
    ...verdictOfRate(market),
    mix: mixOfVenues(inputs, coins, now),
    market: {
      oi_weighted_apr_pct: round(market * 100, 2),
      excess_over_baseline_pct: round((market - baselineApr) * 100, 2),
      median_apr_pct: round(mid * 100, 2),
      positive_pct: aprs.length === 0 ? 0 : round((100 * aprs.filter((apr) => apr > 0).length) / aprs.length, 1),
      dispersion_apr_pct: aprs.length === 0 ? 0 : round(median(aprs.map((apr) => Math.abs(apr - mid))) * 100, 2),
      coins: coins.length,
      oi_usd: Math.round(coins.reduce((sum, coin) => sum + coin.oiUsd, 0)),
      not_weighed: notWeighed(inputs.rates),
    },
    rates: coins.map((coin) => ({
      coin: coin.coin,
      oi_usd: Math.round(coin.oiUsd),
      apr_pct: round(coin.apr * 100, 2),
      spread_apr_pct: coin.carry === null ? null : round(coin.carry.spread * 100, 2),
      long_venue: coin.carry?.cheapest.venue ?? null,
      short_venue: coin.carry?.dearest.venue ?? null,
      venues: coin.venues.map((venue) => ({
        venue: venue.venue,
        rate_pct: round(venue.rate * 100, 6),
        interval_h: venue.intervalH,
        apr_pct: round(venue.apr * 100, 2),
        next_funding_at: venue.nextFundingAt,
        oi_usd: roundOrNull(venue.oiUsd, 0),
      })),
    })),
  }
}

// A venue's own weighted mean rate is its voice: they agree when most of the money points one way.
export function mixOfVenues({ venues, rates }: FundingInputs, coins: readonly CoinRate[], now: Date) {
  const sizes = new Map(coins.map((coin) => [coin.coin, coin.oiUsd]))
  const weights: Record<string, number> = { hyperliquid: 4 }
  return composite(
    venues.map(({ id, observedAt }) => {
      const own = rates.filter((rate) => rate.venue === id)
      const apr = weightedMean(own.map((one) => ({ value: aprOf(one.rate, one.intervalH), weight: sizes.get(one.coin) ?? 0 })))
      return {
        id,
        weight: weights[id] ?? 1,
        score: apr === null ? null : 100 * Math.tanh(apr / 0.2),
        ...(observedAt === null ? {} : { observedAt, maxAgeDays }),
      }
    }),
    now,
  )
}

/** The hours up to the newest one of them. */
export function lastHours(history: readonly FundingHour[], hours: number): readonly FundingHour[] {
  const newest = history.at(-1)?.hour ?? 0
  return history.filter(({ hour }) => hour > newest - hours)
}

/** How many paid hours in a row had the sign of today's rate. */
export function streakHours(apr: number, history: readonly FundingHour[]): number {
  let hours = 0
  for (let i = history.length - 1; i >= 0 && Math.sign(history[i]!.apr) === Math.sign(apr) && apr !== 0; i--) hours++
  return hours
}

export interface Components {
  readonly funding_z: number | null
  readonly oi_z: number | null
  readonly basis_z: number | null
}

const shares = { funding: 0.5, oi: 0.3, basis: 0.2 }

/** Contrarian: a crowd of longs scores below zero. */
export function crowdScore({ funding_z, oi_z, basis_z }: Components): number | null {
  if (funding_z === null) return null
  const parts = [
    { value: funding_z, weight: shares.funding },
    ...(oi_z === null ? [] : [{ value: oi_z * Math.sign(funding_z), weight: shares.oi }]),
    ...(basis_z === null ? [] : [{ value: basis_z, weight: shares.basis }]),
  ]
  return -100 * Math.tanh(0.5 * weightedMean(parts)!) + 0
}

export const crowdLabel = (score: number) =>
  score <= -60
    ? crowdLabels[0]
    : score <= -20
      ? crowdLabels[1]
      : score < 20
        ? crowdLabels[2]
        : score < 60
          ? crowdLabels[3]
          : crowdLabels[4]

export function computeCrowd(inputs: FundingInputs, now: Date) {
  const coins = mergeCoins(inputs.rates)
  const drivers = coins.flatMap((coin) => {
    const history = lastHours(inputs.history.get(coin.coin) ?? [], monthHours)
    const row = crowdRow(coin, history, inputs.interest.get(coin.coin) ?? [])
    return row === null ? [] : [row]
  })
  const over = (member: 'funding_z' | 'oi_z' | 'basis_z') =>
    weightedMean(drivers.flatMap((row) => (row[member] === null ? [] : [{ value: row[member], weight: row.oi_usd }])))
  const components = {
    funding_z: roundOrNull(over('funding_z'), 2),
    oi_z: roundOrNull(over('oi_z'), 2),
    basis_z: roundOrNull(over('basis_z'), 2),
    persistence_h: drivers.length === 0 ? null : Math.round(mean(drivers.map((row) => row.persistence_h))),
    venue_agreement: roundOrNull(weightedMean(drivers.map((row) => ({ value: row.venue_agreement, weight: row.oi_usd }))), 2),
  }
  return { components, drivers, mix: mixOfComponents(components, inputs, now) }
}

function crowdRow(coin: CoinRate, history: readonly FundingHour[], interest: readonly number[]) {
  const own = coin.venues.find((venue) => venue.venue === 'hyperliquid')?.apr ?? coin.apr
  const z = robustZ(
    own,
    history.map((hour) => hour.apr),
    aprFloor,
  )
  const premiums = history.flatMap((hour) => (hour.premium === null ? [] : [hour.premium]))
  const components = {
    funding_z: roundOrNull(z, 2),
    oi_z: roundOrNull(interest.length === 0 ? null : robustZ(Math.log(interest.at(-1)!), interest.map(Math.log), 0.005), 2),
    basis_z: roundOrNull(coin.basis === null ? null : robustZ(coin.basis, premiums, 0.0001), 2),
  }
  const score = crowdScore(components)
  if (score === null) return null
  const agreeing = coin.venues.filter((venue) => Math.sign(venue.apr) === Math.sign(coin.apr)).length
  return {
    coin: coin.coin,
    label: crowdLabel(score),
    score: round(score, 1),
    apr_pct: round(coin.apr * 100, 2),
    ...components,
    persistence_h: streakHours(own, history),
    venue_agreement: round(agreeing / coin.venues.length, 2),
    oi_usd: Math.round(coin.oiUsd),
  }
}

/** What the components rest on; agreement is how far they push the same way. */
export function mixOfComponents(components: Components, inputs: Pick<FundingInputs, 'venues'>, now: Date) {
  const observedAt = inputs.venues.find((venue) => venue.id === 'hyperliquid')?.observedAt ?? null
  const dated = observedAt === null ? {} : { observedAt, maxAgeDays }
  const part = (id: string, weight: number, z: number | null) => ({
    id,
    weight,
    score: z === null ? null : 50 * clip(z, -2, 2),
    ...dated,
  })
  const turned = components.oi_z === null ? null : components.oi_z * Math.sign(components.funding_z ?? 0)
  return composite(
    [
      part('funding_z', shares.funding, components.funding_z),
      part('oi_z', shares.oi, turned),
      part('basis_z', shares.basis, components.basis_z),
    ],
    now,
  )
}
