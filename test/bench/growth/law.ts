// Two measurements of the same work, and how it grows between them.
import { printFigure, rounded } from '../support/engine.ts'

/** Of each kind a small and a large amount; of topics one. */
export type GrowthSizes = Readonly<Record<'payments' | 'records' | 'versions' | 'topics' | 'readers', readonly number[]>>

/** 0 is flat, 1 linear, 2 quadratic. */
export const exponentOf = (sizes: readonly number[], costs: readonly number[]): number =>
  Math.log(costs[1]! / costs[0]!) / Math.log(sizes[1]! / sizes[0]!)

// What takes less is the noise of a clock and of a cache.
const nothingMs = 3

export function printLaw(
  what: string,
  unit: string,
  sizes: readonly number[],
  costs: readonly number[],
  more: object = {},
): void {
  const isNothing = unit === 'ms' && costs[1]! < nothingMs
  const grows = isNothing ? 'flat' : rounded(exponentOf(sizes, costs))
  printFigure({ growth: what, sizes, [unit]: costs.map((cost) => rounded(cost)), exponent: grows, ...more })
}
