// The curves that pools trade along: how much moves a price by two percent, and what a provider loses against holding.
import { clip } from '../../formula/index.ts'

export interface Curve {
  /** Of the second token when so much of the first lies in the pool. */
  y(x: number): number
  /** Of the second token for one of the first, there. */
  price(x: number): number
}

const halvings = 200

/** The place between two at which a rising function passes a value. */
function findRising(f: (x: number) => number, wanted: number, low: number, high: number): number {
  let [from, to] = [low, high]
  for (let i = 0; i < halvings && from < to; i++) {
    const middle = (from + to) / 2
    if (middle === from || middle === to) break
    if (f(middle) < wanted) from = middle
    else to = middle
  }
  return (from + to) / 2
}

/** x·y = k. */
export function productCurve(x0: number, y0: number): Curve {
  const k = x0 * y0
  return { y: (x) => k / x, price: (x) => k / (x * x) }
}

/** x³y + y³x = k (Solidly's whitepaper), both sides worth about the same. */
export function stableCurve(x0: number, y0: number): Curve {
  const k = x0 ** 3 * y0 + y0 ** 3 * x0
  // y³x is at most all of k.
  const y = (x: number) => findRising((y) => x ** 3 * y + y ** 3 * x, k, 0, Math.cbrt(k / x))
  const price = (x: number) => {
    const own = y(x)
    return (3 * x * x * own + own ** 3) / (x ** 3 + 3 * x * own * own)
  }
  return { y, price }
}

/** Where on the curve the price is so many times what it is at x0. */
function placeAt(curve: Curve, x0: number, times: number): number {
  const wanted = curve.price(x0) * times
  // A price falls as more of the first token comes in.
  return Math.exp(findRising((log) => -curve.price(Math.exp(log)), -wanted, Math.log(x0) - 12, Math.log(x0) + 12))
}

/** In the second token: what selling the first brings until its price has fallen by two percent. */
export const soldUntilTwoPercent = (curve: Curve, x0: number): number => curve.y(x0) - curve.y(placeAt(curve, x0, 0.98))

/** What a provider has against who held, where the first token is worth so many times as much of the second: -0.01 is one percent less. */
export function lossAgainstHolding(curve: Curve, x0: number, times: number): number {
  const x = placeAt(curve, x0, times)
  const price = curve.price(x)
  const held = price * x0 + curve.y(x0)
  return (price * x + curve.y(x)) / held - 1
}

/** The same of a position between two prices, as shares of the price now (Uniswap v3 whitepaper, 6.2 and 6.3). */
export function lossInRange(times: number, low: number, high: number): number {
  const root = clip(Math.sqrt(times), Math.sqrt(low), Math.sqrt(high))
  const amounts = (at: number) => [1 / at - 1 / Math.sqrt(high), at - Math.sqrt(low)] as const
  const [x0, y0] = amounts(1)
  const [x, y] = amounts(root)
  return (times * x + y) / (times * x0 + y0) - 1
}
