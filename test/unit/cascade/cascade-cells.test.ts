// Of thousands of paths few are taken through the book: what those tell of all, and how sure they say they are.
import { describe, expect, it } from 'vitest'
import { samplePaths } from '../../../processors/services/cascade/paths/cells.ts'
import { meanOf, percentileOf, type Weighted } from '../../../processors/services/cascade/paths/distribution.ts'
import { randomOf } from '../../../processors/services/cascade/paths/random.ts'

describe('of ten thousand paths a hundred and thirty', () => {
  const paths = 10_000
  const most = 130
  // Most outcomes follow the guess by which paths are put in order, some do not.
  function scattered(seed: number) {
    const random = randomOf(seed, 1)
    const severities = Float64Array.from({ length: paths }, () => Math.exp(1.2 * random.normal()))
    const outcomes = Float64Array.from(severities, (severity) =>
      random.uniform() < 0.6 ? 0 : severity * Math.exp(0.3 * random.normal()),
    )
    return { severities, outcomes }
  }
  // A book that falls at once or not at all: from somewhere down nearly everything goes, where exactly hangs on each path.
  function falling(seed: number) {
    const random = randomOf(seed, 1)
    const from = 0.3 + 2 * random.uniform()
    const severities = Float64Array.from({ length: paths }, () => Math.exp(1.2 * random.normal()))
    const outcomes = Float64Array.from(severities, (severity) =>
      severity * Math.exp(0.1 * random.normal()) > from ? 100 + severity : 0.01 * severity,
    )
    return { severities, outcomes }
  }

  it.each([
    ['scattered', scattered],
    ['falling at once', falling],
  ])('tell the mean and the percentiles of all, within the range they claim, nineteen times in twenty: %s', (_, population) => {
    const trials = 150
    const held = { mean: 0, p95: 0, p99: 0 }
    let bias = 0
    for (let seed = 1; seed <= trials; seed++) {
      const { severities, outcomes } = population(seed)
      const all: Weighted[] = Array.from(outcomes, (value) => ({ value, weight: 1 }))
      const sampled = samplePaths(severities, most, seed, (path) => [outcomes[path]!])
      expect(sampled).toHaveLength(most)
      expect(sampled.reduce((sum, one) => sum + one.weight, 0)).toBe(paths)
      const some = sampled.map(({ outcome, weight }) => ({ value: outcome[0]!, weight }))
      const truth = { mean: meanOf(all).value, p95: percentileOf(all, 0.95).value, p99: percentileOf(all, 0.99).value }
      const told = { mean: meanOf(some), p95: percentileOf(some, 0.95), p99: percentileOf(some, 0.99) }
      bias += told.mean.value / truth.mean - 1
      for (const name of ['mean', 'p95', 'p99'] as const)
        if (told[name].low <= truth[name] && truth[name] <= told[name].high) held[name]++
    }
    for (const name of ['mean', 'p95', 'p99'] as const) expect(held[name] / trials, name).toBeGreaterThan(0.9)
    expect(Math.abs(bias / trials)).toBeLessThan(0.02)
  })

  it('lie where a book begins to fall: its mean is told one and a half times as well as where nothing is known of outcomes', () => {
    const errors = { cut: 0, even: 0 }
    for (let seed = 1; seed <= 60; seed++) {
      const { severities, outcomes } = falling(seed)
      const truth = outcomes.reduce((sum, outcome) => sum + outcome, 0) / paths
      const errorOf = (told: (path: number) => number) => {
        const sampled = samplePaths(severities, most, seed, (path) => Object.assign([told(path)], { path }))
        const mean = sampled.reduce((sum, { outcome, weight }) => sum + outcomes[outcome.path]! * weight, 0) / paths
        return (mean / truth - 1) ** 2
      }
      errors.cut += errorOf((path) => outcomes[path]!)
      errors.even += errorOf(() => 0)
    }
    expect(errors.cut).toBeLessThan(errors.even / 1.5 ** 2)
  })

  it('are as many where all come to the same, or to nothing', () => {
    const { severities } = scattered(3)
    for (const outcome of [0, 7]) {
      const sampled = samplePaths(severities, most, 1, () => [outcome])
      expect(sampled).toHaveLength(most)
      expect(Math.max(...sampled.map(({ weight }) => weight))).toBeLessThan(300)
    }
  })

  it('are all of them where there are no more, each once', () => {
    const sampled = samplePaths(
      Float64Array.from({ length: most }, (_, at) => at % 7),
      most,
      1,
      (path) => [path],
    )
    expect(new Set(sampled.map(({ outcome }) => outcome[0])).size).toBe(most)
    expect(sampled.every(({ weight }) => weight === 1)).toBe(true)
  })

  it('claim a range that narrows as paths do: a tenth of them, three times as wide', () => {
    const { outcomes } = scattered(77)
    const rangeOf = (count: number) => {
      const { low, high } = meanOf(Array.from(outcomes.subarray(0, count), (value) => ({ value, weight: 1 })))
      return high - low
    }
    expect(rangeOf(1_000) / rangeOf(10_000)).toBeGreaterThan(2.2)
    expect(rangeOf(1_000) / rangeOf(10_000)).toBeLessThan(4.5)
  })
})
