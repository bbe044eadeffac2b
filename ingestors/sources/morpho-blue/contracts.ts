// The calls and events of Morpho Blue that reading it needs.
import type { Hex } from 'viem'
import { eventTopic } from '../../chains/address.ts'
import { view } from '../../chains/pinned.ts'

export type MarketParams = readonly [loanToken: Hex, collateralToken: Hex, oracle: Hex, irm: Hex, lltv: bigint]
export type MarketTotals = readonly [
  supplyAssets: bigint,
  supplyShares: bigint,
  borrowAssets: bigint,
  borrowShares: bigint,
  updatedAt: bigint,
  fee: bigint,
]

const params = 'struct Params { address loanToken; address collateralToken; address oracle; address irm; uint256 lltv; }'
const market =
  'struct Market { uint128 totalSupplyAssets; uint128 totalSupplyShares; uint128 totalBorrowAssets; uint128 totalBorrowShares; uint128 lastUpdate; uint128 fee; }'

export const calls = {
  position: view<readonly [supplyShares: bigint, borrowShares: bigint, collateral: bigint]>(
    'function position(bytes32, address) view returns (uint256, uint128, uint128)',
  ),
  market: view<MarketTotals>('function market(bytes32) view returns (uint128, uint128, uint128, uint128, uint128, uint128)'),
  params: view<MarketParams>('function idToMarketParams(bytes32) view returns (address, address, address, address, uint256)'),
  borrowRate: view<bigint>('function borrowRateView(Params, Market) view returns (uint256)', [params, market]),
}

export const borrowed = eventTopic('Borrow(bytes32,address,address,address,uint256,uint256)')

export const created = eventTopic('CreateMarket(bytes32,(address,address,address,address,uint256))')

export const events: readonly Hex[] = [
  borrowed,
  created,
  ...[
    'Supply(bytes32,address,address,uint256,uint256)',
    'Withdraw(bytes32,address,address,address,uint256,uint256)',
    'Repay(bytes32,address,address,uint256,uint256)',
    'SupplyCollateral(bytes32,address,address,uint256)',
    'WithdrawCollateral(bytes32,address,address,address,uint256)',
    'Liquidate(bytes32,address,address,uint256,uint256,uint256,uint256,uint256)',
    'AccrueInterest(bytes32,uint256,uint256,uint256)',
    'SetFee(bytes32,uint256)',
  ].map(eventTopic),
]
