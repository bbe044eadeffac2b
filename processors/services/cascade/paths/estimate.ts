// How tokens move together: a scale for each, and what they have in common as loadings on a few factors, from their past moves.
import { isDollar } from '../families.ts'
import type { MarketState } from '../model/market-state.ts'
import type { History } from './history.ts'

export type Moves = {
  readonly anchors: readonly (number | null)[]
  /** Tokens so ordered that what each hangs on comes before it. */
  readonly order: readonly number[]
  /** Per token: the scale of its daily logarithmic move; 0 where it never moved. */
  readonly scales: Float64Array
  readonly factors: number
  /** Per token `factors` numbers side by side; with `own` their squares sum to one. */
  readonly loadings: Float64Array
  readonly own: Float64Array
  /** Per token: how many daily moves are known of it. */
  readonly known: readonly number[]
  /** Tokens with too few, and the one each is taken to move like; null: it is taken to stand still. */
  readonly standIns: readonly { readonly token: number; readonly like: number | null }[]
}

export const degreesOfFreedom = 4
/** Fewer daily moves than these say nothing of a token. */
export const leastMoves = 30
const leastCommon = 20
const mostFactors = 24
const smallestFactor = 1e-4
// For correlations only: what one day says of two tokens is bounded.
const mostScales = 4

export function estimateMoves(history: History, state: MarketState): Moves {
  const known = history.moves.map((moves) => moves.reduce((count, move) => count + (Number.isNaN(move) ? 0 : 1), 0))
  const scales = Float64Array.from(history.moves, (moves, t) => (known[t]! < leastMoves ? 0 : scaleOf(moves)))
  const { factors, loadings, own } = factorise(history.moves.map((moves, t) => normal(moves, scales[t]!)))
  const standIns = known.flatMap((count, token) =>
    count >= leastMoves ? [] : [{ token, like: likeOf(token, state, history.anchors, known, scales) }],
  )
  for (const { token, like } of standIns) {
    if (like === null) continue
    scales[token] = scales[like]!
    own[token] = own[like]!
    for (let f = 0; f < factors; f++) loadings[token * factors + f] = loadings[like * factors + f]!
  }
  return { anchors: history.anchors, order: orderOf(history.anchors), scales, factors, loadings, own, known, standIns }
}

// A t distribution's variance is its squared scale times n / (n - 2). Moves are taken about zero: a drift is not estimable from a year.
function scaleOf(moves: Float64Array): number {
  let [sum, count] = [0, 0]
  for (const move of moves) {
    if (Number.isNaN(move)) continue
    sum += move * move
    count++
  }
  return Math.sqrt(((sum / count) * (degreesOfFreedom - 2)) / degreesOfFreedom)
}

function normal(moves: Float64Array, scale: number): Float64Array {
  const unit = scale * Math.sqrt(degreesOfFreedom / (degreesOfFreedom - 2))
  return moves.map((move) => (unit > 0 ? Math.max(-mostScales, Math.min(mostScales, move / unit)) : Number.NaN))
}

// The most volatile token of its sort whose moves are known.
function likeOf(
  token: number,
  { tokens }: MarketState,
  anchors: readonly (number | null)[],
  known: readonly number[],
  scales: Float64Array,
): number | null {
  const sortOf = (t: number) => (anchors[t] !== null ? 'derivative' : isDollar(tokens[t]!) ? 'dollar' : 'other')
  let like: number | null = null
  for (let t = 0; t < tokens.length; t++) {
    if (known[t]! < leastMoves || sortOf(t) !== sortOf(token)) continue
    if (like === null || scales[t]! > scales[like]!) like = t
  }
  return like
}

// A Cholesky decomposition that takes the token with most left first and ends where little is: two tokens that always move alike
// share one factor, and a matrix of pairs with different days, which need not be one of correlations, loses only what it cannot have.
function factorise(moves: readonly Float64Array[]) {
  const count = moves.length
  const left = Float64Array.from(moves, (series) => (series.some((move) => !Number.isNaN(move)) ? 1 : 0))
  const columns: Float64Array[] = []
  while (columns.length < Math.min(mostFactors, count)) {
    const pivot = left.indexOf(Math.max(...left))
    if (!(left[pivot]! > smallestFactor)) break
    const column = new Float64Array(count)
    const root = Math.sqrt(left[pivot]!)
    for (let t = 0; t < count; t++) {
      if (left[t] === 0 && t !== pivot) continue
      let common = t === pivot ? 1 : correlation(moves[t]!, moves[pivot]!)
      for (const before of columns) common -= before[t]! * before[pivot]!
      const bound = Math.sqrt(left[t]!)
      column[t] = t === pivot ? root : Math.max(-bound, Math.min(bound, common / root))
    }
    for (let t = 0; t < count; t++) left[t] = Math.max(0, left[t]! - column[t]! ** 2)
    left[pivot] = 0
    columns.push(column)
  }
  const factors = columns.length
  const loadings = Float64Array.from({ length: count * factors }, (_, at) => columns[at % factors]![Math.floor(at / factors)]!)
  return { factors, loadings, own: left.map(Math.sqrt) }
}

function correlation(a: Float64Array, b: Float64Array): number {
  let [ab, aa, bb, common] = [0, 0, 0, 0]
  for (let d = 0; d < a.length; d++) {
    if (Number.isNaN(a[d]!) || Number.isNaN(b[d]!)) continue
    ab += a[d]! * b[d]!
    aa += a[d]! ** 2
    bb += b[d]! ** 2
    common++
  }
  return common < leastCommon || aa === 0 || bb === 0 ? 0 : ab / Math.sqrt(aa * bb)
}

function orderOf(anchors: readonly (number | null)[]): number[] {
  const depthOf = (t: number): number => (anchors[t] === null ? 0 : 1 + depthOf(anchors[t]!))
  return anchors.map((_, t) => t).sort((a, b) => depthOf(a) - depthOf(b) || a - b)
}
