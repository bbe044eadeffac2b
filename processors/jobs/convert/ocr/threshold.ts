// One shade that parts a picture's ink from its paper.

/** The shade that parts dark from light best (Otsu 1979), as recognisers choose it; of how many pixels there are of each. */
export function thresholdOf(counts: readonly number[]): number {
  const total = counts.reduce((a, b) => a + b, 0)
  const weight = counts.reduce((sum, count, shade) => sum + count * shade, 0)
  let [below, weightBelow, best, threshold] = [0, 0, -1, 127]
  for (const [shade, count] of counts.entries()) {
    below += count
    weightBelow += count * shade
    if (below === 0 || below === total) continue
    const apart = weightBelow / below - (weight - weightBelow) / (total - below)
    const spread = below * (total - below) * apart * apart
    if (spread > best) [best, threshold] = [spread, shade]
  }
  return threshold
}
