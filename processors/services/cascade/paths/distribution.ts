// Means and percentiles of weighted outcomes, each with the error that drawing so many paths, and simulating so many of them, leaves.

/** In the order of their cells: neighbours are alike. */
export type Weighted = { readonly value: number; readonly weight: number }
export type Estimate = { readonly value: number; readonly low: number; readonly high: number }

// Two-sided, 95 %.
const normal95 = 1.959964

export function meanOf(outcomes: readonly Weighted[]): Estimate {
  const paths = sumOf(outcomes, () => 1)
  const mean = sumOf(outcomes, ({ value }) => value) / paths
  const ofPaths = sumOf(outcomes, ({ value }) => (value - mean) ** 2) / paths ** 2
  const spread = normal95 * Math.sqrt(ofPaths + withinCells(outcomes, ({ value }) => value) / paths ** 2)
  return { value: mean, low: Math.max(0, mean - spread), high: mean + spread }
}

/** The value that this share of the paths does not pass. */
export function percentileOf(outcomes: readonly Weighted[], share: number): Estimate {
  const sorted = outcomes.toSorted((a, b) => a.value - b.value)
  const paths = sumOf(outcomes, () => 1)
  const value = valueAt(sorted, share * paths)
  const cells = withinCells(outcomes, (one) => (one.value > value ? 1 : 0)) / paths ** 2
  const spread = normal95 * Math.sqrt((share * (1 - share)) / paths + cells)
  return { value, low: valueAt(sorted, (share - spread) * paths), high: valueAt(sorted, (share + spread) * paths) }
}

function valueAt(sorted: readonly Weighted[], rank: number): number {
  let seen = 0
  for (const { value, weight } of sorted) {
    seen += weight
    if (seen >= rank) return value
  }
  return sorted.at(-1)!.value
}

function sumOf(outcomes: readonly Weighted[], of: (one: Weighted) => number): number {
  return outcomes.reduce((sum, one) => sum + one.weight * of(one), 0)
}

const neighbours = 4

// Of one path a cell there is no variance; it and its neighbours taken as one have one, and it is the larger.
function withinCells(outcomes: readonly Weighted[], of: (one: Weighted) => number): number {
  if (outcomes.every(({ weight }) => weight === 1)) return 0
  const values = outcomes.map(of)
  let sum = 0
  values.forEach((_, at) => {
    const near = values.slice(Math.max(0, at - neighbours), at + neighbours + 1)
    const mean = near.reduce((all, value) => all + value, 0) / near.length
    const variance = near.reduce((all, value) => all + (value - mean) ** 2, 0) / (near.length - 1)
    const { weight } = outcomes[at]!
    sum += weight * (weight - 1) * variance
  })
  return sum
}
