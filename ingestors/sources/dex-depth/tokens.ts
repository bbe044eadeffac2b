// The tokens whose depth matters on a chain, with what one of them is worth as far as the protocols' oracles say.
import type { ReadContext } from '../../chains/follower.ts'
import { aaveReserves } from '../aave-v3/topic.ts'
import { cometMarkets, priceIdOf } from '../compound-v3/topic.ts'
import { vaultsInUse } from '../euler-v2/in-use.ts'
import { assetsPerShare, dollarUnit, eulerVaults } from '../euler-v2/topic.ts'
import { fluidVaults } from '../fluid/topic.ts'
import { morphoMarkets } from '../morpho-blue/topic.ts'
import { oraclePrices } from '../oracle-prices/topic.ts'

export interface PricedToken {
  readonly address: string
  readonly symbol: string
  readonly decimals: number
  /** Null where no oracle leads to dollars. */
  readonly priceUsd: number | null
  /** A lender's governance chose the oracle; any other price may be what somebody's own market says. */
  readonly isListed: boolean
}

type Fact = Record<string, any>
type Token = Pick<PricedToken, 'address' | 'symbol' | 'decimals'>

export async function listTokens(context: ReadContext, dollars: ReadonlySet<string>): Promise<Map<string, PricedToken>> {
  const [reserves, markets, comets, vaults, fluids, prices] = await Promise.all([
    context.contents('aave-v3', aaveReserves),
    context.contents('morpho-blue', morphoMarkets),
    context.contents('compound-v3', cometMarkets),
    context.contents('euler-v2', eulerVaults),
    context.contents('fluid', fluidVaults),
    context.contents('oracle-prices', oraclePrices),
  ])
  const names = new Map<string, { symbol: string; decimals: number }>()
  for (const reserve of reserves) names.set(reserve.reserve, reserve as never)
  for (const { collateral, loan } of markets)
    for (const token of [collateral, loan]) if (!names.has(token.address)) names.set(token.address, token)
  const ofComets = comets.flatMap(({ base, assets }) => [base, ...assets])
  for (const token of ofComets) if (!names.has(token.address)) names.set(token.address, token)
  const ofFluid = fluids
    .filter((one) => one.borrow_total !== '0')
    .flatMap(({ collateral, loan }) => [collateral, loan] as Token[])
  for (const asset of [...takenByVaults(vaults), ...ofFluid]) if (!names.has(asset.address)) names.set(asset.address, asset)
  const worth = priceTokens(prices, markets, dollars, comets, vaults, fluids)
  const listed = new Set([...dollars, ...prices.map((fact) => fact.asset as string), ...ofComets.map(({ address }) => address)])
  return new Map(
    [...names].map(([address, { symbol, decimals }]) => [
      address,
      { address, symbol, decimals, priceUsd: worth.get(address) ?? null, isListed: listed.has(address) },
    ]),
  )
}

export function priceTokens(
  prices: readonly Fact[],
  markets: readonly Fact[],
  dollars: ReadonlySet<string>,
  comets: readonly Fact[] = [],
  vaults: readonly Fact[] = [],
  fluids: readonly Fact[] = [],
): Map<string, number> {
  const asked = new Map(prices.map((fact) => [fact.asset as string, Number(fact.price) / 10 ** fact.decimals]))
  const worth = new Map([...asked].filter(([asset, price]) => asset.length === 42 && price > 0))
  for (const token of dollars) worth.set(token, 1)
  const fed = new Map(prices.map((fact) => [`${fact.oracle} ${fact.asset}`, Number(fact.price) / 10 ** fact.decimals]))
  for (const { comet, base, assets } of comets) {
    const priceOf = (token: string) => fed.get(`${comet} ${priceIdOf(token)}`) ?? 0
    const [usd, ofBase] = [worth.get(base.address), priceOf(base.address)]
    if (usd === undefined || !(ofBase > 0)) continue
    for (const { address } of assets) {
      const ratio = priceOf(address) / ofBase
      if (!worth.has(address) && ratio > 0) worth.set(address, ratio * usd)
    }
  }
  priceVaults(vaults, (vault, token) => fed.get(`${vault} ${priceIdOf(token)}`) ?? 0, worth)
  const pairs = [
    ...fluids.map(({ vault, loan, collateral }) => ({
      loan,
      collateral,
      price: fed.get(`${vault} ${priceIdOf(collateral.address)}`),
    })),
    ...markets.map(({ id, loan, collateral }) => ({ loan, collateral, price: asked.get(id) })),
  ]
  // A market's oracle prices one token in the other: whoever is reached from a priced one is priced as well.
  for (let reached = true; reached; ) {
    reached = false
    for (const { price = 0, loan, collateral } of pairs) {
      if (!(price > 0)) continue
      const [ofLoan, ofCollateral] = [worth.get(loan.address), worth.get(collateral.address)]
      if (ofLoan !== undefined && ofCollateral === undefined) worth.set(collateral.address, ofLoan * price)
      else if (ofLoan === undefined && ofCollateral !== undefined) worth.set(loan.address, ofCollateral / price)
      else continue
      reached = true
    }
  }
  return worth
}

/** What somebody owes to Euler's vaults, and what backs that; each token more waits for all others' readings. */
export function takenByVaults(vaults: readonly Fact[]): Token[] {
  return vaultsInUse(vaults).flatMap(({ lender, shares }) => [lender, ...shares].map(({ asset }) => asset))
}

// A lender of Euler's says what its asset is worth in its unit of account, and what a share of each vault it takes.
function priceVaults(
  vaults: readonly Fact[],
  priceOf: (vault: string, token: string) => number,
  worth: Map<string, number>,
): void {
  const shares = new Map(vaults.map((one) => [one.vault as string, one]))
  for (const { vault, asset, lends } of vaults) {
    const ofAsset = lends === null ? 0 : priceOf(vault, asset.address)
    if (!(ofAsset > 0)) continue
    if (lends.unit_of_account === dollarUnit && !worth.has(asset.address)) worth.set(asset.address, ofAsset)
    const usd = worth.get(asset.address)
    if (usd === undefined) continue
    for (const { vault: taken } of lends.collateral) {
      const share = shares.get(taken)
      const price = share === undefined ? 0 : (priceOf(vault, taken) * usd) / ofAsset / assetsPerShare(share as never)
      if (price > 0 && !worth.has(share!.asset.address)) worth.set(share!.asset.address, price)
    }
  }
}
