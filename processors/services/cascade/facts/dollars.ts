// What each token is worth in dollars: by a lender's oracle, else by the smallest exchange quote worth trusting, else through a market it backs loans in.
import { priceIdOf } from '../../../../ingestors/sources/compound-v3/topic.ts'
import { assetsPerShare, dollarUnit } from '../../../../ingestors/sources/euler-v2/topic.ts'
import type { ChainFacts, Comet, EulerVault, FluidVault, Market, OraclePrice, Reserve } from './chain-facts.ts'
import { bySize, quotedUsd } from './exchange-depth.ts'

export type Prices = {
  /** Dollars per whole token. */
  usdOf(address: string): number | null
  /** The oracle of a reserve, or of a market's collateral in whole loan tokens. */
  ofReserve(reserve: Reserve): OraclePrice | null
  /** As the reserve's own oracle says, dollars per whole token; null where that says nothing, 0 where it says so. */
  ownUsdOf(reserve: Reserve): number | null
  /** Of whatever a pool's oracle keeps a price of under this address. */
  ofSource(oracle: string, source: string): { readonly usd: number; readonly price: OraclePrice } | null
  ofMarket(market: Market): OraclePrice | null
  ratioOf(market: Market): number | null
  /** The feed of a Comet's collateral, and what that is worth in whole base tokens; null where either feed says nothing. */
  ofAsset(comet: Comet, asset: string): OraclePrice | null
  cometRatioOf(comet: Comet, asset: string): number | null
  /** What its feeds say the base is worth, in whatever they count in. */
  cometUnitOf(comet: Comet): number | null
  /** What a lender of Euler's oracle says of its asset or of a vault's share, and how many of its assets such a share is worth. */
  ofQuote(lender: EulerVault, token: string): OraclePrice | null
  quotedRatioOf(lender: EulerVault, share: string): number | null
  /** What a vault of Fluid's oracle says of its collateral, in whole tokens of what it lends. */
  ofFluid(vault: FluidVault): OraclePrice | null
  fluidRatioOf(vault: FluidVault): number | null
}

export function readPrices(facts: ChainFacts): Prices {
  const byOracle = new Map(facts.prices.map((price) => [`${price.oracle}:${price.asset}`, price]))
  const byAsset = new Map(facts.prices.map((price) => [price.asset, price]))
  const ofReserve = (reserve: Reserve) =>
    byOracle.get(`${reserve.oracle}:${reserve.reserve}`) ?? byAsset.get(reserve.reserve) ?? null
  const ofSource = (oracle: string, source: string) => {
    const price = byOracle.get(`${oracle}:${source}`)
    return price === undefined ? null : { usd: worthOf(price), price }
  }
  const ownUsdOf = (reserve: Reserve) => ofSource(reserve.oracle, reserve.reserve)?.usd ?? null
  const ofMarket = (market: Market) => byOracle.get(`${market.oracle}:${market.id}`) ?? byAsset.get(market.id) ?? null
  const ratioOf = (market: Market) => positive(worthOf(ofMarket(market)))
  const ofAsset = (comet: Comet, asset: string) => byOracle.get(`${comet.comet}:${priceIdOf(asset)}`) ?? null
  const cometRatioOf = (comet: Comet, asset: string) =>
    positive(worthOf(ofAsset(comet, asset)) / worthOf(ofAsset(comet, comet.base.address)))
  const cometUnitOf = (comet: Comet) => positive(worthOf(ofAsset(comet, comet.base.address)))
  const ofQuote = ({ vault }: EulerVault, token: string) => byOracle.get(`${vault}:${priceIdOf(token)}`) ?? null
  const quotedRatioOf = (lender: EulerVault, share: string) =>
    positive(worthOf(ofQuote(lender, share)) / worthOf(ofQuote(lender, lender.asset.address)))
  const ofFluid = ({ vault, collateral }: FluidVault) => byOracle.get(`${vault}:${priceIdOf(collateral.address)}`) ?? null
  const fluidRatioOf = (vault: FluidVault) => positive(worthOf(ofFluid(vault)))
  const usd = new Map<string, number>()
  const learn = (address: string, price: number | null) => {
    if (price !== null && !usd.has(address)) usd.set(address, price)
  }
  for (const reserve of facts.reserves) learn(reserve.reserve, positive(worthOf(ofReserve(reserve))))
  for (const price of facts.prices) if (price.asset.length === addressLength) learn(price.asset, positive(worthOf(price)))
  const learnAssets = () => {
    for (const comet of facts.comets) {
      const base = usd.get(comet.base.address) ?? 0
      for (const { address } of comet.assets) learn(address, positive((cometRatioOf(comet, address) ?? 0) * base))
    }
  }
  // A lender's feed goes before what a pool pays, where one tells what the base is worth.
  learnAssets()
  for (const depth of facts.depths) {
    const [smallest] = bySize(depth.quotes)
    const price = quotedUsd(depth.quotes) ?? (smallest === undefined ? 0 : smallest.amount_out_usd / smallest.amount_in)
    learn(depth.token, positive(price))
  }
  learnAssets()
  learnVaults(facts, { ofQuote, quotedRatioOf }, usd, learn)
  // A loan token may itself be collateral elsewhere: what one pass prices lets the next price more.
  for (let before = -1; before < usd.size; ) {
    before = usd.size
    for (const vault of facts.fluids) {
      const [loan, ratio] = [usd.get(vault.loan.address), fluidRatioOf(vault)]
      if (loan !== undefined && ratio !== null) learn(vault.collateral.address, positive(ratio * loan))
    }
    for (const market of facts.markets) {
      const [loan, ratio] = [usd.get(market.loan.address), ratioOf(market)]
      if (loan !== undefined && ratio !== null) learn(market.collateral.address, positive(ratio * loan))
    }
  }
  const usdOf = (address: string) => usd.get(address) ?? null
  const ofComets = { ofAsset, cometRatioOf, cometUnitOf }
  const ofVaults = { ofQuote, quotedRatioOf, ofFluid, fluidRatioOf }
  return { usdOf, ofReserve, ownUsdOf, ofSource, ofMarket, ratioOf, ...ofComets, ...ofVaults }
}

// Euler's vaults, whose oracles its governance has seen: in dollars, or over what their own asset is worth.
function learnVaults(
  { vaults }: ChainFacts,
  { ofQuote, quotedRatioOf }: Pick<Prices, 'ofQuote' | 'quotedRatioOf'>,
  usd: ReadonlyMap<string, number>,
  learn: (address: string, price: number | null) => void,
): void {
  const byAddress = new Map(vaults.map((one) => [one.vault, one]))
  for (const lender of vaults)
    if (lender.lends?.unit_of_account === dollarUnit)
      learn(lender.asset.address, positive(worthOf(ofQuote(lender, lender.asset.address))))
  for (let before = -1; before < usd.size; ) {
    before = usd.size
    for (const lender of vaults) {
      const own = usd.get(lender.asset.address)
      for (const { vault } of own === undefined ? [] : (lender.lends?.collateral ?? [])) {
        const share = byAddress.get(vault)
        const ratio = quotedRatioOf(lender, vault)
        if (share !== undefined && ratio !== null) learn(share.asset.address, positive((ratio * own!) / assetsPerShare(share)))
      }
    }
  }
}

/** The topic's schema lets nothing else through. */
export function bindingOf(price: OraclePrice | null): 'market' | 'rate' | 'fixed' {
  return (price?.follows ?? 'market') as 'market' | 'rate' | 'fixed'
}

const addressLength = 42

function worthOf(price: OraclePrice | null): number {
  return price === null ? 0 : Number(price.price) / 10 ** price.decimals
}

function positive(value: number): number | null {
  return Number.isFinite(value) && value > 0 ? value : null
}
