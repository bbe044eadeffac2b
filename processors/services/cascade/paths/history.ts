// From prices of past days to what each token moved from one day to the next: by itself, or against the token it hangs on.
import type { MarketState } from '../model/market-state.ts'
import type { PriceTable } from './past-prices.ts'

export type History = {
  /** Days there are prices of, and days missing between them. */
  readonly days: number
  readonly missingDays: number
  readonly newestDay: number
  /** Per token: the token whose price its own is a multiple of, or null. */
  readonly anchors: readonly (number | null)[]
  /** Per token: logarithmic moves from day to day (against its anchor, if it has one); NaN where either day is missing. */
  readonly moves: readonly Float64Array[]
  /** Prices left aside as misprints: gone the next day, and not to be told from an error of the reading. */
  readonly misprints: number
}

/** A price that stands off this much, and eight times what the token is used to, and is back the next day, is a misprint. */
export const leastMisprint = Math.log(1.25)
const misprintScales = 8

export function readHistory({ days, usd }: PriceTable, state: MarketState): History {
  const anchors = anchorsOf(state)
  const count = state.tokens.length
  const levels = anchors.map((anchor, t) =>
    Float64Array.from(days, (_, d) => {
      const own = Math.log(usd[d * count + t]!)
      return anchor === null ? own : own - Math.log(usd[d * count + anchor]!)
    }),
  )
  let misprints = 0
  for (const level of levels) misprints += dropMisprints(level, days)
  const moves = levels.map((level) => movesOf(level, days))
  const [first, last] = [days[0] ?? 0, days.at(-1) ?? 0]
  const missingDays = days.length === 0 ? 0 : last - first + 1 - days.length
  return { days: days.length, missingDays, newestDay: last, anchors, moves, misprints }
}

// A derivative hangs on its base, a second name of a family on the first: what is left is small, and is estimated as such, where a
// correlation near one estimated from few days would be wrong by more than the two ever part.
function anchorsOf({ tokens }: MarketState): (number | null)[] {
  const first = new Map<string, number>()
  tokens.forEach(({ family, role }, t) => {
    if (role === 'numeraire' && !first.has(family)) first.set(family, t)
  })
  const direct = tokens.map(({ base, family }, t) => base ?? first.get(family) ?? t)
  return direct.map((anchor, t) => (anchor === t || isCircular(direct, t) ? null : anchor))
}

function isCircular(direct: readonly number[], from: number): boolean {
  let at = from
  for (let step = 0; step <= direct.length; step++) {
    if (direct[at] === at) return false
    at = direct[at]!
  }
  return true
}

function movesOf(level: Float64Array, days: readonly number[]): Float64Array {
  const moves = new Float64Array(Math.max(0, days.length - 1))
  for (let d = 1; d < days.length; d++) {
    moves[d - 1] = days[d] === days[d - 1]! + 1 ? level[d]! - level[d - 1]! : Number.NaN
  }
  return moves
}

function dropMisprints(level: Float64Array, days: readonly number[]): number {
  const moves = movesOf(level, days)
  const sizes = Array.from(
    moves.filter((move) => !Number.isNaN(move)),
    Math.abs,
  ).sort((a, b) => a - b)
  const usual = (sizes[Math.floor(sizes.length / 2)] ?? 0) / 0.6745
  const bound = Math.max(leastMisprint, misprintScales * usual)
  let dropped = 0
  for (let d = 1; d < moves.length; d++) {
    const [there, back] = [moves[d - 1]!, moves[d]!]
    if (!(Math.abs(there) > bound && Math.abs(back) > bound && Math.abs(there + back) < 0.2 * Math.abs(there))) continue
    level[d] = Number.NaN
    dropped++
    d++
  }
  return dropped
}
