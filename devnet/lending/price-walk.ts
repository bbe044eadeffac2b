// How the demo's prices move: a slow walk per family that is drawn back to where it began, and now and then a shock.
import type { PricesUsd } from './prices.ts'
import type { TokenSpec } from './tokens.ts'

export type PriceWalk = {
  now(): PricesUsd
  next(): PricesUsd
  /** Moves a token's price from outside the walk, as a logarithm: its family's where it heads one, else its own distance to it. */
  press(symbol: string, log: number): void
}

const stables = ['USDC', 'DAI']
const volatility = 0.004
const pull = 0.03
const shockChance = 0.02
const shockDepth = 0.12
// A staked token keeps its own small distance to ETH, and once in a while loses more of it.
const ratioVolatility = 0.0005
const ratioShockChance = 0.004
const ratioShockDepth = 0.04
// However many shocks follow one another: -45 % and +28 % of the first price, -10 % and +2 % of the ratio.
const familyBounds = [-0.6, 0.25] as const
const ratioBounds = [-0.105, 0.02] as const

// `random` gives numbers in [0, 1); the same sequence walks the same way.
export function createPriceWalk(tokens: readonly TokenSpec[], random: () => number): PriceWalk {
  const families = new Map<string, number>()
  const ratios = new Map<string, number>()
  const step = (spread: number) => (random() + random() + random() - 1.5) * 2 * spread
  const shock = (chance: number, depth: number) => (random() < chance ? -depth * random() : 0)

  const walk: PriceWalk = {
    now: () =>
      Object.fromEntries(
        tokens.map(({ symbol, priceUsd }) => {
          const log = (families.get(familyOf(symbol)) ?? 0) + (ratios.get(symbol) ?? 0)
          return [symbol, priceUsd * Math.exp(log)]
        }),
      ),
    next() {
      for (const family of new Set(tokens.map(({ symbol }) => familyOf(symbol)))) {
        if (stables.includes(family)) continue
        const log = (families.get(family) ?? 0) * (1 - pull) + step(volatility) + shock(shockChance, shockDepth)
        families.set(family, within(familyBounds, log))
      }
      for (const { symbol } of tokens) {
        if (isHead(symbol)) continue
        const log = (ratios.get(symbol) ?? 0) * (1 - pull) + step(ratioVolatility) + shock(ratioShockChance, ratioShockDepth)
        ratios.set(symbol, within(ratioBounds, log))
      }
      return walk.now()
    },
    press(symbol, log) {
      if (stables.includes(symbol)) return
      if (isHead(symbol)) families.set(familyOf(symbol), within(familyBounds, (families.get(familyOf(symbol)) ?? 0) + log))
      else ratios.set(symbol, within(ratioBounds, (ratios.get(symbol) ?? 0) + log))
    },
  }
  return walk
}

function familyOf(symbol: string): string {
  return symbol.endsWith('ETH') ? 'ETH' : symbol
}

function isHead(symbol: string): boolean {
  return familyOf(symbol) === symbol || symbol === 'WETH'
}

function within([low, high]: readonly [number, number], log: number): number {
  return Math.min(high, Math.max(low, log))
}
