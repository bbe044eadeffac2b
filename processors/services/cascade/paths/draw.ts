// One simulated path: what every token is worth after each day, as a multiple of today's price.
import { degreesOfFreedom, type Moves } from './estimate.ts'
import { randomOf } from './random.ts'

// A day's move of twenty times up or down: beyond it a t distribution's exponential has no mean.
const mostMove = Math.log(20)

export type Path = {
  /** Takes the path from its beginning. */
  open(number: number): void
  /** The next day's multiples of today's prices, by token; the same array each time. */
  next(): Float64Array
}

export function createPath(moves: Moves, seed: number): Path {
  const { anchors, order, scales, factors, loadings, own } = moves
  const tokens = scales.length
  const multiples = new Float64Array(tokens)
  const levels = new Float64Array(tokens)
  const common = new Float64Array(factors)
  const random = randomOf(seed, 0)
  return {
    open(number) {
      random.restart(number)
      levels.fill(0)
    },
    next() {
      // A chi-squared of four degrees is twice the sum of two exponentials. One for all tokens: a wild day is wild for all of them.
      const spread = Math.sqrt(degreesOfFreedom / (-2 * Math.log(random.uniform() * random.uniform())))
      for (let f = 0; f < factors; f++) common[f] = random.normal()
      for (let t = 0; t < tokens; t++) {
        if (scales[t] === 0) continue
        let move = own[t] === 0 ? 0 : own[t]! * random.normal()
        for (let f = 0, at = t * factors; f < factors; f++, at++) move += loadings[at]! * common[f]!
        levels[t]! += Math.max(-mostMove, Math.min(mostMove, scales[t]! * spread * move))
      }
      for (const t of order) {
        const anchor = anchors[t]!
        const alone = levels[t] === 0 ? 1 : Math.exp(levels[t]!)
        multiples[t] = anchor === null ? alone : alone * multiples[anchor]!
      }
      return multiples
    },
  }
}
