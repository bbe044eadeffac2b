// Chance that can be had again: the same seed gives the same throws.

export interface Dice {
  /** 0 up to, not including, 1. */
  roll(): number
  below(n: number): number
  pick<T>(list: readonly T[]): T
  sample<T>(list: readonly T[], count: number): T[]
}

// Mulberry32.
export function createDice(seed: number): Dice {
  let state = seed >>> 0
  const roll = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (n: number): number => Math.floor(roll() * n)
  return {
    roll,
    below,
    pick: (list) => list[below(list.length)]!,
    sample(list, count) {
      const left = [...list]
      return Array.from({ length: Math.min(count, left.length) }, () => left.splice(below(left.length), 1)[0]!)
    },
  }
}
