// Risk of a mix of assets by their own past steps: volatility, historical value at risk, beta, shrunk covariance (Ledoit and Wolf, 2004).
import { mean } from './statistics.ts'

/** With one degree of freedom less, as of a sample. */
export function sampleDeviation(values: readonly number[]): number {
  const centre = mean(values)
  return Math.sqrt(values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1))
}

/** Between two values where it falls between them. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const place = part * (sorted.length - 1)
  const low = Math.floor(place)
  return sorted[low]! + (place - low) * ((sorted[low + 1] ?? sorted[low]!) - sorted[low]!)
}

export function correlation(a: readonly number[], b: readonly number[]): number | null {
  const [ca, cb] = [mean(a), mean(b)]
  const [va, vb] = [a.reduce((sum, x) => sum + (x - ca) ** 2, 0), b.reduce((sum, x) => sum + (x - cb) ** 2, 0)]
  return va === 0 || vb === 0 ? null : a.reduce((sum, x, i) => sum + (x - ca) * (b[i]! - cb), 0) / Math.sqrt(va * vb)
}

/** The largest fall from a height, as a negative part. */
export function maxDrawdown(steps: readonly number[]): number {
  let [value, high, worst] = [1, 1, 0]
  for (const step of steps) {
    value *= 1 + step
    high = Math.max(high, value)
    worst = Math.min(worst, value / high - 1)
  }
  return worst
}

/** Assets' steps, each as long as the others: the covariance pulled towards equal variances by as much as the sample is unsure. */
export function shrunkCovariance(assets: readonly (readonly number[])[]): {
  readonly matrix: number[][]
  readonly shrinkage: number
} {
  const [p, n] = [assets.length, assets[0]!.length]
  const centred = assets.map((steps) => {
    const centre = mean(steps)
    return steps.map((step) => step - centre)
  })
  const sample = centred.map((a) => centred.map((b) => a.reduce((sum, x, k) => sum + x * b[k]!, 0) / n))
  const mu = sample.reduce((sum, row, i) => sum + row[i]!, 0) / p
  const squares = sample.flat().reduce((sum, x) => sum + x * x, 0)
  const fourth = Array.from({ length: n }, (_, k) => centred.reduce((sum, a) => sum + a[k]! ** 2, 0) ** 2).reduce(
    (sum, x) => sum + x,
    0,
  )
  const delta = (squares - p * mu * mu) / p
  const beta = Math.min(delta, (fourth / n - squares) / (p * n))
  const shrinkage = delta <= 0 ? 0 : Math.max(0, beta) / delta
  return { shrinkage, matrix: sample.map((row, i) => row.map((x, j) => (1 - shrinkage) * x + (i === j ? shrinkage * mu : 0))) }
}

/** Each asset's share of the mix's variance; they add up to one. */
export function riskShares(weights: readonly number[], covariance: readonly (readonly number[])[]): number[] {
  const pulls = covariance.map((row) => row.reduce((sum, x, j) => sum + x * weights[j]!, 0))
  const whole = pulls.reduce((sum, pull, i) => sum + weights[i]! * pull, 0)
  return pulls.map((pull, i) => (whole === 0 ? 0 : (weights[i]! * pull) / whole))
}
