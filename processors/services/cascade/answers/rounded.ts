// Rounding that never says what is not so: a share short of all is never 100, one above nothing is never 0.
import { round } from '../../../formula/index.ts'

const mostDigits = 12

/** With as many digits more as it takes to stand off 0 and 100. */
export function percent(value: number, digits = 4): number {
  for (let d = digits; d < mostDigits; d++) {
    const rounded = round(value, d)
    if ((rounded === 100 && value < 100) || (rounded === 0 && value !== 0)) continue
    return rounded
  }
  return round(value, mostDigits)
}

/** Prices differ by ten orders of magnitude: what counts is how many digits are right. */
export function price(usd: number): number {
  return Number(usd.toPrecision(9))
}

/** A share that is promised: never more than there is. */
export function atMost(share: number, digits: number): number {
  return Math.floor(round(share * 10 ** digits, 6)) / 10 ** digits
}
