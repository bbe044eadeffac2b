// Compound v3's markets as kinds of legs: each asset's terms and the base that is owed, with interest accrued to the newest reading.
import { accruedIndex, isForSale } from '../exact/comet-market.ts'
import type { ChainFacts, Comet } from './chain-facts.ts'
import type { Completeness } from './completeness.ts'
import { type CometOracle, type Composition, countsInDollars, readComposition } from './composition.ts'
import { bindingOf, type Prices } from './dollars.ts'
import { addKind, type Kinds } from './kinds.ts'
import { cometDebtName, reserveName } from './leg-names.ts'
import { depthOf, type TokenTable } from './tokens.ts'

const protocol = 'compound-v3'
const indexUnit = 1e15
const factorUnit = 1e18
// At one the contract divides by nothing and sells nothing.
const mostDiscount = 0.99
// Of what a market's guardian may pause.
const absorbPaused = 0b01000
const buyPaused = 0b10000

export function addComets(kinds: Kinds, facts: ChainFacts, table: TokenTable, prices: Prices): Completeness[] {
  const seconds = Math.floor(Date.parse(facts.block.time) / 1_000)
  const composition = readComposition(facts, prices)
  return facts.comets.flatMap((comet) => {
    const base = table.at(comet.base.address)
    return base === null ? [] : [addComet(kinds, comet, base, table, prices, composition, seconds)]
  })
}

/** Whatever nothing prices; nobody's loan can be valued in a market without a price of its base. */
export function unpricedComets({ comets }: ChainFacts, table: TokenTable): string[] {
  return comets.flatMap(({ market, base, assets }) =>
    [base, ...assets]
      .filter(({ address }) => table.at(address) === null)
      .map((token) => `${market} ${table.symbolOf(token.address)}`),
  )
}

function addComet(
  kinds: Kinds,
  comet: Comet,
  base: number,
  table: TokenTable,
  prices: Prices,
  composition: Composition,
  seconds: number,
): Completeness {
  const { market, assets, borrow_total: total, borrow_tracked: tracked } = comet
  const { priceUsd, symbol: label, family } = table.tokens[base]!
  const unit = 10 ** comet.base.decimals
  const since = BigInt(Math.max(0, seconds - comet.updated_at))
  const perPrincipal = Number(accruedIndex(BigInt(comet.borrow_index), BigInt(comet.borrow_rate), since)) / indexUnit / unit
  // Without the base's own price the contract refuses every call.
  const blocked = (comet.pause_flags & absorbPaused) !== 0 || prices.ofAsset(comet, comet.base.address) === null
  const debtUsd = Number(total) * perPrincipal * priceUsd
  // What stands still by the market's feeds: its base where they count in that, a dollar where they count in dollars.
  const still = countsInDollars(comet, prices) ? null : base
  const isFixed = bindingOf(prices.ofAsset(comet, comet.base.address)) === 'fixed'
  const debt = { protocol, label, token: base, follows: isFixed ? still : base, priceUsd } as const
  addKind(kinds.debt, { name: cometDebtName(market), perUnit: perPrincipal, blocked }, debt)
  const shelf = kinds.shelvesUsd.push(keptUsd(comet, priceUsd / unit)) - 1
  kinds.markets.push({
    collateralKind: null,
    protocol,
    kind: 'market',
    id: comet.comet,
    name: `${market} ${label}`,
    collateralToken: label,
    suppliedUsd: ((Number(comet.supply_total) * Number(comet.supply_index)) / indexUnit / unit) * priceUsd,
    borrowedUsd: debtUsd,
    deficitUsd: (Math.max(0, -Number(comet.reserves)) / unit) * priceUsd,
    liquidationThreshold: 0,
    liquidationBonus: 1,
    oracle: bindingOf(prices.ofAsset(comet, comet.base.address)),
    ...depthOf(table, base),
  })
  // A token that is listed twice has one balance: by its first terms.
  const seen = new Set<string>()
  for (const asset of assets) {
    const token = table.at(asset.address)
    if (token === null || seen.has(asset.address)) continue
    seen.add(asset.address)
    const ratio = prices.cometRatioOf(comet, asset.address)
    const oracle = composition.ofAsset(comet, asset.address)
    const isOfFamily = table.tokens[token]!.family === family
    const assetUsd = ratio === null ? table.tokens[token]!.priceUsd : ratio * priceUsd
    const liquidationThreshold = Number(asset.liquidate_factor) / factorUnit
    // The part of what its owner is not credited with that a buyer gets.
    const discount = (Number(comet.store_front_factor) / factorUnit) * (1 - Number(asset.liquidation_factor) / factorUnit)
    const liquidationBonus = 1 / (1 - Math.min(mostDiscount, discount))
    const name = reserveName(market, asset.address)
    const perUnit = 1 / 10 ** asset.decimals
    const kind = {
      protocol,
      label: `${market} ${table.symbolOf(asset.address)}`,
      token,
      follows: followedBy(oracle, { base: debt.follows, still, token, isOfFamily, baseAddress: comet.base.address }),
    } as const
    const collateralKind = addKind(
      kinds.collateral,
      { name, perUnit, blocked: blocked || ratio === null },
      { ...kind, priceUsd: assetUsd, liquidationThreshold, liquidationBonus, protocolFeeShare: 0, shelf },
    )
    kinds.markets.push({
      collateralKind,
      protocol,
      kind: 'reserve',
      id: name,
      name: kind.label,
      collateralToken: table.symbolOf(asset.address),
      suppliedUsd: Number(asset.supplied) * perUnit * assetUsd,
      borrowedUsd: null,
      deficitUsd: null,
      liquidationThreshold,
      liquidationBonus,
      oracle: oracle.follows,
      ...depthOf(table, token),
    })
  }
  return { protocol, name: market, debtUsd, total, tracked }
}

type Places = {
  readonly base: number | null
  readonly still: number | null
  readonly token: number
  readonly isOfFamily: boolean
  readonly baseAddress: string
}

function followedBy({ follows, of }: CometOracle, { base, still, token, isOfFamily, baseAddress }: Places): number | null {
  if (follows === 'fixed' || (follows === 'rate' && of === null)) return still
  return follows === 'rate' && (of === baseAddress || (of === undefined && isOfFamily)) ? base : token
}

// While reserves are above what the market aims at, and where its sale is paused or pays no buyer, it keeps what it takes.
function keptUsd(comet: Comet, usdPerUnit: number): number {
  if ((comet.pause_flags & buyPaused) !== 0 || comet.store_front_factor === '0') return Number.POSITIVE_INFINITY
  const [reserves, target] = [BigInt(comet.reserves), BigInt(comet.target_reserves)]
  return isForSale(reserves, target) ? 0 : Number(reserves - target) * usdPerUnit
}
