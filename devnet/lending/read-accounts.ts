// Reads accounts of the local market as the exact model wants them: scaled balances and indexes at a moment, shares and totals.
import { type Address, zeroAddress } from 'viem'
import type { AaveLeg } from '../../processors/services/cascade/exact/aave-account.ts'
import {
  decodeReserveConfig,
  inBitmap,
  type ReserveConfig,
  userFlags,
} from '../../processors/services/cascade/exact/aave-config.ts'
import { indexesAt } from '../../processors/services/cascade/exact/aave-interest.ts'
import { isOlder } from '../../processors/services/cascade/exact/aave-rules.ts'
import { accrue, type MorphoMarket, type MorphoPosition } from '../../processors/services/cascade/exact/morpho-market.ts'
import type { Lending } from './lending.ts'
import type { LocalMarket } from './morpho.ts'

type ReserveData = {
  configuration: { data: bigint }
  liquidityIndex: bigint
  currentLiquidityRate: bigint
  variableBorrowIndex: bigint
  currentVariableBorrowRate: bigint
  lastUpdateTimestamp: number
}

export async function readAaveLegs(lending: Lending, account: Address, timestamp: bigint): Promise<AaveLeg[]> {
  return (await readAaveAccount(lending, account)).legsAt(timestamp)
}

/** Read once, an account can be said at any moment until somebody touches its pool. */
export type AaveAccountRead = { legsAt(timestamp: bigint): AaveLeg[] }

export async function readAaveAccount(lending: Lending, account: Address): Promise<AaveAccountRead> {
  const { chain, aave } = lending
  const [flags, mode] = await Promise.all([
    chain.read<{ data: bigint }>(aave.pool, 'getUserConfiguration', [account]),
    chain.read<bigint>(aave.pool, 'getUserEMode', [account]).then(Number),
  ])
  const modeConfig = mode === 0 ? null : await (isOlder(aave.revision) ? readCategory : readMode)(lending, mode)
  const held = aave.reserves.filter((r) => Object.values(userFlags(flags.data, r.id)).some(Boolean))
  const legs = await Promise.all(
    held.map(async (reserve) => {
      const asset = reserve.token.contract.address
      const [data, ownPrice, scaledBalance, scaledDebt] = await Promise.all([
        chain.read<ReserveData>(aave.pool, 'getReserveData', [asset]),
        chain.read<bigint>(aave.oracle, 'getAssetPrice', [asset]),
        chain.read<bigint>(reserve.aToken, 'scaledBalanceOf', [account]),
        chain.read<bigint>(reserve.debtToken, 'scaledBalanceOf', [account]),
      ])
      const config = decodeReserveConfig(data.configuration.data)
      const inMode = modeConfig?.holds(reserve.id, config) === true
      const interest = {
        liquidityIndex: data.liquidityIndex,
        debtIndex: data.variableBorrowIndex,
        liquidityRate: data.currentLiquidityRate,
        debtRate: data.currentVariableBorrowRate,
        updatedAt: BigInt(data.lastUpdateTimestamp),
        poolRevision: aave.revision,
      }
      const leg = {
        reserve: reserve.token.symbol,
        unit: reserve.token.unit,
        price: (inMode ? modeConfig.price : null) ?? ownPrice,
        liquidationThresholdBps: inMode ? modeConfig.thresholdBps : config.liquidationThresholdBps,
        liquidationBonusBps: inMode ? modeConfig.bonusBps : config.liquidationBonusBps,
        protocolFeeBps: config.protocolFeeBps,
        scaledBalance,
        scaledDebt,
        usedAsCollateral: userFlags(flags.data, reserve.id).collateral,
      }
      return { leg, interest }
    }),
  )
  return { legsAt: (timestamp) => legs.map(({ leg, interest }) => ({ ...leg, ...indexesAt(interest, timestamp) })) }
}

type Mode = {
  readonly holds: (id: number, config: ReserveConfig) => boolean
  readonly thresholdBps: bigint
  readonly bonusBps: bigint
  /** Stands for the prices of all inside; null where each has its own. */
  readonly price: bigint | null
}

async function readMode({ chain, aave }: Lending, mode: number): Promise<Mode> {
  const [config, bitmap] = await Promise.all([
    chain.read<{ liquidationThreshold: number; liquidationBonus: number }>(aave.pool, 'getEModeCategoryCollateralConfig', [mode]),
    chain.read<bigint>(aave.pool, 'getEModeCategoryCollateralBitmap', [mode]),
  ])
  const [thresholdBps, bonusBps] = [BigInt(config.liquidationThreshold), BigInt(config.liquidationBonus)]
  return { holds: (id) => inBitmap(bitmap, id), thresholdBps, bonusBps, price: null }
}

async function readCategory({ chain, aave }: Lending, mode: number): Promise<Mode> {
  const { liquidationThreshold, liquidationBonus, priceSource } = await chain.read<{
    liquidationThreshold: number
    liquidationBonus: number
    priceSource: Address
  }>(aave.pool, 'getEModeCategoryData', [mode])
  const price = priceSource === zeroAddress ? null : await chain.read<bigint>(aave.oracle, 'getAssetPrice', [priceSource])
  return {
    holds: (_, { category }) => category === mode,
    thresholdBps: BigInt(liquidationThreshold),
    bonusBps: BigInt(liquidationBonus),
    price: price === 0n ? null : price,
  }
}

export type MorphoView = { market: MorphoMarket; position: MorphoPosition; price: bigint }

export async function readMorpho(
  lending: Lending,
  market: LocalMarket,
  account: Address,
  timestamp: bigint,
): Promise<MorphoView> {
  const { chain, morpho } = lending
  const [totals, position, price] = await Promise.all([
    chain.read<readonly bigint[]>(morpho.morpho, 'market', [market.id]),
    chain.read<readonly bigint[]>(morpho.morpho, 'position', [market.id, account]),
    chain.read<bigint>(market.oracle, 'price'),
  ])
  const stored = {
    totalSupplyAssets: totals[0]!,
    totalSupplyShares: totals[1]!,
    totalBorrowAssets: totals[2]!,
    totalBorrowShares: totals[3]!,
    updatedAt: totals[4]!,
    fee: totals[5]!,
  }
  return {
    market: accrue(stored, mockRate(stored), timestamp),
    position: { borrowShares: position[1]!, collateral: position[2]! },
    price,
  }
}

// The mock rate model of the local chain: utilisation as the yearly rate.
function mockRate(market: MorphoMarket): bigint {
  const wad = 10n ** 18n
  return market.totalSupplyAssets === 0n ? 0n : (market.totalBorrowAssets * wad) / market.totalSupplyAssets / 31_536_000n
}
