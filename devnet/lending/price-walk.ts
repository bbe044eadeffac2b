// How the demo's prices move: a slow walk per family that is drawn back to where it began, and now and then a shock.
import type { PricesUsd } from './prices.ts'
import type { TokenSpec } from './tokens.ts'

export type PriceWalk = { next(): PricesUsd }

const stables = ['USDC', 'DAI']
const volatility = 0.004
const pull = 0.03
const shockChance = 0.02
const shockDepth = 0.12
// A staked token keeps its own small distance to ETH.
const ratioVolatility = 0.0005

// `random` gives numbers in [0, 1); the same sequence walks the same way.
export function createPriceWalk(tokens: readonly TokenSpec[], random: () => number): PriceWalk {
  const families = new Map<string, number>()
  const ratios = new Map<string, number>()
  const familyOf = (symbol: string) => (symbol.endsWith('ETH') ? 'ETH' : symbol)
  const step = (spread: number) => (random() + random() + random() - 1.5) * 2 * spread
  return {
    next() {
      for (const family of new Set(tokens.map((t) => familyOf(t.symbol)))) {
        if (stables.includes(family)) continue
        const log = families.get(family) ?? 0
        const shock = random() < shockChance ? -shockDepth * random() : 0
        families.set(family, log * (1 - pull) + step(volatility) + shock)
      }
      return Object.fromEntries(
        tokens.map((token) => {
          const family = familyOf(token.symbol)
          if (family !== token.symbol && token.symbol !== 'WETH') {
            ratios.set(token.symbol, (ratios.get(token.symbol) ?? 0) * (1 - pull) + step(ratioVolatility))
          }
          const log = (families.get(family) ?? 0) + (ratios.get(token.symbol) ?? 0)
          return [token.symbol, token.priceUsd * Math.exp(log)]
        }),
      )
    },
  }
}
