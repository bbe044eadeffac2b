// What is compiled for the local chain: our own few contracts, and the lending protocols' published sources as their packages hold them.
// The latter are for development only: neither their sources nor what comes out of the compiler leaves this machine.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)

export type CompilerInput = {
  readonly name: string
  // The package to load the compiler from, and those whose versions decide whether a cached result still holds.
  readonly compiler: string
  readonly packages: readonly string[]
  // Name in the compilation -> file.
  readonly entries: Readonly<Record<string, string>>
  // Import prefix -> folder; anything else is looked up among the installed packages.
  readonly remappings: readonly (readonly [string, string])[]
  readonly settings: Readonly<Record<string, unknown>>
}

export const usualOutputs = ['abi', 'evm.bytecode.object', 'evm.bytecode.linkReferences']

const aaveEntries = [
  'instances/PoolInstance',
  'instances/PoolConfiguratorInstance',
  'instances/ATokenInstance',
  'instances/VariableDebtTokenInstance',
  'protocol/configuration/PoolAddressesProvider',
  'protocol/configuration/ACLManager',
  'misc/DefaultReserveInterestRateStrategyV2',
  'misc/AaveOracle',
  'helpers/AaveProtocolDataProvider',
  'mocks/oracle/CLAggregators/MockAggregator',
  'mocks/testnet-helpers/TestnetERC20',
  'mocks/helpers/MockIncentivesController',
]

export function aaveInput(): CompilerInput {
  const root = packageFolder('@aave-dao/aave-v3-origin')
  return {
    name: 'aave-v3',
    compiler: 'solc-aave',
    packages: ['@aave-dao/aave-v3-origin', 'solc-aave'],
    entries: Object.fromEntries(
      aaveEntries.map((path) => [`src/contracts/${path}.sol`, join(root, 'src', 'contracts', `${path}.sol`)]),
    ),
    remappings: [
      ['src/', join(root, 'src')],
      ['openzeppelin-contracts/', join(packageFolder('@openzeppelin/contracts'), '..')],
      ['solidity-utils/', join(packageFolder('@bgd-labs/solidity-utils'), 'src')],
    ],
    settings: { evmVersion: 'shanghai' },
  }
}

export function morphoInput(): CompilerInput {
  const root = join(packageFolder('@morpho-org/morpho-blue'), 'src')
  const entries = ['Morpho', 'mocks/OracleMock', 'mocks/IrmMock']
  return {
    name: 'morpho-blue',
    compiler: 'solc-morpho',
    packages: ['@morpho-org/morpho-blue', 'solc-morpho'],
    entries: Object.fromEntries(entries.map((path) => [`src/${path}.sol`, join(root, `${path}.sol`)])),
    remappings: [['src/', root]],
    settings: { evmVersion: 'paris' },
  }
}

export function ownInput(): CompilerInput {
  const files = ['price-feed', 'market-desk', 'specimens', 'specimen-pools', 'specimen-launch', 'voted-pools'].map(
    (name) => `${name}.sol`,
  )
  return {
    name: 'own',
    compiler: 'solc',
    packages: ['solc'],
    entries: Object.fromEntries(files.map((file) => [file, fileURLToPath(new URL(`solidity/${file}`, import.meta.url))])),
    remappings: [],
    settings: { evmVersion: 'shanghai' },
  }
}

export function tokenInput(): CompilerInput {
  const files = ['usd-token.sol', 'multicall3.sol', 'shown-dollar.sol']
  const wanted = [...usualOutputs, 'evm.deployedBytecode.object']
  return {
    name: 'tokens',
    compiler: 'solc',
    packages: ['solc'],
    entries: Object.fromEntries(files.map((file) => [file, fileURLToPath(new URL(`../token/${file}`, import.meta.url))])),
    remappings: [],
    settings: { viaIR: true, evmVersion: 'cancun', outputSelection: { '*': { '*': wanted } } },
  }
}

export function packageFolder(name: string): string {
  return dirname(require.resolve(`${name}/package.json`))
}
