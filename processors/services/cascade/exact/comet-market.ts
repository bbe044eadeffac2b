// Compound v3's own arithmetic, to the unit: what a principal is worth, who may be absorbed, what that leaves, and how what was taken is sold.
import { mulDiv, wad } from './rounding.ts'

const indexScale = 10n ** 15n

export type CometAsset = {
  readonly asset: string
  /** In the feed's eight decimals; null where it says nothing above 0, and the contract refuses to go on. */
  readonly price: bigint | null
  readonly scale: bigint
  readonly liquidateFactor: bigint
  /** Of its value, what is credited to whoever it is taken from. */
  readonly liquidationFactor: bigint
}

/** Accrued to the moment of the call. */
export type CometMarket = {
  readonly basePrice: bigint | null
  readonly baseScale: bigint
  readonly supplyIndex: bigint
  readonly borrowIndex: bigint
  readonly storeFrontFactor: bigint
  /** In the order in which the contract asks. */
  readonly assets: readonly CometAsset[]
}

export type CometPosition = {
  /** Below 0 who owes. */
  readonly principal: bigint
  readonly balances: ReadonlyMap<string, bigint>
}

export type Absorbed = {
  readonly seized: readonly { readonly asset: string; readonly amount: bigint; readonly value: bigint }[]
  /** What the market's reserves pay in the base: never less than is owed, more where the collateral is credited with more. */
  readonly basePaidOut: bigint
  readonly valueOfBasePaidOut: bigint
  readonly principal: bigint
  /** What the totals of debt and of supply change by. */
  readonly repaidPrincipal: bigint
  readonly suppliedPrincipal: bigint
}

/** An index after so many seconds at a rate that is kept from its last accrual. */
export const accruedIndex = (index: bigint, ratePerSecond: bigint, seconds: bigint): bigint =>
  index + mulDiv(index, ratePerSecond * seconds, wad)

export function presentValue({ supplyIndex, borrowIndex }: CometMarket, principal: bigint): bigint {
  return principal >= 0n ? mulDiv(principal, supplyIndex, indexScale) : -mulDiv(-principal, borrowIndex, indexScale)
}

// Whoever has something is rounded down, and whoever owes up.
export function principalOf({ supplyIndex, borrowIndex }: CometMarket, value: bigint): bigint {
  return value >= 0n ? mulDiv(value, indexScale, supplyIndex) : -mulDiv(-value, indexScale, borrowIndex, 'up')
}

/** Null where a price that the contract needs is missing: then the call is refused. */
export function isAbsorbable(market: CometMarket, position: CometPosition): boolean | null {
  if (position.principal >= 0n) return false
  if (market.basePrice === null) return null
  let liquidity = -mulDiv(-presentValue(market, position.principal), market.basePrice, market.baseScale)
  for (const { asset, price, scale, liquidateFactor } of market.assets) {
    const balance = position.balances.get(asset) ?? 0n
    if (balance === 0n) continue
    // What is enough already asks for no further price.
    if (liquidity >= 0n) return false
    if (price === null) return null
    liquidity += mulDiv(mulDiv(balance, price, scale), liquidateFactor, wad)
  }
  return liquidity < 0n
}

/** All collateral against all debt, whatever is left over either way; null where the contract refuses. */
export function absorb(market: CometMarket, position: CometPosition): Absorbed | null {
  const { basePrice, baseScale } = market
  if (isAbsorbable(market, position) !== true || basePrice === null) return null
  const owed = presentValue(market, position.principal)
  const seized: { asset: string; amount: bigint; value: bigint }[] = []
  let credit = 0n
  for (const { asset, price, scale, liquidationFactor } of market.assets) {
    const amount = position.balances.get(asset) ?? 0n
    if (amount === 0n) continue
    if (price === null) return null
    const value = mulDiv(amount, price, scale)
    credit += mulDiv(value, liquidationFactor, wad)
    seized.push({ asset, amount, value })
  }
  const left = owed + mulDiv(credit, baseScale, basePrice)
  const balance = left < 0n ? 0n : left
  const principal = principalOf(market, balance)
  const basePaidOut = balance - owed
  return {
    seized,
    basePaidOut,
    valueOfBasePaidOut: mulDiv(basePaidOut, basePrice, baseScale),
    principal,
    repaidPrincipal: -position.principal,
    suppliedPrincipal: principal,
  }
}

/** What was taken is sold only while the market has less than it wants to keep. */
export const isForSale = (reserves: bigint, targetReserves: bigint): boolean => reserves < targetReserves

/** How much of an asset so much of the base buys: below its price by a part of what its owner was not credited with. Null: no price. */
export function quoteCollateral(market: CometMarket, asset: string, baseAmount: bigint): bigint | null {
  const { basePrice, baseScale, storeFrontFactor } = market
  const terms = market.assets.find((one) => one.asset === asset)
  if (terms === undefined || terms.price === null || basePrice === null) return null
  const discount = mulDiv(storeFrontFactor, wad - terms.liquidationFactor, wad)
  const discounted = mulDiv(terms.price, wad - discount, wad)
  return discounted === 0n ? null : (basePrice * baseAmount * terms.scale) / discounted / baseScale
}
