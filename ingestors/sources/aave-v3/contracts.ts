// The calls and events of Aave v3 that reading it needs.
import type { Hex } from 'viem'
import { eventTopic } from '../../chains/address.ts'
import { view } from '../../chains/pinned.ts'

export type ReserveData = {
  readonly configuration: { readonly data: bigint }
  readonly liquidityIndex: bigint
  readonly currentLiquidityRate: bigint
  readonly variableBorrowIndex: bigint
  readonly currentVariableBorrowRate: bigint
  readonly lastUpdateTimestamp: number
  readonly id: number
  readonly aTokenAddress: Hex
  readonly stableDebtTokenAddress: Hex
  readonly variableDebtTokenAddress: Hex
}

const bits = 'struct Bits { uint256 data; }'
const reserveData =
  'struct ReserveData { Bits configuration; uint128 liquidityIndex; uint128 currentLiquidityRate; uint128 variableBorrowIndex; ' +
  'uint128 currentVariableBorrowRate; uint128 currentStableBorrowRate; uint40 lastUpdateTimestamp; uint16 id; address aTokenAddress; ' +
  'address stableDebtTokenAddress; address variableDebtTokenAddress; address interestRateStrategyAddress; uint128 accruedToTreasury; ' +
  'uint128 unbacked; uint128 isolationModeTotalDebt; }'
// Before v3.2: a category with one price source, and each reserve in one category at most.
const category =
  'struct Category { uint16 ltv; uint16 liquidationThreshold; uint16 liquidationBonus; address priceSource; string label; }'
const modeConfig = 'struct ModeConfig { uint16 ltv; uint16 liquidationThreshold; uint16 liquidationBonus; }'

export const calls = {
  reservesList: view<readonly Hex[]>('function getReservesList() view returns (address[])'),
  revision: view<bigint>('function POOL_REVISION() view returns (uint256)'),
  priceOracle: view<Hex>('function getPriceOracle() view returns (address)'),
  configurator: view<Hex>('function getPoolConfigurator() view returns (address)'),
  reserve: view<ReserveData>('function getReserveData(address) view returns (ReserveData)', [bits, reserveData]),
  graceUntil: view<number>('function getLiquidationGracePeriod(address) view returns (uint40)'),
  deficit: view<bigint>('function getReserveDeficit(address) view returns (uint256)'),
  modeConfig: view<{ liquidationThreshold: number; liquidationBonus: number }>(
    'function getEModeCategoryCollateralConfig(uint8) view returns (ModeConfig)',
    [modeConfig],
  ),
  modeBitmap: view<bigint>('function getEModeCategoryCollateralBitmap(uint8) view returns (uint128)'),
  category: view<{ liquidationThreshold: number; liquidationBonus: number; priceSource: Hex; label: string }>(
    'function getEModeCategoryData(uint8) view returns (Category)',
    [category],
  ),
  modeLabel: view<string>('function getEModeCategoryLabel(uint8) view returns (string)'),
  userConfig: view<{ data: bigint }>('function getUserConfiguration(address) view returns (Bits)', [bits]),
  userMode: view<bigint>('function getUserEMode(address) view returns (uint256)'),
  scaledBalance: view<bigint>('function scaledBalanceOf(address) view returns (uint256)'),
  stableTotal: view<bigint>('function totalSupply() view returns (uint256)'),
  scaledTotal: view<bigint>('function scaledTotalSupply() view returns (uint256)'),
}

export const borrowed = eventTopic('Borrow(address,address,address,uint256,uint8,uint256,uint16)')
export const modeAdded = eventTopic('EModeCategoryAdded(uint8,uint256,uint256,uint256,address,string)')
/** These name an eMode in their first plain value. */
export const modeAssets = ['Collateral', 'Borrowable', 'Ltvzero'].map((what) =>
  eventTopic(`Asset${what}InEModeChanged(address,uint8,bool)`),
)

/** Before v3.2: names the category a reserve leaves and the one it joins. */
export const modeMoved = eventTopic('EModeAssetCategoryChanged(address,uint8,uint8)')

export const events: readonly Hex[] = [
  borrowed,
  modeAdded,
  modeMoved,
  ...modeAssets,
  ...[
    'Supply(address,address,address,uint256,uint16)',
    'Withdraw(address,address,address,uint256)',
    'Repay(address,address,address,uint256,bool)',
    'LiquidationCall(address,address,address,uint256,uint256,address,bool)',
    'UserEModeSet(address,uint8)',
    'ReserveUsedAsCollateralEnabled(address,address)',
    'ReserveUsedAsCollateralDisabled(address,address)',
    'ReserveDataUpdated(address,uint256,uint256,uint256,uint256,uint256)',
    'DeficitCreated(address,address,uint256)',
    'DeficitCovered(address,address,uint256)',
    'MintedToTreasury(address,uint256)',
    'Mint(address,address,uint256,uint256,uint256)',
    'Burn(address,address,uint256,uint256,uint256)',
    'BalanceTransfer(address,address,uint256,uint256)',
    'ReserveInitialized(address,address,address,address,address)',
    'CollateralConfigurationChanged(address,uint256,uint256,uint256)',
    'ReserveBorrowing(address,bool)',
    'ReserveActive(address,bool)',
    'ReserveFrozen(address,bool)',
    'ReservePaused(address,bool)',
    'ReserveFactorChanged(address,uint256,uint256)',
    'LiquidationProtocolFeeChanged(address,uint256,uint256)',
    'LiquidationGracePeriodChanged(address,uint40)',
    'LiquidationGracePeriodDisabled(address)',
    'ReserveInterestRateDataChanged(address,address,bytes)',
    // Of pools before v3.1.
    'ReserveInterestRateStrategyChanged(address,address,address)',
  ].map(eventTopic),
]
