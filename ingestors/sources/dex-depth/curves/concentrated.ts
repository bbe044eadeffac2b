// Liquidity in price ranges, as Uniswap v3 and v4 and their kin have it: between two ticks a constant product. Raw units.
import { nothing, type Venue } from './venue.ts'

export interface Tick {
  readonly index: number
  readonly net: bigint
}

export interface ConcentratedPool {
  readonly sqrtPriceX96: bigint
  readonly liquidity: bigint
  readonly tick: number
  /** Initialised ticks in the way of the sale, in any order. */
  readonly ticks: readonly Tick[]
  /** No tick beyond this one is known: nothing is counted past it. */
  readonly until: number
  /** Of what is sold, in millionths. */
  readonly feePips: number
}

interface Range {
  readonly from: number
  readonly to: number
  readonly liquidity: number
  /** Before this range: sold, fees apart, and brought. */
  readonly in: number
  readonly out: number
}

const x96 = 2 ** 96
const tickRoot = Math.log(1.0001) / 2

/** Selling the pool's first token, or its second. */
export function concentrated(pool: ConcentratedPool, sellsFirst: boolean): Venue & { sell(amount: number): number } {
  const keep = 1 - pool.feePips / 1e6
  const ranges = rangesOf(pool, sellsFirst)
  const last = ranges.at(-1)
  const first = ranges.find((range) => range.liquidity > 0)
  return {
    top: first === undefined ? 0 : first.from ** 2 * keep,
    at(price) {
      const root = Math.sqrt(price / keep)
      if (last === undefined || root >= ranges[0]!.from) return nothing
      const range = ranges[find(ranges, (one) => one.to <= root)] ?? last
      const end = Math.max(root, range.to)
      return {
        in: (range.in + (range.liquidity * (range.from - end)) / (range.from * end)) / keep,
        out: range.out + range.liquidity * (range.from - end),
      }
    },
    // As a swap does it, range by range: exact where the difference of two near roots would not be.
    sell(amount) {
      const paid = amount * keep
      const range = ranges[find(ranges, (_, i) => (ranges[i + 1]?.in ?? Number.POSITIVE_INFINITY) > paid)]
      if (range === undefined) return 0
      const most = (range.liquidity * (range.from - range.to)) / (range.from * range.to)
      const rest = Math.min(paid - range.in, most)
      const { from, liquidity } = range
      return liquidity === 0 ? range.out : range.out + (liquidity * from * (rest * from)) / (liquidity + rest * from)
    },
  }
}

// The root of the price of what is sold falls: along the ticks for the first token, and for the second along their inverses.
function rangesOf({ sqrtPriceX96, liquidity, tick, ticks, until }: ConcentratedPool, sellsFirst: boolean): Range[] {
  const root = Number(sqrtPriceX96) / x96
  if (!(root > 0)) return []
  const rootAt = (index: number) => Math.exp(tickRoot * (sellsFirst ? index : -index))
  const ahead = ticks
    .filter(({ index }) => (sellsFirst ? index <= tick && index >= until : index > tick && index <= until))
    .sort((a, b) => (sellsFirst ? b.index - a.index : a.index - b.index))
  const ranges: Range[] = []
  let active = liquidity
  let from = sellsFirst ? root : 1 / root
  let [sold, brought] = [0, 0]
  for (const { index, net } of [...ahead, { index: until, net: 0n }]) {
    const to = Math.min(from, rootAt(index))
    const held = Number(active > 0n ? active : 0n)
    ranges.push({ from, to, liquidity: held, in: sold, out: brought })
    sold += (held * (from - to)) / (from * to)
    brought += held * (from - to)
    active += sellsFirst ? -net : net
    from = to
  }
  return ranges
}

/** The first that is so; they become so once. */
function find(ranges: readonly Range[], isSo: (range: Range, i: number) => boolean): number {
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isSo(ranges[middle]!, middle)) high = middle
    else low = middle + 1
  }
  return low
}
