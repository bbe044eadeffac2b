// Order books for samples: prices around where the demo's coins began, thinner the nearer, the same on every machine for the same minute.
import { noise } from './walk.ts'

const centres: Readonly<Record<string, number>> = { ETH: 2_500, BTC: 60_000, LINK: 14, AAVE: 160, UNI: 8, CRV: 0.5, USDT: 1 }
const levels = 200
/** Dollars that stand at the nearest price. */
const nearestUsd = 60_000

export type SampleLevel = readonly [price: string, amount: string]

/** Null for a coin that no sample has. */
export function sampleBook(venue: string, coin: string, now: Date) {
  const centre = centres[coin]
  if (centre === undefined) return null
  const minute = Math.floor(now.getTime() / 60_000)
  const middle = centre * (1 + (coin === 'USDT' ? 0.0002 : 0.004) * noise(`${venue} ${coin}`, minute))
  const side = (sign: 1 | -1): SampleLevel[] =>
    Array.from({ length: levels }, (_, n) => {
      const price = middle * (1 + sign * (0.0001 + 0.0005 * n))
      const usd = nearestUsd * (1 + n / 20) * (1 + 0.3 * noise(`${venue} ${coin} ${sign}`, minute + n))
      return [price.toFixed(8), (usd / price).toFixed(8)]
    })
  return { bids: side(-1), asks: side(1) }
}
