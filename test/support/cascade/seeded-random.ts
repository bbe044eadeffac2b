// Random numbers that a seed decides, so that a book that fails a test can be made again.
export type SeededRandom = {
  next(): number
  below(count: number): number
  between(low: number, high: number): number
  chance(probability: number): boolean
}

export function seededRandom(seed: number): SeededRandom {
  let state = (seed >>> 0) + 0x9e3779b9
  // mulberry32
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return {
    next,
    below: (count) => Math.floor(next() * count),
    between: (low, high) => low + next() * (high - low),
    chance: (probability) => next() < probability,
  }
}
