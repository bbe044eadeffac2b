// The calls and events of Compound v3 (Comet) that reading it needs.
import type { Hex } from 'viem'
import { eventTopic } from '../../chains/address.ts'
import { view } from '../../chains/pinned.ts'

export type AssetInfo = {
  readonly asset: Hex
  readonly priceFeed: Hex
  readonly borrowCollateralFactor: bigint
  readonly liquidateCollateralFactor: bigint
  readonly liquidationFactor: bigint
  readonly supplyCap: bigint
}

export type Totals = {
  readonly baseSupplyIndex: bigint
  readonly baseBorrowIndex: bigint
  readonly totalSupplyBase: bigint
  readonly totalBorrowBase: bigint
  readonly lastAccrualTime: number
  readonly pauseFlags: number
}

const assetInfo =
  'struct AssetInfo { uint8 offset; address asset; address priceFeed; uint64 scale; uint64 borrowCollateralFactor; ' +
  'uint64 liquidateCollateralFactor; uint64 liquidationFactor; uint128 supplyCap; }'
const totals =
  'struct Totals { uint64 baseSupplyIndex; uint64 baseBorrowIndex; uint64 trackingSupplyIndex; uint64 trackingBorrowIndex; ' +
  'uint104 totalSupplyBase; uint104 totalBorrowBase; uint40 lastAccrualTime; uint8 pauseFlags; }'

export const calls = {
  base: view<Hex>('function baseToken() view returns (address)'),
  basePriceFeed: view<Hex>('function baseTokenPriceFeed() view returns (address)'),
  assets: view<number>('function numAssets() view returns (uint8)'),
  asset: view<AssetInfo>('function getAssetInfo(uint8) view returns (AssetInfo)', [assetInfo]),
  totals: view<Totals>('function totalsBasic() view returns (Totals)', [totals]),
  collateralTotal: view<readonly [supplied: bigint, reserved: bigint]>(
    'function totalsCollateral(address) view returns (uint128, uint128)',
  ),
  utilisation: view<bigint>('function getUtilization() view returns (uint256)'),
  borrowRate: view<bigint>('function getBorrowRate(uint256) view returns (uint64)'),
  reserves: view<bigint>('function getReserves() view returns (int256)'),
  targetReserves: view<bigint>('function targetReserves() view returns (uint256)'),
  storeFrontFactor: view<bigint>('function storeFrontPriceFactor() view returns (uint256)'),
  // Which collateral somebody has: a bit each, the first sixteen in `assetsIn`, eight more in what older versions reserve.
  account: view<readonly [principal: bigint, index: bigint, accrued: bigint, assetsIn: number, more: number]>(
    'function userBasic(address) view returns (int104, uint64, uint64, uint16, uint8)',
  ),
  collateral: view<readonly [balance: bigint, reserved: bigint]>(
    'function userCollateral(address, address) view returns (uint128, uint128)',
  ),
}

// Whoever can come to owe is named by one of these: a loan needs collateral, and a loan that is passed on at once leaves no other log.
export const withdrawn = eventTopic('Withdraw(address,address,uint256)')
export const collateralMoved = ['Supply', 'Transfer'].map((how) =>
  eventTopic(`${how}Collateral(address,address,address,uint256)`),
)
export const mayOwe: readonly Hex[] = [withdrawn, ...collateralMoved]

export const events: readonly Hex[] = [
  ...mayOwe,
  ...[
    'Supply(address,address,uint256)',
    'Transfer(address,address,uint256)',
    'WithdrawCollateral(address,address,address,uint256)',
    'AbsorbDebt(address,address,uint256,uint256)',
    'AbsorbCollateral(address,address,address,uint256,uint256)',
    'BuyCollateral(address,address,uint256,uint256)',
    'PauseAction(bool,bool,bool,bool,bool)',
    'WithdrawReserves(address,uint256)',
    // Its terms are part of its code.
    'Upgraded(address)',
  ].map(eventTopic),
]
