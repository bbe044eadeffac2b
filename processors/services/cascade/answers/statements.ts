// What every cascade answer says about itself: the assumptions it rests on and what no such model can see.
import type { Assumptions } from '../model/market-state.ts'

export function assumptionsOf(assumptions: Assumptions): string[] {
  return [
    'Every position below a health factor of 1 is liquidated once per round; rounds repeat until none is left.',
    'A liquidator takes the largest collateral and repays the largest debt, as much as the protocol allows.',
    'Both protocols sell into the same markets, so each pays for the other’s liquidations.',
    `Of what is seized, ${assumptions.sellFraction * 100} % is sold at once and its price impact does not recover.`,
    `Market depth is what on-chain quotes show, times ${assumptions.depthMultiplier}.`,
    `Liquidations whose bonus would not pay ${assumptions.gasCostUsd} USD of gas are not made; their shortfall is latent bad debt.`,
    'Borrowers neither repay nor add collateral, and no other price moves.',
    'A token that stands for its family (ETH, BTC) moves the whole family; any other token moves alone against its family.',
  ]
}

export const blindSpots: readonly string[] = [
  'Hardcoded and exchange-rate oracles do not follow the market: no liquidation fires behind them, the loss shows as latent bad debt.',
  'Collateral that has lost its backing, or a bridge that fails, gives no warning in prices.',
  'A misconfigured oracle or a cap on a rate can liquidate without any market move.',
  'A liquidator who wants the underlying needs idle liquidity in the reserve; full utilisation and gas spikes delay liquidations.',
  'Off-chain order books deepen the markets of ETH and BTC; on-chain quotes understate them.',
]
