// Morpho Blue's markets as kinds of legs, with interest accrued to the moment of the newest reading.
import { round } from '../../../formula/index.ts'
import { accrue, incentiveOf } from '../exact/morpho-market.ts'
import { wad } from '../exact/rounding.ts'
import type { ChainFacts, Market } from './chain-facts.ts'
import type { Completeness } from './completeness.ts'
import { bindingOf, type Prices } from './dollars.ts'
import { addKind, type Kinds } from './kinds.ts'
import { morphoName } from './leg-names.ts'
import { depthOf, type TokenTable } from './tokens.ts'

const protocol = 'morpho-blue'

export function addMarkets(kinds: Kinds, facts: ChainFacts, table: TokenTable, prices: Prices): Completeness[] {
  const seconds = BigInt(Math.floor(Date.parse(facts.block.time) / 1_000))
  return facts.markets.flatMap((market) => {
    const [collateral, loan] = [table.at(market.collateral.address), table.at(market.loan.address)]
    const ratio = prices.ratioOf(market)
    if (collateral === null || loan === null || ratio === null) return []
    return [addMarket(kinds, market, { collateral, loan, ratio }, table, prices, seconds)]
  })
}

function addMarket(
  kinds: Kinds,
  market: Market,
  at: { collateral: number; loan: number; ratio: number },
  table: TokenTable,
  prices: Prices,
  seconds: bigint,
): Completeness {
  const [collateral, loan] = [table.tokens[at.collateral]!, table.tokens[at.loan]!]
  const accrued = accrue(
    {
      totalSupplyAssets: BigInt(market.total_supply_assets),
      totalSupplyShares: BigInt(market.total_supply_shares),
      totalBorrowAssets: BigInt(market.total_borrow_assets),
      totalBorrowShares: BigInt(market.total_borrow_shares),
      updatedAt: BigInt(market.updated_at),
      fee: BigInt(market.fee),
    },
    BigInt(market.borrow_rate),
    seconds,
  )
  const oracle = bindingOf(prices.ofMarket(market))
  const loanUnit = 10 ** market.loan.decimals
  const name = morphoName(market.id)
  const label = `${collateral.symbol}/${loan.symbol} ${market.id.slice(0, 10)}`
  const lltv = BigInt(market.lltv)
  // A ratio that is fixed, or an exchange rate inside one family, stands still against the loan whatever the family does.
  const standsOnLoan = oracle === 'fixed' || (oracle === 'rate' && collateral.family === loan.family)
  const liquidationThreshold = Number(lltv) / 1e18
  // Above one the incentive's formula has no meaning, and no such market can exist.
  const liquidationBonus = lltv > wad ? 1 : Number(incentiveOf(lltv)) / 1e18
  const perShare = (Number(accrued.totalBorrowAssets) + 1) / (Number(accrued.totalBorrowShares) + 1e6) / loanUnit
  addKind(
    kinds.debt,
    { name, perUnit: perShare, blocked: false },
    { protocol, label, token: at.loan, follows: at.loan, priceUsd: loan.priceUsd },
  )
  const collateralKind = addKind(
    kinds.collateral,
    { name, perUnit: 1 / 10 ** market.collateral.decimals, blocked: false },
    {
      protocol,
      label,
      token: at.collateral,
      follows: standsOnLoan ? at.loan : at.collateral,
      priceUsd: at.ratio * loan.priceUsd,
      liquidationThreshold,
      liquidationBonus,
      protocolFeeShare: 0,
    },
  )
  const debtUsd = (Number(accrued.totalBorrowAssets) / loanUnit) * loan.priceUsd
  kinds.markets.push({
    collateralKind,
    protocol,
    kind: 'market',
    id: market.id,
    name: `${collateral.symbol}/${loan.symbol} ${round(liquidationThreshold * 100, 2)} %`,
    collateralToken: collateral.symbol,
    suppliedUsd: (Number(accrued.totalSupplyAssets) / loanUnit) * loan.priceUsd,
    borrowedUsd: debtUsd,
    deficitUsd: null,
    liquidationThreshold,
    liquidationBonus,
    oracle,
    ...depthOf(table, at.collateral),
  })
  return { protocol, name: label, debtUsd, total: market.total_borrow_shares, tracked: market.borrow_shares_tracked }
}
