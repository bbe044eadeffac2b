// Odds of a US recession from the yield curve.
import { mean, normalCdf, type Point } from './index.ts'

const dayMs = 86_400_000

// Estrella and Mishkin's probit with the New York Fed's published coefficients, on the last month's average 10y minus 3m.
export function recessionProbability(spread3m10y: readonly Point[]): number | null {
  const newest = spread3m10y.at(-1)
  if (newest === undefined) return null
  const month = spread3m10y.filter((point) => newest.at.getTime() - point.at.getTime() < 30 * dayMs)
  return normalCdf(-0.5333 - 0.633 * mean(month.map((point) => point.value)))
}
