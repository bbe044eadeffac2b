// The perpetual markets of the demo world: one walk of price, open interest and funding that every venue's sample leans on.
import { level } from './walk.ts'

export const sampleCoins = {
  BTC: { price: 78_000, oiUsd: 2_400e6 },
  ETH: { price: 2_150, oiUsd: 1_300e6 },
  SOL: { price: 86, oiUsd: 420e6 },
  XRP: { price: 1.42, oiUsd: 160e6 },
  HYPE: { price: 34, oiUsd: 610e6 },
  DOGE: { price: 0.105, oiUsd: 70e6 },
  AVAX: { price: 9.4, oiUsd: 45e6 },
  LINK: { price: 9.6, oiUsd: 52e6 },
  PEPE: { price: 0.0000042, oiUsd: 38e6 },
  SUI: { price: 1.05, oiUsd: 48e6 },
  ARB: { price: 0.12, oiUsd: 14e6 },
  AAVE: { price: 96, oiUsd: 33e6 },
} as const

export type SampleCoin = keyof typeof sampleCoins
export const sampleCoinNames = Object.keys(sampleCoins) as SampleCoin[]

const dayMs = 86_400_000

export function sampleMarket(coin: SampleCoin, at: Date) {
  const { price, oiUsd } = sampleCoins[coin]
  const day = at.getTime() / dayMs
  const mood = level('perp-mood', day, 0, 1)
  // Waves of hours on top of the slow ones: level's own shortest is a week.
  const swing = (name: string) => level(`${name}/${coin}`, day * 20, 0, 1)
  const now = price * Math.exp(0.3 * level(`price/${coin}`, day, 0, 1) + 0.06 * swing('price'))
  const coins = (oiUsd / price) * Math.exp(0.25 * mood + 0.2 * level(`oi/${coin}`, day, 0, 1) + 0.05 * swing('oi'))
  const premium = 0.0004 * (mood + swing('premium'))
  const clamped = Math.min(0.0005, Math.max(-0.0005, 0.0001 - premium))
  return { price: now, coins, premium, hourlyRate: (premium + clamped) / 8 }
}
