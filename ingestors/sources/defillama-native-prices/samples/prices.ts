// What the chains' tokens cost in the sample world.
import { level, noise } from '../../../samples/walk.ts'

export const tokens: Readonly<Record<string, readonly [symbol: string, usd: number]>> = {
  ethereum: ['ETH', 3_100],
  solana: ['SOL', 150],
  binancecoin: ['BNB', 640],
  bitcoin: ['BTC', 92_000],
  tron: ['TRX', 0.29],
}

/** The price of a chain's token in the sample world; day may be a fraction. */
export function sampleTokenPrice(token: string, day: number): number | null {
  const known = tokens[token]
  if (known === undefined) return null
  const [, usd] = known
  return usd * (1 + level(`token/${token}`, day, 0, 0.3) + 0.02 * noise(`token-day/${token}`, Math.floor(day)))
}
