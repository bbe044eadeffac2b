// A distribution beside the curve: what thousands of simulated paths of all prices together liquidate, over one day and over seven.
import type { BookArrays } from '../book/arrays.ts'
import { createRun } from '../engine/run.ts'
import { simulate } from '../engine/simulate.ts'
import { addTallies } from '../engine/tally.ts'
import { isDollar } from '../families.ts'
import { buildIndex } from '../index/build.ts'
import { defaultAssumptions, type MarketState } from '../model/market-state.ts'
import { samplePaths } from './cells.ts'
import { type Estimate, meanOf, percentileOf } from './distribution.ts'
import { createPath } from './draw.ts'
import { estimateMoves, leastMoves, type Moves } from './estimate.ts'
import { type History, readHistory } from './history.ts'
import type { PriceTable } from './past-prices.ts'
import { severityOf } from './severity.ts'

export const horizonsDays = [1, 7] as const
export const pathCount = 10_000
/** Of the collateral, by value, so much has to have a history of its own. */
export const leastKnownShare = 0.5
/** Of a path's days so many are taken through the book: those that a cheap guess puts first. */
export const mostLookedAt = 3
/** A history as long as this is taken for a full one. */
export const fullDays = 250

export type Measure = { readonly expected: Estimate; readonly p95: Estimate; readonly p99: Estimate }
export type Volume = { readonly seizedUsd: number; readonly badDebtUsd: number }
export type Horizon = {
  readonly days: number
  /** Taken through the book, out of all paths. */
  readonly simulated: number
  readonly seizedUsd: Measure
  readonly badDebtUsd: Measure
}

export type Estimated = Pick<History, 'days' | 'missingDays' | 'newestDay' | 'misprints'> & {
  readonly knownShare: number
  readonly standIns: readonly { readonly token: string; readonly like: string | null }[]
  /** Never moved in all the days that are known. */
  readonly still: readonly string[]
  readonly volatilities: readonly {
    readonly token: string
    readonly days: number
    readonly scale: number
    readonly collateralUsd: number
  }[]
}

export type ValueAtRisk =
  | { readonly refused: string; readonly estimated: Estimated }
  | {
      readonly refused: null
      readonly estimated: Estimated
      readonly paths: number
      readonly seed: number
      readonly baseline: Volume
      readonly horizons: readonly Horizon[]
    }

export type Question = {
  readonly book: BookArrays
  readonly state: MarketState
  readonly collateralUsd: readonly number[]
  readonly chainId: number
  readonly past: PriceTable
  readonly paths?: number
}

export function valueAtRisk({ book, state, collateralUsd, chainId, past, paths = pathCount }: Question): ValueAtRisk {
  const history = readHistory(past, state)
  const moves = estimateMoves(history, state)
  const estimated = describe(history, moves, state, collateralUsd)
  const refused = refusalOf(estimated, moves, state)
  if (refused !== null) return { refused, estimated }
  // One seed a day: figures move with the facts, not with the draw.
  const seed = (Math.imul(chainId, 0x01000193) ^ history.newestDay) >>> 0
  return { refused: null, estimated, paths, seed, ...simulatePaths(book, state, moves, paths, seed) }
}

export function simulatePaths(book: BookArrays, state: MarketState, moves: Moves, paths: number, seed: number) {
  const path = createPath(moves, seed)
  const severity = severityOf(book, state)
  const severities = horizonsDays.map(() => new Float64Array(paths))
  const daysLookedAt = horizonsDays.map((days) => new Uint8Array(paths * Math.min(days, mostLookedAt)))
  for (let number = 0; number < paths; number++) {
    path.open(number)
    const known: { readonly day: number; readonly severity: number }[] = []
    for (let day = 1; day <= horizonsDays.at(-1)!; day++) {
      known.push({ day, severity: severity(path.next()) })
      const h = horizonsDays.indexOf(day as 1)
      if (h < 0) continue
      const first = known.toSorted((a, b) => b.severity - a.severity).slice(0, mostLookedAt)
      severities[h]![number] = first[0]!.severity
      daysLookedAt[h]!.set(
        first.map((one) => one.day),
        number * first.length,
      )
    }
  }
  const shocked = state.tokens.map((_, t) => canMove(moves, t))
  const run = createRun(buildIndex(book, state, shocked, defaultAssumptions))
  const volumeOf = (multiples: Float64Array): Volume => {
    const { seizedUsd, badDebtUsd } = addTallies(simulate(run, multiples).perProtocol)
    return { seizedUsd, badDebtUsd }
  }
  const horizons = horizonsDays.map((days, h): Horizon => {
    const sampled = samplePaths(severities[h]!, mostSimulated(book.positions), seed, (number) => {
      path.open(number)
      const looked = Math.min(days, mostLookedAt)
      const chosen = daysLookedAt[h]!.subarray(number * looked, (number + 1) * looked)
      let [seizedUsd, badDebtUsd] = [0, 0]
      for (let day = 1; day <= Math.max(...chosen); day++) {
        const multiples = path.next()
        if (!chosen.includes(day)) continue
        const volume = volumeOf(multiples)
        seizedUsd = Math.max(seizedUsd, volume.seizedUsd)
        badDebtUsd = Math.max(badDebtUsd, volume.badDebtUsd)
      }
      return [seizedUsd, badDebtUsd] as const
    })
    const measure = (which: 0 | 1): Measure => {
      const weighted = sampled.map(({ outcome, weight }) => ({ value: outcome[which], weight }))
      return { expected: meanOf(weighted), p95: percentileOf(weighted, 0.95), p99: percentileOf(weighted, 0.99) }
    }
    return { days, simulated: sampled.length, seizedUsd: measure(0), badDebtUsd: measure(1) }
  })
  return { baseline: volumeOf(new Float64Array(state.tokens.length).fill(1)), horizons }
}

/** A book so small is taken through all paths; of a larger one as many as take the same time, and never so few as to say nothing. */
export function mostSimulated(positions: number): number {
  return Math.max(130, Math.round(2.6e7 / Math.max(1, positions)))
}

function canMove(moves: Moves, t: number): boolean {
  return moves.scales[t]! > 0 || (moves.anchors[t] !== null && canMove(moves, moves.anchors[t]!))
}

function describe(history: History, moves: Moves, { tokens }: MarketState, collateralUsd: readonly number[]): Estimated {
  const { days, missingDays, newestDay, misprints } = history
  const nameOf = (t: number) => tokens[t]!.symbol
  const isKnown = (t: number): boolean =>
    moves.known[t]! >= leastMoves && (moves.anchors[t] === null || isKnown(moves.anchors[t]!))
  let [known, all] = [0, 0]
  collateralUsd.forEach((usd, t) => {
    all += usd
    if (isKnown(t)) known += usd
  })
  const largestFirst = tokens.map((_, t) => t).sort((a, b) => collateralUsd[b]! - collateralUsd[a]! || a - b)
  return {
    ...{ days, missingDays, newestDay, misprints },
    knownShare: all > 0 ? known / all : 0,
    standIns: moves.standIns.map(({ token, like }) => ({ token: nameOf(token), like: like === null ? null : nameOf(like) })),
    still: tokens.flatMap(({ symbol }, t) => (moves.known[t]! >= leastMoves && moves.scales[t] === 0 ? [symbol] : [])),
    volatilities: largestFirst.flatMap((t) => {
      const own = { token: nameOf(t), days: moves.known[t]!, scale: moves.scales[t]!, collateralUsd: collateralUsd[t]! }
      return moves.known[t]! >= leastMoves && moves.anchors[t] === null && !isDollar(tokens[t]!) ? [own] : []
    }),
  }
}

function refusalOf({ days, knownShare, volatilities }: Estimated, moves: Moves, { tokens }: MarketState): string | null {
  if (days <= leastMoves) return `prices of ${days} days are remembered, and ${leastMoves + 1} are the least to estimate from`
  if (knownShare < leastKnownShare)
    return `only ${Math.floor(100 * knownShare)} % of the collateral has a history of ${leastMoves + 1} days`
  const isMissing = moves.standIns.some(
    ({ token, like }) => like === null && moves.anchors[token] === null && !isDollar(tokens[token]!),
  )
  return volatilities.length === 0 || isMissing ? 'no token but dollars has a history to estimate from' : null
}
