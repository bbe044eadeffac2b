// Which of the paths are taken through the book where that is too many: one out of each cell of paths alike, the cells small where it counts.
import { randomOf } from './random.ts'

/** What a path comes to, by measure. */
type Outcome = readonly number[]
export type Sampled<T extends Outcome> = { readonly outcome: T; readonly weight: number }
type Cell<T> = { from: number; to: number; readonly at: number; readonly outcome: T }

// Shares of the first cells for shares of the paths, worst first: more where the 99th and the 95th percentile are.
const bands = [
  { ofCells: 0.2, untilPath: 0.02 },
  { ofCells: 0.35, untilPath: 0.1 },
  { ofCells: 0.25, untilPath: 0.3 },
  { ofCells: 0.2, untilPath: 1 },
] as const
// The rest are made of those that turn out to matter: a book falls at once or not at all, and where is not known before.
const firstShare = 0.7
const reach = 3
// Where all seem to come to the same, the largest cell is cut.
const leastSpread = 1e-9

/**
 * `severities`: by path, which puts them in an order. Each path that is asked for stands in for its cell, and is drawn from it; a cell whose
 * neighbours come to different things is cut in two, until there are as many as may be asked for. In their order, worst first.
 */
export function samplePaths<T extends Outcome>(
  severities: Float64Array,
  most: number,
  seed: number,
  outcomeOf: (path: number) => T,
): Sampled<T>[] {
  const worstFirst = Array.from(severities, (_, path) => path).sort((a, b) => severities[b]! - severities[a]! || a - b)
  if (worstFirst.length <= most) return worstFirst.map((path) => ({ outcome: outcomeOf(path), weight: 1 }))
  const random = randomOf(seed, -2)
  const draw = (from: number, to: number): Cell<T> => {
    const at = from + Math.floor(random.uniform() * (to - from))
    return { from, to, at, outcome: outcomeOf(worstFirst[at]!) }
  }
  const cells = firstCells(worstFirst.length, firstShare * most, draw)
  const uncertaintyOf = uncertaintyIn(cells)
  const uncertainties = cells.map((_, i) => uncertaintyOf(i))
  while (cells.length < most) {
    const widest = uncertainties.indexOf(Math.max(...uncertainties))
    const { from, to, at } = cells[widest]!
    if (to - from < 2) break
    const middle = (from + to) >> 1
    // The path that is known stays in its half.
    if (at < middle) {
      cells[widest]!.to = middle
      cells.splice(widest + 1, 0, draw(middle, to))
    } else {
      cells[widest]!.from = middle
      cells.splice(widest, 0, draw(from, middle))
    }
    uncertainties.splice(widest, 0, 0)
    const last = Math.min(cells.length - 1, widest + 1 + reach)
    for (let i = Math.max(0, widest - reach); i <= last; i++) uncertainties[i] = uncertaintyOf(i)
  }
  return cells.map(({ from, to, outcome }) => ({ outcome, weight: to - from }))
}

function firstCells<T>(paths: number, most: number, draw: (from: number, to: number) => Cell<T>): Cell<T>[] {
  const cells: Cell<T>[] = []
  let from = 0
  for (const { ofCells, untilPath } of bands) {
    const until = Math.round(untilPath * paths)
    const count = Math.min(until - from, Math.round(ofCells * most))
    const edge = (cell: number) => from + Math.floor((cell * (until - from)) / count)
    for (let cell = 0; cell < count; cell++) cells.push(draw(edge(cell), edge(cell + 1)))
    from = until
  }
  return cells
}

/** How uncertain the means are for a cell's one path, each measure by its own size, by how its neighbours differ. */
function uncertaintyIn<T extends Outcome>(cells: readonly Cell<T>[]): (i: number) => number {
  const perMeasure = cells[0]!.outcome.map((_, measure) => {
    const mean = weightedMean(cells, measure)
    return mean > 0 ? 1 / mean ** 2 : 0
  })
  return (i) => {
    const { from, to } = cells[i]!
    // Without its own: whether it is cut must not hang on what its path came to, or high ones would be looked at twice and low ones not.
    const near = [...cells.slice(Math.max(0, i - reach), i), ...cells.slice(i + 1, i + 1 + reach)]
    const spread = perMeasure.reduce((sum, per, measure) => sum + per * spreadOf(near, measure), leastSpread)
    return (to - from) * (to - from - 1) * spread
  }
}

function weightedMean<T extends Outcome>(cells: readonly Cell<T>[], measure: number): number {
  let [sum, paths] = [0, 0]
  for (const { from, to, outcome } of cells) {
    sum += (to - from) * outcome[measure]!
    paths += to - from
  }
  return sum / paths
}

function spreadOf<T extends Outcome>(near: readonly Cell<T>[], measure: number): number {
  const mean = near.reduce((sum, { outcome }) => sum + outcome[measure]!, 0) / near.length
  return near.reduce((sum, { outcome }) => sum + (outcome[measure]! - mean) ** 2, 0) / near.length
}
