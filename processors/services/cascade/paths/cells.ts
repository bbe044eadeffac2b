// Which of the paths are taken through the book where that is too many: one out of each cell of paths alike, the cells small where it counts.
import { randomOf } from './random.ts'

export type Chosen = { readonly path: number; readonly weight: number }

// Shares of the cells for shares of the paths, worst first: more where the 99th and the 95th percentile are.
const bands = [
  { ofCells: 0.2, untilPath: 0.02 },
  { ofCells: 0.35, untilPath: 0.1 },
  { ofCells: 0.25, untilPath: 0.3 },
  { ofCells: 0.2, untilPath: 1 },
] as const

/** `severities`: by path. Each path stands in for its cell; a cell's path is drawn, so that means are without bias whatever the order. */
export function choosePaths(severities: Float64Array, most: number, seed: number): Chosen[] {
  const worstFirst = Array.from(severities, (_, path) => path).sort((a, b) => severities[b]! - severities[a]! || a - b)
  if (worstFirst.length <= most) return worstFirst.map((path) => ({ path, weight: 1 }))
  const random = randomOf(seed, -2)
  const chosen: Chosen[] = []
  let from = 0
  for (const { ofCells, untilPath } of bands) {
    const until = Math.round(untilPath * worstFirst.length)
    const cells = Math.min(until - from, Math.round(ofCells * most))
    for (let cell = 0; cell < cells; cell++) {
      const start = from + Math.floor((cell * (until - from)) / cells)
      const weight = from + Math.floor(((cell + 1) * (until - from)) / cells) - start
      chosen.push({ path: worstFirst[start + Math.floor(random.uniform() * weight)]!, weight })
    }
    from = until
  }
  return chosen
}
