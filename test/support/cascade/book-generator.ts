// Seeded books of any size: 40 tokens in three families, positions whose sizes span four orders of magnitude and healths 1.01 to 5.

import { constantProduct, noImpact } from '../../../processors/services/cascade/model/impact.ts'
import type { MarketState } from '../../../processors/services/cascade/model/market-state.ts'
import type { CollateralKind, DebtKind, Leg, Position } from '../../../processors/services/cascade/model/position.ts'
import type { Token } from '../../../processors/services/cascade/model/token.ts'
import { addFluids, fluidPosition } from './drawn-fluids.ts'
import { sizeUsd, someOf } from './drawn-sizes.ts'
import { type SeededRandom, seededRandom } from './seeded-random.ts'

export type GeneratedBook = { state: MarketState; positions: Position[]; ethFamily: boolean[] }

export type BookWish = {
  seed: number
  positions: number
  // Depth of every volatile token's market in USD; infinite for none.
  depthUsd: number
  // Share of the positions that are Morpho's.
  morphoShare?: number
  // Share of those that are in one of two markets of Compound's, which know one debt and up to five collaterals.
  cometShare?: number
  // Share of the positions that are in one of two of Euler's vaults, where the bonus is what is short.
  eulerShare?: number
  // Share of the positions that are in one of four vaults of Fluid, which knows ratios .15 % apart.
  fluidShare?: number
  // Derivatives follow their base's price through a rate oracle and route their sales on through it.
  rateOracles?: boolean
  emodes?: boolean
  // Share of Aave's positions that are in a pool before v3.3.
  olderShare?: number
  fixedOracles?: boolean
  blockedShare?: number
  // Only positions that own ETH-family tokens and owe stables.
  singleFamily?: boolean
}

const ethTokens = 12
const btcTokens = 8
const stableTokens = 20
export const tokenCount = ethTokens + btcTokens + stableTokens

export function generateBook(wish: BookWish): GeneratedBook {
  const random = seededRandom(wish.seed)
  const tokens = Array.from({ length: tokenCount }, (_, i) => makeToken(i, wish, random))
  const thresholds = tokens.map(() => Math.round(random.between(7500, 8500)) / 1e4)
  const bonuses = tokens.map(() => Math.round(random.between(10400, 10700)) / 1e4)
  const collateralKinds: CollateralKind[] = tokens.map((t, i) => ({
    protocol: 'aave-v3',
    label: t.symbol,
    token: i,
    follows: i,
    priceUsd: t.priceUsd,
    liquidationThreshold: thresholds[i]!,
    liquidationBonus: bonuses[i]!,
    protocolFeeShare: 0.1,
  }))
  const debtKinds: DebtKind[] = tokens.map((t, i) => ({
    protocol: 'aave-v3',
    label: t.symbol,
    token: i,
    follows: i,
    priceUsd: t.priceUsd,
  }))
  const emodeKinds = wish.emodes ? addEmodes(collateralKinds, tokens) : []
  const olderKinds =
    (wish.olderShare ?? 0) > 0 ? addOlder(collateralKinds, tokens, wish.seed % 2 === 0 ? 'exact' : 'whole-bps') : 0
  const markets = (wish.morphoShare ?? 0) > 0 ? addMarkets(collateralKinds, debtKinds, tokens, wish, random) : []
  const comets = (wish.cometShare ?? 0) > 0 ? addComets(collateralKinds, debtKinds, tokens, random) : []
  const eulers = (wish.eulerShare ?? 0) > 0 ? addEulers(collateralKinds, debtKinds, tokens, random) : []
  const fluids =
    (wish.fluidShare ?? 0) > 0 ? addFluids(collateralKinds, debtKinds, tokens, [0, ethTokens, ethTokens + btcTokens], random) : []
  const state: MarketState = { tokens, collateralKinds, debtKinds, ...(comets.length > 0 ? { shelvesUsd: [0, 40_000] } : {}) }
  const pick = <T>(from: readonly T[], share = 0): T | null =>
    from.length > 0 && random.chance(share) ? from[random.below(from.length)]! : null
  const draw = (i: number): Position => {
    const market = pick(markets, wish.morphoShare)
    if (market !== null) return morphoPosition(i, state, market, random)
    const comet = pick(comets, wish.cometShare)
    if (comet !== null) return basketPosition('compound-v3', i, state, comet, random)
    const euler = pick(eulers, wish.eulerShare)
    if (euler !== null) return basketPosition('euler-v2', i, state, euler, random)
    const fluid = pick(fluids, wish.fluidShare)
    if (fluid !== null) return fluidPosition(i, state, fluid, random)
    return inPool(aavePosition(i, state, emodeKinds, wish, random), olderKinds, wish, random)
  }
  const positions = Array.from({ length: wish.positions }, (_, i) => draw(i))
  return { state, positions, ethFamily: tokens.map((_, i) => i < ethTokens) }
}

function makeToken(i: number, wish: BookWish, random: SeededRandom): Token {
  const family = i < ethTokens ? 'ETH' : i < ethTokens + btcTokens ? 'BTC' : 'USD'
  const first = family === 'ETH' ? 0 : family === 'BTC' ? ethTokens : i
  const priceUsd = family === 'ETH' ? 2500 * (1 + (i === 0 ? 0 : random.next() * 0.2)) : family === 'BTC' ? 60_000 : 1
  const derived = Boolean(wish.rateOracles) && i !== first
  return {
    symbol: `${family}${i - first || ''}`,
    priceUsd,
    family,
    role: i === first ? 'numeraire' : 'derivative',
    base: derived ? first : null,
    oracle: derived && i % 3 !== 0 ? 'rate' : 'market',
    routedShare: derived ? 0.8 : 0,
    impact: family === 'USD' || wish.depthUsd === Number.POSITIVE_INFINITY ? noImpact : constantProduct(wish.depthUsd / priceUsd),
  }
}

function addEmodes(kinds: CollateralKind[], tokens: readonly Token[]): number[] {
  return tokens.flatMap((_, i) => {
    if (i === 0 || i >= ethTokens) return []
    kinds.push({ ...kinds[i]!, label: `${kinds[i]!.label} in eMode`, liquidationThreshold: 0.95, liquidationBonus: 1.01 })
    return [kinds.length - 1]
  })
}

// The same reserves once more, in a pool of their own.
function addOlder(kinds: CollateralKind[], tokens: readonly Token[], older: 'whole-bps' | 'exact'): number {
  const first = kinds.length
  tokens.forEach((_, i) => {
    kinds.push({ ...kinds[i]!, label: `${kinds[i]!.label} of the older pool`, older })
  })
  return first
}

function inPool(position: Position, older: number, wish: BookWish, random: SeededRandom): Position {
  if (older === 0 || !random.chance(wish.olderShare!)) return position
  if (position.collateral.some(({ kind }) => kind >= tokenCount)) return position
  return { ...position, collateral: position.collateral.map(({ kind, amount }) => ({ kind: kind + older, amount })) }
}

type Market = { collateral: number; debt: number }

function addMarkets(
  collateralKinds: CollateralKind[],
  debtKinds: DebtKind[],
  tokens: readonly Token[],
  wish: BookWish,
  random: SeededRandom,
): Market[] {
  return Array.from({ length: 60 }, (_, m) => {
    const token = random.below(ethTokens + btcTokens)
    const correlated = token > 0 && token < ethTokens && random.chance(0.25) && !wish.singleFamily
    const loan = correlated ? 0 : ethTokens + btcTokens + random.below(stableTokens)
    const lltv = correlated ? 0.945 : [0.77, 0.86, 0.915][random.below(3)]!
    const fixed = Boolean(wish.fixedOracles) && m % 10 === 0
    const label = `${tokens[token]!.symbol}/${tokens[loan]!.symbol} ${lltv}`
    collateralKinds.push({
      protocol: 'morpho-blue',
      label,
      token,
      follows: fixed ? loan : token,
      priceUsd: tokens[token]!.priceUsd,
      liquidationThreshold: lltv,
      liquidationBonus: Math.min(1.15, 1 / (0.3 * lltv + 0.7)),
      protocolFeeShare: 0,
    })
    debtKinds.push({ protocol: 'morpho-blue', label, token: loan, follows: loan, priceUsd: tokens[loan]!.priceUsd })
    return { collateral: collateralKinds.length - 1, debt: debtKinds.length - 1 }
  })
}

function morphoPosition(i: number, state: MarketState, market: Market, random: SeededRandom): Position {
  const kind = state.collateralKinds[market.collateral]!
  const usd = sizeUsd(random)
  const health = 1.01 + random.next() * random.next() * 4
  const debtUsd = (usd * kind.liquidationThreshold) / health
  return {
    id: `m${i}`,
    protocol: 'morpho-blue',
    collateral: [{ kind: market.collateral, amount: usd / kind.priceUsd }],
    debt: [{ kind: market.debt, amount: debtUsd / state.debtKinds[market.debt]!.priceUsd }],
  }
}

type Basket = { collateral: readonly number[]; debt: number }

// One of dollars and one of ether; the second sells nothing before it has less than it wants to keep.
function addComets(
  collateralKinds: CollateralKind[],
  debtKinds: DebtKind[],
  tokens: readonly Token[],
  random: SeededRandom,
): Basket[] {
  return [ethTokens + btcTokens, 0].map((base, shelf) => {
    const shared = { protocol: 'compound-v3', label: `comet of ${tokens[base]!.symbol}` } as const
    debtKinds.push({ ...shared, token: base, follows: base, priceUsd: tokens[base]!.priceUsd })
    const collateral = [1, 2, 3, 4, ethTokens].map((token) => {
      const credited = random.between(0.85, 0.97)
      return (
        collateralKinds.push({
          ...shared,
          token,
          follows: token,
          priceUsd: tokens[token]!.priceUsd,
          liquidationThreshold: random.between(0.7, 0.93),
          liquidationBonus: 1 / (1 - 0.6 * (1 - credited)),
          protocolFeeShare: 0,
          shelf,
        }) - 1
      )
    })
    return { collateral, debt: debtKinds.length - 1 }
  })
}

// One of dollars and one of ether; the last collateral of each weighs nothing any more.
function addEulers(
  collateralKinds: CollateralKind[],
  debtKinds: DebtKind[],
  tokens: readonly Token[],
  random: SeededRandom,
): Basket[] {
  return [ethTokens + btcTokens, 0].map((asset, v) => {
    const shared = { protocol: 'euler-v2', label: `vault of ${tokens[asset]!.symbol}` } as const
    debtKinds.push({ ...shared, token: asset, follows: asset, priceUsd: tokens[asset]!.priceUsd })
    const collateral = [1, 2, 3, ethTokens, 4].map((token, k) => {
      return (
        collateralKinds.push({
          ...shared,
          token,
          follows: token,
          priceUsd: tokens[token]!.priceUsd,
          liquidationThreshold: k === 4 ? 0 : random.between(0.7, 0.95),
          liquidationBonus: 1 / (1 - [0.15, 0.05][v]!),
          protocolFeeShare: 0,
        }) - 1
      )
    })
    return { collateral, debt: debtKinds.length - 1 }
  })
}

function basketPosition(
  protocol: 'compound-v3' | 'euler-v2',
  i: number,
  state: MarketState,
  basket: Basket,
  random: SeededRandom,
): Position {
  const count = random.chance(0.5) ? 1 : 1 + random.below(4)
  const chosen = basket.collateral.slice(random.below(2)).slice(0, count)
  let weighted = 0
  const collateral = chosen.map((kind): Leg => {
    const usd = sizeUsd(random)
    weighted += usd * state.collateralKinds[kind]!.liquidationThreshold
    return { kind, amount: usd / state.collateralKinds[kind]!.priceUsd }
  })
  const health = 1.01 + random.next() * random.next() * 4
  const debt = [{ kind: basket.debt, amount: weighted / health / state.debtKinds[basket.debt]!.priceUsd }]
  return { id: `${protocol[0]}${i}`, protocol, collateral, debt }
}

function aavePosition(
  i: number,
  state: MarketState,
  emodeKinds: readonly number[],
  wish: BookWish,
  random: SeededRandom,
): Position {
  if (emodeKinds.length > 0 && random.chance(0.1) && !wish.singleFamily) return loopPosition(i, state, emodeKinds, random)
  const volatile = wish.singleFamily ? ethTokens : ethTokens + btcTokens
  const collateral: Leg[] = []
  let weighted = 0
  for (const token of someOf(random.chance(0.7) ? 1 : 2, volatile, random)) {
    const usd = sizeUsd(random)
    const kind = state.collateralKinds[token]!
    collateral.push({ kind: token, amount: usd / kind.priceUsd })
    weighted += usd * kind.liquidationThreshold
  }
  const health = 1.01 + random.next() * random.next() * 4
  const count = random.chance(0.85) ? 1 : 2
  const debt: Leg[] = []
  // Never two equal debts: which of them a liquidator repays would hang on the last bit.
  const split = count === 1 ? 1 : random.between(0.2, 0.8)
  for (let d = 0; d < count; d++) {
    const token =
      random.chance(0.85) || wish.singleFamily ? ethTokens + btcTokens + random.below(stableTokens) : random.below(ethTokens)
    if (debt.some((l) => l.kind === token)) continue
    debt.push({ kind: token, amount: ((weighted / health) * (d === 0 ? split : 1 - split)) / state.debtKinds[token]!.priceUsd })
  }
  const position: Position = { id: `a${i}`, protocol: 'aave-v3', collateral, debt }
  return random.chance(wish.blockedShare ?? 0) ? { ...position, blocked: true } : position
}

// A staked-ETH loop: owns a derivative inside its eMode, owes the numeraire.
function loopPosition(i: number, state: MarketState, emodeKinds: readonly number[], random: SeededRandom): Position {
  const kind = emodeKinds[random.below(emodeKinds.length)]!
  const usd = sizeUsd(random)
  const debtUsd = (usd * 0.95) / random.between(1.005, 1.3)
  return {
    id: `a${i}`,
    protocol: 'aave-v3',
    collateral: [{ kind, amount: usd / state.collateralKinds[kind]!.priceUsd }],
    debt: [{ kind: 0, amount: debtUsd / state.debtKinds[0]!.priceUsd }],
  }
}
