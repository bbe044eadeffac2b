// The sizes at which a token's depth is asked, in whole tokens: round numbers, so that a moving price does not move them.
const leastUsd = 1_000
const mostUsd = 100_000_000
// Ten to a tenfold: between two of them a price may be read off a line.
const steps = [1, 1.25, 1.6, 2, 2.5, 3.2, 4, 5, 6.3, 8]
// Of a token nobody prices: from one token up.
const unpriced = [0, 1, 2, 3, 4].flatMap((power) => steps.map((step) => Number(`${step}e${power}`)))

export function sizesFor(priceUsd: number | null): number[] {
  if (priceUsd === null) return unpriced
  const [least, most] = [leastUsd / priceUsd, mostUsd / priceUsd]
  const sizes: number[] = []
  for (let power = Math.floor(Math.log10(least)); 10 ** power <= most; power++) {
    for (const step of steps) {
      // Through text: 5 * 10 ** -1 is not 0.5 on every power.
      const size = Number(`${step}e${power}`)
      if (size >= least / 2 && size <= most) sizes.push(size)
    }
  }
  return sizes
}
