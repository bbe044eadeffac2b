// The sizes at which a token's depth is asked, in whole tokens: round numbers, so that a moving price does not move them.
const leastUsd = 1_000
const mostUsd = 100_000_000
const steps = [1, 2, 5]
// Of a token nobody prices: from one token up.
const unpriced = [1, 10, 100, 1_000, 10_000, 100_000]

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

export function unitsOf(size: number, decimals: number): bigint {
  const [digits = '0', power = '0'] = size.toExponential().split('e')
  const [whole = '0', fraction = ''] = digits.split('.')
  const shift = Number(power) + decimals - fraction.length
  const value = BigInt(whole + fraction)
  return shift >= 0 ? value * 10n ** BigInt(shift) : value / 10n ** BigInt(-shift)
}

export function wholeOf(units: bigint, decimals: number): number {
  return Number(units) / 10 ** decimals
}
