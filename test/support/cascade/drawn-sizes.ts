// How large drawn positions are, over four orders of magnitude, and which one or two of many tokens they are of.
import type { SeededRandom } from './seeded-random.ts'

export function someOf(count: number, from: number, random: SeededRandom): number[] {
  const first = random.below(from)
  if (count === 1) return [first]
  const second = random.below(from - 1)
  return [first, second >= first ? second + 1 : second]
}

export function sizeUsd(random: SeededRandom): number {
  return Math.exp(random.next() * 9 + 4)
}
