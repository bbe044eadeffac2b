// Aave v3.0 as its package ships it compiled, on a local chain: what SparkLend is a fork of. Every reserve of the market, a category of
// staked ether, and one of dollars whose prices one source stands for.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Abi, type Address, zeroAddress } from 'viem'
import type { Artifact, Artifacts } from '../../../devnet/contracts/artifacts.ts'
import { packageFolder } from '../../../devnet/contracts/sources.ts'
import { type LocalAave, stakedEthMode } from '../../../devnet/lending/aave.ts'
import { mintTo } from '../../../devnet/lending/borrowers.ts'
import type { Contract } from '../../../devnet/lending/call-data.ts'
import { deployLibraries } from '../../../devnet/lending/chain.ts'
import type { Lending } from '../../../devnet/lending/lending.ts'
import type { LocalToken } from '../../../devnet/lending/tokens.ts'

export const dollarMode = 2
/** Under this name the oracle keeps the dollars' one price. */
export const dollarPrice: Address = `0x${'d0'.repeat(20)}`

const logic = ['BorrowLogic', 'BridgeLogic', 'ConfiguratorLogic', 'EModeLogic', 'FlashLoanLogic', 'LiquidationLogic', 'PoolLogic']
const libraryNames = [...logic, 'SupplyLogic']
const files = {
  ...Object.fromEntries(libraryNames.map((name) => [name, 'protocol/libraries/logic'])),
  PoolAddressesProvider: 'protocol/configuration',
  ACLManager: 'protocol/configuration',
  Pool: 'protocol/pool',
  PoolConfigurator: 'protocol/pool',
  DefaultReserveInterestRateStrategy: 'protocol/pool',
  AToken: 'protocol/tokenization',
  StableDebtToken: 'protocol/tokenization',
  VariableDebtToken: 'protocol/tokenization',
  AaveOracle: 'misc',
}
const ray = 10n ** 27n
const percent = (of: bigint) => (ray * of) / 100n
// Target utilisation, base rate and two slopes; the four of stable rates, which nobody may borrow at, and their share.
const rates = [percent(80n), 0n, percent(4n), percent(60n), 0n, 0n, 0n, 0n, percent(20n)]
const suppliedUsd = 300_000_000
const liquidatorUsd = 1_000_000_000

/** Beside the newer pool, over the same tokens; borrowers open their positions in whichever is the lending's own. */
export async function deployOlderAave(lending: Lending): Promise<LocalAave> {
  const { chain, tokens, owner, treasury } = lending
  const artifacts = readArtifacts()
  const own = (contract: Contract, name: string, ...args: unknown[]) => chain.send(contract, name, args, owner)
  const deploy = (name: string, ...args: unknown[]) => chain.deploy(artifacts[name]!, args, owner, libraries)
  const libraries = await deployLibraries(chain, artifacts, libraryNames, owner)
  const provider = await deploy('PoolAddressesProvider', 'older', owner)
  await own(provider, 'setACLAdmin', owner)
  const roles = await deploy('ACLManager', provider.address)
  await own(provider, 'setACLManager', roles.address)
  for (const role of ['addPoolAdmin', 'addAssetListingAdmin', 'addRiskAdmin', 'addEmergencyAdmin']) await own(roles, role, owner)
  const oracle = await deploy('AaveOracle', provider.address, [], [], zeroAddress, zeroAddress, 100_000_000n)
  await own(provider, 'setPriceOracle', oracle.address)
  const poolCode = await deploy('Pool', provider.address)
  await own(provider, 'setPoolImpl', poolCode.address)
  const pool = { address: await chain.read<Address>(provider, 'getPool'), abi: poolCode.abi }
  const configuratorCode = await deploy('PoolConfigurator')
  await own(provider, 'setPoolConfiguratorImpl', configuratorCode.address)
  const configurator = { address: await chain.read<Address>(provider, 'getPoolConfigurator'), abi: configuratorCode.abi }
  const dollar = tokens.find(({ symbol }) => symbol === 'USDC')!
  const sources = [...tokens.map(({ contract, feed }) => [contract.address, feed] as const), [dollarPrice, dollar.feed] as const]
  await own(
    oracle,
    'setAssetSources',
    sources.map(([asset]) => asset),
    sources.map(([, feed]) => feed),
  )

  const strategy = await deploy('DefaultReserveInterestRateStrategy', provider.address, ...rates)
  // One after another: sent at once, two of an account may get the same number.
  const aToken = await deploy('AToken', pool.address)
  const stableToken = await deploy('StableDebtToken', pool.address)
  const debtToken = await deploy('VariableDebtToken', pool.address)
  for (const token of tokens) {
    const named = (kind: string) => [`${kind} ${token.symbol}`, `${kind}${token.symbol}`] as const
    const [aTokenName, aTokenSymbol] = named('a')
    const [variableDebtTokenName, variableDebtTokenSymbol] = named('d')
    const [stableDebtTokenName, stableDebtTokenSymbol] = named('s')
    const input = {
      aTokenImpl: aToken.address,
      stableDebtTokenImpl: stableToken.address,
      variableDebtTokenImpl: debtToken.address,
      underlyingAssetDecimals: token.decimals,
      interestRateStrategyAddress: strategy.address,
      underlyingAsset: token.contract.address,
      treasury,
      incentivesController: zeroAddress,
      ...{ aTokenName, aTokenSymbol, variableDebtTokenName, variableDebtTokenSymbol, stableDebtTokenName, stableDebtTokenSymbol },
      params: '0x',
    }
    await own(configurator, 'initReserves', [input])
    const terms = [token.ltvBps, token.liquidationThresholdBps, token.liquidationBonusBps].map(BigInt)
    await own(configurator, 'configureReserveAsCollateral', token.contract.address, ...terms)
    await own(configurator, 'setReserveBorrowing', token.contract.address, true)
    await own(configurator, 'setReserveFactor', token.contract.address, 1000n)
    await own(configurator, 'setLiquidationProtocolFee', token.contract.address, 1000n)
  }
  await own(configurator, 'setEModeCategory', stakedEthMode, 9300, 9500, 10_100, zeroAddress, 'staked ETH')
  await own(configurator, 'setEModeCategory', dollarMode, 9300, 9500, 10_100, dollarPrice, 'dollars')
  for (const [symbols, mode] of [
    [['WETH', 'wstETH', 'weETH'], stakedEthMode],
    [['USDC', 'DAI'], dollarMode],
  ] as const)
    for (const token of tokens.filter(({ symbol }) => (symbols as readonly string[]).includes(symbol)))
      await own(configurator, 'setAssetEModeCategory', token.contract.address, mode)

  const reserves = await Promise.all(
    tokens.map(async (token) => {
      type Listed = { id: number; aTokenAddress: Address; variableDebtTokenAddress: Address }
      const data = await chain.read<Listed>(pool, 'getReserveData', [token.contract.address])
      return {
        id: data.id,
        token,
        aToken: { address: data.aTokenAddress, abi: aToken!.abi },
        debtToken: { address: data.variableDebtTokenAddress, abi: debtToken!.abi },
      }
    }),
  )
  await supply(lending, pool)
  return { revision: Number(await chain.read<bigint>(pool, 'POOL_REVISION')), provider, pool, configurator, oracle, reserves }
}

async function supply({ chain, tokens, supplier, liquidator, owner }: Lending, pool: Contract): Promise<void> {
  const units = (token: LocalToken, usd: number) => BigInt(Math.round(usd / token.priceUsd)) * token.unit
  for (const token of tokens) {
    await mintTo(chain, token, supplier, units(token, suppliedUsd), pool.address, owner)
    await chain.send(pool, 'supply', [token.contract.address, units(token, suppliedUsd), supplier, 0], supplier)
    await mintTo(chain, token, liquidator, units(token, liquidatorUsd), pool.address, owner)
  }
}

type Shipped = { readonly abi: Abi; readonly bytecode: string; readonly linkReferences: Artifact['links'] }

function readArtifacts(): Artifacts {
  const root = join(packageFolder('@aave/core-v3'), 'artifacts', 'contracts')
  return Object.fromEntries(
    Object.entries(files).map(([name, folder]) => {
      const { abi, bytecode, linkReferences } = JSON.parse(
        readFileSync(join(root, folder, `${name}.sol`, `${name}.json`), 'utf8'),
      ) as Shipped
      return [name, { abi, bytecode: bytecode.slice(2), links: linkReferences }]
    }),
  )
}
