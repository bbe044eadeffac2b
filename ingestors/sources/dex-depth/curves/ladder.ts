// A venue written down: what has been sold at falling prices, on as few rungs as keep every amount between them right.
import { sampledFalls, type Venue } from './venue.ts'

/** Both in the same order. Between two rungs what is sold grows with the inverse root of the price, as in a constant product. */
export interface Ladder {
  readonly amount_in: number[]
  readonly price_usd: number[]
}

interface Sample {
  readonly price: number
  readonly root: number
  readonly in: number
}

export const mostRungs = 240
// Of what has been sold until there: a sale after a fall is what two such amounts differ by.
const finest = 3e-5
// What is sold before anything else counts for nothing.
const least = 1e-8
const lowest = 0.005
const step = 0.998
const last = 1e-6

// Near the top by falls, for sales are small beside a market; further down by prices, for a fall may have drawn the market there.
const shares: readonly number[] = [
  ...new Set([
    ...sampledFalls.map((fall) => 1 - fall).filter((share) => share > lowest),
    ...Array.from({ length: Math.floor(Math.log(lowest) / Math.log(step)) }, (_, k) => step ** (k + 1)),
    last,
  ]),
].sort((a, b) => b - a)

export function ladderOf(venue: Venue): Ladder {
  if (venue.top <= 0) return { amount_in: [], price_usd: [] }
  const samples = shares.map((share): Sample => {
    const price = venue.top * share
    return { price, root: 1 / Math.sqrt(price), in: venue.at(price).in }
  })
  let kept: Sample[] = []
  for (let tolerance = finest; kept.length === 0 || kept.length > mostRungs; tolerance *= 2) kept = thin(samples, tolerance)
  return { amount_in: kept.map((one) => significant(one.in)), price_usd: kept.map((one) => significant(one.price)) }
}

// As far from each rung as one straight line passes all that lies between within the tolerance.
function thin(samples: readonly Sample[], tolerance: number): Sample[] {
  const floor = samples.at(-1)!.in * least
  const kept = [samples[0]!]
  let [low, high] = [0, Number.POSITIVE_INFINITY]
  for (let at = 1; at < samples.length; at++) {
    let from = kept.at(-1)!
    const one = samples[at]!
    let slope = (one.in - from.in) / (one.root - from.root)
    if (slope < low || slope > high) {
      from = samples[at - 1]!
      kept.push(from)
      slope = (one.in - from.in) / (one.root - from.root)
      ;[low, high] = [0, Number.POSITIVE_INFINITY]
    }
    const room = (tolerance * one.in + floor) / (one.root - from.root)
    low = Math.max(low, slope - room)
    high = Math.min(high, slope + room)
  }
  kept.push(samples.at(-1)!)
  return kept
}

function significant(value: number): number {
  return Number(value.toPrecision(10))
}
