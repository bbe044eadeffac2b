// What every cascade answer says about itself: the assumptions it rests on, each with its number, and what no such model can see.
import { bandCount, bandPct } from '../../../../ingestors/sources/coinbase-books/topic.ts'
import { shocksPct } from '../curve/curve.ts'
import { halfRefillHours } from '../curve/variants.ts'
import { leastQuoteUsd as leastPoolUsd } from '../facts/exchange-depth.ts'
import { leastDepthUsd, leastMarketUsd, mostDebtPerDepth, mostOracleRatio } from '../facts/soundness.ts'
import { routedShare, unquotedReserveUsd } from '../facts/tokens.ts'
import type { Assumptions } from '../model/market-state.ts'
import {
  absorbableTimes,
  fullBadDebtShare,
  fullNearShare,
  fullPullShare,
  leastDebtShare,
  leastDebtUsd,
  shockWeights,
  worstTokenShare,
} from '../score/score.ts'
import { leastNearUsd, mostApartSeconds, mostOffDollarPct, mostOffPricePct, mostTimesNear } from '../venues/venue-depth.ts'
import { count, percentOf, thousands } from './words.ts'

export function assumptionsOf({ sellFraction, depthMultiplier, refillShare, gasCostUsd, maxRounds }: Assumptions): string[] {
  return [
    `Every position below a health factor of 1 by its protocol’s own oracle is liquidated once per round, at the prices the round opens with; rounds repeat until none is left, at most ${maxRounds}.`,
    'A deeper drop liquidates more before its sales move prices, so it can leave less bad debt than a shallower one that runs away.',
    'A liquidator takes the largest collateral and repays the largest debt, as much as the close factor and dust rules of the protocol allow.',
    'Compound v3 absorbs a position whole: all collateral against all debt. What it takes is bought at its store front and sold on in the same round, but for what it keeps while its reserves stand above their target.',
    'Euler v2 lets all debt be repaid in one call, for collateral at a discount that is what health is below one, up to the vault’s highest. A liquidator is taken to wait for no higher one, to turn the shares he takes into what they are of at once, and to find it there; the seconds of a vault’s cool-off are not counted.',
    'Fluid lets as much be repaid as brings a position down to its threshold, for a fixed penalty, both sides by ratios .15 % apart; debts count up to the next such ratio, and interest up to the reading, an hour ago at most. Above a vault’s limit a position is absorbed whole: what a vault has absorbed is bought for its debt once all of it is worth that, and till then what it lacks is bad debt and nothing is sold.',
    'All protocols sell into the same markets, so each pays for the others’ liquidations.',
    `Of what is seized, ${percentOf(sellFraction)} is sold at once and moves prices for good; buying back what is owed moves no price.`,
    refillShare === 0
      ? 'Rounds follow each other block by block (horizon=block), in which markets take nothing back.'
      : `From one round to the next markets take back ${percentOf(refillShare)} of what was sold, half of it in ${halfRefillHours} hours, which is assumed and measured nowhere; new sales go into that first, and no price rises within the cascade.`,
    `Of what a derivative (wstETH, LBTC) brings on its own markets, ${percentOf(routedShare)} is sold on through the markets of its base token, or as much as its pools pay in that where they were read.`,
    `Market depth is that of all pools read at one block, times ${depthMultiplier}: every sale is split over them so that all pay the same for the last token, directly or through a second one; a constant product between the prices it is written down at. A dollar token that sales end in counts as 1 USD. A pool that cannot take ${thousands(leastPoolUsd)} USD within a fall of a fifth is none, and what pays over 1 % more than the price pays that much.`,
    'A drop is traded into the pools before anybody is liquidated: they stand at the fallen price with what lies in their ranges below it, and nobody moves his liquidity. A token that falls with its base is not drawn against it, and a rise draws nothing.',
    `A token without quotes is given a constant-product market with a reserve of ${thousands(unquotedReserveUsd)} USD on its side, which overstates its cascade.`,
    gasCostUsd === 0
      ? 'Liquidations cost no gas (0 USD): every one that the rules allow is made, however small.'
      : `Liquidations whose bonus would not pay ${gasCostUsd} USD of gas are not made; their shortfall is latent bad debt.`,
    'Borrowers neither repay nor add collateral, and prices of other families do not follow (a beta of 0).',
    'A token that stands for its family (ETH, BTC) moves the whole family, as collateral and as debt; any other token moves alone against its family. Who belongs to it is read from the oracles’ own parts, by name where they say nothing.',
    'Pre-liquidation, by which borrowers of Morpho Blue may agree to be sold out earlier, is taken as unused.',
    `The score weighs drops of ${shocksPct.join(', ')} % by ${shockWeights.join(', ')}: sell pressure is full at ${count(absorbableTimes, 'time')} what markets take within the liquidation bonus, bad debt at ${percentOf(fullBadDebtShare)} of all debt, nearness at ${percentOf(fullNearShare)} of collateral below a health factor of 1.1; what stands liquidatable already counts with its own tokens only. A system is the mean by debt, and ${percentOf(worstTokenShare)} its worst token where that has ${percentOf(fullPullShare)} of the debt, less in proportion; a token under ${thousands(leastDebtUsd)} USD or ${percentOf(leastDebtShare)} of the debt is not heard, and collateral that no lender lists counts with no more debt than it can be sold for within a fall of a fifth, and never as the worst.`,
    `Of Morpho Blue’s markets, which anybody may open, those are left out and counted in not_weighed whose tokens no lender lists and no exchange buys (${thousands(leastDepthUsd)} USD within a fall of a fifth, and a ${mostDebtPerDepth}th of the debt), whose oracle stands ${mostOracleRatio} times off, that owe more than twice what backs them, or that back less than ${thousands(leastMarketUsd)} USD.`,
  ]
}

/** Where a token may also be sold, and is not taken to be. */
export const notCounted: readonly string[] = [
  'central exchanges',
  'Balancer, but for the pools that a chain’s list names',
  'Curve pools of pools and of unwrapped ether',
  'Uniswap v4 pools with hooks or unusual fees',
  'routes of more than two hops',
]

export const notCountedBeside = (venues: readonly string[]): string[] =>
  notCounted.map((one) => (one === notCounted[0] ? `central exchanges but for ${venues.join(', ')}` : one))

/** What holds besides where central exchanges are counted. */
export const venueAssumptions: readonly string[] = [
  `Order books count beside the pools: of each the bids down to ${bandPct * bandCount} % below its middle, in steps of ${bandPct} %, as far as the venue told them. They are taken to stand around the fallen price as deep as they were read, which nobody promises: in a fall orders are taken back, and depth_multiplier says what half of them would do.`,
  `A book counts only within ${mostApartSeconds} seconds of the chain’s block, with its middle within ${mostOffPricePct} % of the lender’s price and at least ${thousands(leastNearUsd)} USD bid for within a percent. No step counts for more than all nearer ones together, and nothing for more than ${mostTimesNear} times what counts within a percent: one order far from the middle adds little.`,
  `What is paid in another dollar (USDT) counts at the lowest bid for that in dollars, at no more than one, and for nothing where there is none or it stands over ${mostOffDollarPct} % off. A venue’s fees are not taken off.`,
  'A liquidator is taken to reach a venue at once, as one who holds stock there can; a deposit takes minutes to an hour. Only tokens that a venue pays in as the coin itself are sold there (WETH; cbBTC at Coinbase; LINK, AAVE, UNI and CRV on Ethereum): what must be redeemed or bridged first (WBTC, wstETH) is not.',
  'The score, the baseline of other answers and value at risk know pools only: no order book moves them.',
]

export const blindSpots: readonly string[] = [
  'Hardcoded and exchange-rate oracles do not follow the market: no liquidation fires behind them, the loss shows as latent bad debt.',
  'Collateral that has lost its backing, or a bridge that fails, gives no warning in prices.',
  'A misconfigured oracle or a cap on a rate can liquidate without any market move.',
  'A liquidator who wants the underlying needs idle liquidity in the reserve; full utilisation and gas spikes delay liquidations.',
  'Off-chain order books deepen the markets of ETH and BTC, and so do exchanges that are not read; on-chain depth understates them.',
  'Liquidity that stands at the block of the reading may leave before it is sold into.',
  'What vaults that supply these markets lose is not followed further.',
  'Fluid’s vaults whose collateral or debt is a share of its own exchange (types 2 to 4) are not read.',
]

const ofBooks = 'Off-chain order books'
export const blindSpotsBeside: string[] = [
  ...blindSpots.filter((one) => !one.startsWith(ofBooks)),
  'Exchanges that are not read deepen these markets too; orders in the books that are read may be taken back before they are met, and some are placed to be.',
]
