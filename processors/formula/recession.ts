// Odds of a US recession from the yield curve.
import { mean, normalCdf, type Point } from './index.ts'

const dayMs = 86_400_000

// Estrella and Mishkin's probit with the New York Fed's published coefficients, on the last month's average 10y minus 3m.
export function recessionProbability(spread3m10y: readonly Point[]): number | null {
  const newest = spread3m10y.at(-1)
  if (newest === undefined) return null
  const since = newest.at.getTime() - 30 * dayMs
  const first = spread3m10y.findLastIndex((point) => point.at.getTime() <= since) + 1
  return normalCdf(-0.5333 - 0.633 * mean(spread3m10y.slice(first).map((point) => point.value)))
}
