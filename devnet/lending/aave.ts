// Deploys Aave v3 as it runs on the main chains, with one reserve per token and one staked-ETH eMode.
import { type Address, encodeAbiParameters, zeroAddress } from 'viem'
import type { Artifacts } from '../contracts/artifacts.ts'
import type { Contract } from './call-data.ts'
import { type Chain, deployLibraries } from './chain.ts'
import type { LocalToken } from './tokens.ts'

export type AaveReserve = {
  readonly id: number
  readonly token: LocalToken
  readonly aToken: Contract
  readonly debtToken: Contract
}
export type LocalAave = {
  // Of the sources that are deployed.
  readonly revision: number
  readonly provider: Contract
  readonly pool: Contract
  readonly configurator: Contract
  readonly oracle: Contract
  readonly reserves: readonly AaveReserve[]
}

export const stakedEthMode = 1
const stakedEth = ['wstETH', 'weETH']
const libraryNames = ['BorrowLogic', 'FlashLoanLogic', 'LiquidationLogic', 'PoolLogic', 'SupplyLogic', 'ConfiguratorLogic']
const oneUsd = 100_000_000n
const reserveFactorBps = 1000n
const protocolFeeBps = 1000n
const rateFields = ['uint16', 'uint32', 'uint32', 'uint32'].map((type) => ({ type }))
// Target utilisation, base rate and the two slopes, in basis points.
const rates = [8000, 0, 400, 6000]

export async function deployAave(
  chain: Chain,
  artifacts: Artifacts,
  tokens: readonly LocalToken[],
  owner: Address,
  treasury: Address,
): Promise<LocalAave> {
  const own = (contract: Contract, name: string, ...args: unknown[]) => chain.send(contract, name, args, owner)
  const deploy = (name: string, ...args: unknown[]) => chain.deploy(artifacts[name]!, args, owner, libraries)
  const libraries = await deployLibraries(chain, artifacts, libraryNames, owner)

  const provider = await deploy('PoolAddressesProvider', 'local', owner)
  const strategy = await deploy('DefaultReserveInterestRateStrategyV2', provider.address)
  const poolCode = await deploy('PoolInstance', provider.address, strategy.address)
  await own(provider, 'setPoolImpl', poolCode.address)
  const pool = {
    address: await chain.read<Address>(provider, 'getPool'),
    // The pool's errors and events are declared in its libraries.
    abi: [...poolCode.abi, ...artifacts.LiquidationLogic!.abi.filter((item) => item.type === 'error' || item.type === 'event')],
  }
  const configuratorCode = await deploy('PoolConfiguratorInstance')
  await own(provider, 'setPoolConfiguratorImpl', configuratorCode.address)
  const configurator = { address: await chain.read<Address>(provider, 'getPoolConfigurator'), abi: configuratorCode.abi }
  await own(provider, 'setACLAdmin', owner)
  const roles = await deploy('ACLManager', provider.address)
  await own(provider, 'setACLManager', roles.address)
  for (const role of ['addPoolAdmin', 'addAssetListingAdmin', 'addRiskAdmin', 'addEmergencyAdmin']) await own(roles, role, owner)
  const oracle = await deploy('AaveOracle', provider.address, [], [], zeroAddress, zeroAddress, oneUsd)
  await own(provider, 'setPriceOracle', oracle.address)
  await own(provider, 'setPoolDataProvider', (await deploy('AaveProtocolDataProvider', provider.address)).address)
  await own(
    oracle,
    'setAssetSources',
    tokens.map((t) => t.contract.address),
    tokens.map((t) => t.feed),
  )

  const incentives = await deploy('MockIncentivesController')
  const aToken = await deploy('ATokenInstance', pool.address, incentives.address, treasury)
  const debtToken = await deploy('VariableDebtTokenInstance', pool.address, incentives.address)
  for (const token of tokens) await own(configurator, 'initReserves', [reserveInput(token, aToken, debtToken)])
  for (const token of tokens) await configureReserve(own, configurator, token)
  await configureMode(own, configurator, tokens)

  const reserves: AaveReserve[] = []
  for (const token of tokens) {
    const data = await chain.read<{ id: number; aTokenAddress: Address; variableDebtTokenAddress: Address }>(
      pool,
      'getReserveData',
      [token.contract.address],
    )
    reserves.push({
      id: data.id,
      token,
      aToken: { address: data.aTokenAddress, abi: aToken.abi },
      debtToken: { address: data.variableDebtTokenAddress, abi: debtToken.abi },
    })
  }
  const revision = Number(await chain.read<bigint>(pool, 'POOL_REVISION'))
  return { revision, provider, pool, configurator, oracle, reserves }
}

type Own = (contract: Contract, name: string, ...args: unknown[]) => Promise<unknown>

function reserveInput(token: LocalToken, aToken: Contract, debtToken: Contract) {
  return {
    aTokenImpl: aToken.address,
    variableDebtTokenImpl: debtToken.address,
    underlyingAsset: token.contract.address,
    aTokenName: `a${token.symbol}`,
    aTokenSymbol: `a${token.symbol}`,
    variableDebtTokenName: `debt ${token.symbol}`,
    variableDebtTokenSymbol: `d${token.symbol}`,
    params: '0x',
    interestRateData: encodeAbiParameters([{ type: 'tuple', components: rateFields }], [rates]),
  }
}

async function configureReserve(own: Own, configurator: Contract, token: LocalToken): Promise<void> {
  const asset = token.contract.address
  const { ltvBps, liquidationThresholdBps, liquidationBonusBps } = token
  await own(
    configurator,
    'configureReserveAsCollateral',
    asset,
    BigInt(ltvBps),
    BigInt(liquidationThresholdBps),
    BigInt(liquidationBonusBps),
  )
  await own(configurator, 'setReserveBorrowing', asset, true)
  await own(configurator, 'setReserveFactor', asset, reserveFactorBps)
  await own(configurator, 'setLiquidationProtocolFee', asset, protocolFeeBps)
}

async function configureMode(own: Own, configurator: Contract, tokens: readonly LocalToken[]): Promise<void> {
  const base = tokens.find((t) => t.symbol === 'WETH')
  if (!base) return
  await own(configurator, 'setEModeCategory', stakedEthMode, 9300, 9500, 10100, 'staked ETH')
  for (const token of tokens.filter((t) => stakedEth.includes(t.symbol))) {
    await own(configurator, 'setAssetCollateralInEMode', token.contract.address, stakedEthMode, true)
  }
  await own(configurator, 'setAssetBorrowableInEMode', base.contract.address, stakedEthMode, true)
}
