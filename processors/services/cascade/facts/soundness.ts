// Which markets of Morpho Blue may speak in a headline: anybody can open one, name its oracle, and borrow from himself without a cost.
import { amountUntil, type ImpactCurve } from '../model/impact.ts'
import { type ChainFacts, listedTokens, type Market } from './chain-facts.ts'
import type { Prices } from './dollars.ts'
import { quotedUsd, readDepth } from './exchange-depth.ts'
import { morphoName } from './leg-names.ts'

/** Of collateral no lender lists: what must be sellable before its price has fallen by a fifth. */
export const leastDepthUsd = 100_000
const depthAt = 0.8
/** How far a market's own oracle may stand from what lenders' oracles or exchanges say. */
export const mostOracleRatio = 1.5
/** Of collateral no lender lists: the debt on it, in times that depth. */
export const mostDebtPerDepth = 20
/** What a market must owe to be one at all: to open one costs nothing. */
export const leastMarketUsd = 1_000
/** Debt of more than this many times its collateral is lost, not at risk. */
const mostDebtPerCollateral = 2

export type SetAside = {
  readonly name: string
  readonly market: string
  readonly reason: string
  /** What it says is owed; where nothing prices the loan, null. */
  readonly debtUsd: number | null
  /** The part of that which collateral with a price of its own stands behind. */
  readonly backedUsd: number
  /** Its price is missing although both of its tokens are known: an input that is not there, not a market to doubt. */
  readonly isMissing: boolean
}

export type Judged = { readonly sound: readonly Market[]; readonly setAside: readonly SetAside[] }

/** `held`: raw units of collateral on each market's positions, by the market's name. */
export function judgeMarkets(facts: ChainFacts, prices: Prices, held: ReadonlyMap<string, number>): Judged {
  const trusted = trustedPrices(facts, prices)
  const depths = new Map(facts.depths.map((depth) => [depth.token, depth]))
  const judged = facts.markets.map((market) => {
    const [ofLoan, ofCollateral] = [trusted.usd(market.loan.address), trusted.usd(market.collateral.address)]
    const debtUsd = ofLoan === null ? null : (Number(market.total_borrow_assets) / 10 ** market.loan.decimals) * ofLoan
    const amount = (held.get(morphoName(market.id)) ?? 0) / 10 ** market.collateral.decimals
    const backedUsd = Math.min(debtUsd ?? 0, ofCollateral === null ? 0 : amount * ofCollateral)
    const collateral = market.collateral.address
    const depth = depths.get(collateral)
    const depthUsd = trusted.isListed(collateral)
      ? Number.POSITIVE_INFINITY
      : sellableUsd(depth === undefined ? null : readDepth(depth, ofCollateral), ofCollateral)
    const reason = faultOf({
      ofLoan,
      ofCollateral,
      debtUsd,
      heldUsd: amount * (ofCollateral ?? 0),
      backedUsd,
      depthUsd,
      ratio: prices.ratioOf(market),
    })
    return { market, debtUsd, backedUsd, depthUsd, reason }
  })
  const perToken = new Map<string, number>()
  for (const { market, backedUsd, reason } of judged)
    if (reason === null) perToken.set(market.collateral.address, (perToken.get(market.collateral.address) ?? 0) + backedUsd)
  const final = judged.map((one) => {
    const isTooMuch = (perToken.get(one.market.collateral.address) ?? 0) > mostDebtPerDepth * one.depthUsd
    return one.reason === null && isTooMuch ? { ...one, reason: faults.shallow } : one
  })
  return {
    sound: final.filter((one) => one.reason === null).map((one) => one.market),
    setAside: final.flatMap(({ market, debtUsd, backedUsd, reason }) =>
      reason === null
        ? []
        : [{ name: morphoName(market.id), market: market.id, reason, debtUsd, backedUsd, isMissing: reason === faults.noPrice }],
    ),
  }
}

const faults = {
  noLoan: 'its loan token has no price but by markets like itself',
  noCollateral: 'its collateral has no price but by its own oracle',
  noPrice: 'its oracle gives no price',
  oracle: `its oracle stands more than ${mostOracleRatio} times off what lenders or exchanges say`,
  thin: `its collateral cannot be sold for ${leastDepthUsd} USD within a fall of a fifth`,
  shallow: `its collateral backs more than ${mostDebtPerDepth} times what can be sold within a fall of a fifth`,
  dust: `its collateral backs less than ${leastMarketUsd} USD`,
  lost: `it owes more than ${mostDebtPerCollateral} times what its collateral is worth: lost already, not at risk`,
} as const

type Seen = {
  readonly ofLoan: number | null
  readonly ofCollateral: number | null
  readonly debtUsd: number | null
  readonly heldUsd: number
  readonly backedUsd: number
  readonly depthUsd: number
  readonly ratio: number | null
}

function faultOf({ ofLoan, ofCollateral, debtUsd, heldUsd, backedUsd, depthUsd, ratio }: Seen): string | null {
  if (ofLoan === null) return faults.noLoan
  if (ofCollateral === null) return faults.noCollateral
  if (ratio === null) return faults.noPrice
  const off = (ratio * ofLoan) / ofCollateral
  if (off > mostOracleRatio || off < 1 / mostOracleRatio) return faults.oracle
  if (depthUsd < leastDepthUsd) return faults.thin
  if (debtUsd !== null && debtUsd > mostDebtPerCollateral * heldUsd) return faults.lost
  return backedUsd < leastMarketUsd ? faults.dust : null
}

/** A lender's listing is a decision of its governance; an exchange's quote of real size costs whoever fakes it that size. */
function trustedPrices(facts: ChainFacts, prices: Prices) {
  const listed = new Map([...listedTokens(facts)].map((token) => [token, prices.usdOf(token)]))
  const quoted = new Map(facts.depths.map(({ token, quotes }) => [token, quotedUsd(quotes)]))
  return {
    isListed: (address: string) => (listed.get(address) ?? null) !== null,
    usd: (address: string): number | null => listed.get(address) ?? quoted.get(address) ?? null,
  }
}

function sellableUsd(impact: ImpactCurve | null, priceUsd: number | null): number {
  return impact === null || priceUsd === null ? 0 : amountUntil(impact, depthAt) * priceUsd
}
