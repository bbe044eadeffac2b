// Reads pools of liquidity in price ranges: their state, which ticks are in the way of a sale, and what these add or take.
import type { PinnedReader, Question } from '../../../chains/pinned.ts'
import { type ConcentratedPool, concentrated, type Tick } from '../curves/concentrated.ts'
import { holding, scaled } from '../curves/venue.ts'
import { cut, isWorth, leastPoolUsd, type Pair, type Pool, unitOf } from './exchange.ts'

export interface TickState {
  readonly sqrtPriceX96: bigint
  readonly tick: number
  readonly liquidity: bigint
  readonly spacing: number
  readonly feePips: number
  /** Of what it pays out; null where that cannot be told apart from other pools'. */
  readonly held: bigint | null
}

/** A pool of one pair, and how its words and ticks are asked for. */
export interface TickPool {
  readonly exchange: string
  readonly pair: Pair
  readonly sellsFirst: boolean
  /** Null: it refused. */
  readonly state: TickState | null
  word(index: number): Question<bigint>
  tick(index: number): Question<readonly [gross: bigint, net: bigint]>
}

// Ticks as far as a fall of 99 %, the nearest of them: whoever fills a pool with ticks has it counted up to there.
const farthest = 46_100
const mostTicks = 3_000
const ticksAtOnce = { batch: 300, again: false }

export async function readTickPools(at: PinnedReader, pools: readonly TickPool[]): Promise<(Pool | null)[]> {
  const open = pools.map(({ state, pair }) =>
    state !== null && state.sqrtPriceX96 > 0n && (state.held === null || isWorth(pair.to, state.held, leastPoolUsd))
      ? state
      : null,
  )
  const words = pools.map((pool, p) => (open[p] === null ? [] : wordsOf(open[p]!, pool.sellsFirst)))
  const bitmaps = await askEach(at, pools, words, (pool, index) => pool.word(index))
  const indexes = pools.map((pool, p) => ticksIn(words[p]!, bitmaps[p]!, open[p], pool.sellsFirst))
  const nets = await askEach(at, pools, indexes, (pool, index) => pool.tick(index))
  return pools.map((pool, p) => {
    const state = open[p]
    if (pool.state === null) return { exchange: pool.exchange, venue: null }
    if (state == null) return null
    if (bitmaps[p]!.includes(null) || nets[p]!.includes(null)) return { exchange: pool.exchange, venue: null }
    const ticks = indexes[p]!.map((index, t): Tick => ({ index, net: nets[p]![t]![1] }))
    const far = state.tick + (pool.sellsFirst ? -farthest : farthest)
    const until = ticks.length === mostTicks ? ticks.at(-1)!.index : far
    return { exchange: pool.exchange, venue: venueOf(pool, { ...state, ticks, until }) }
  })
}

function venueOf({ pair, sellsFirst }: TickPool, pool: ConcentratedPool & TickState) {
  const venue = scaled(concentrated(pool, sellsFirst), unitOf(pair.from), unitOf(pair.to))
  return pool.held === null ? venue : holding(venue, Number(pool.held) / unitOf(pair.to))
}

function wordsOf({ tick, spacing }: TickState, sellsFirst: boolean): number[] {
  const wordAt = (index: number) => Math.floor(Math.floor(index / spacing) / 256)
  const [from, to] = [wordAt(tick), wordAt(tick + (sellsFirst ? -farthest : farthest))]
  const count = Math.abs(to - from) + 1
  return Array.from({ length: count }, (_, i) => from + (sellsFirst ? -i : i))
}

// The nearest first.
function ticksIn(
  words: readonly number[],
  bitmaps: readonly (bigint | null)[],
  state: TickState | null | undefined,
  sellsFirst: boolean,
): number[] {
  if (state == null) return []
  const found: number[] = []
  words.forEach((word, w) => {
    const bits = bitmaps[w] ?? 0n
    if (bits === 0n || found.length > 2 * mostTicks) return
    for (let bit = 0; bit < 256; bit++) {
      if (((bits >> BigInt(bit)) & 1n) === 0n) continue
      const index = (word * 256 + bit) * state.spacing
      if (sellsFirst ? index <= state.tick : index > state.tick) found.push(index)
    }
  })
  return found.sort((a, b) => (sellsFirst ? b - a : a - b)).slice(0, mostTicks)
}

async function askEach<T>(
  at: PinnedReader,
  pools: readonly TickPool[],
  indexes: readonly (readonly number[])[],
  question: (pool: TickPool, index: number) => Question<T>,
): Promise<(T | null)[][]> {
  const answers = await at.answer(
    pools.flatMap((pool, p) => indexes[p]!.map((index) => question(pool, index))),
    ticksAtOnce,
  )
  return cut(answers, indexes)
}
