// Euler v2's own contracts on a local chain, from a folder with their published sources, which no package ships: EULER_SOURCES names it, and
// `euler-vault-kit`, `ethereum-vault-connector` and `euler-price-oracle` lie in it as their repositories have them (of each `src`).
import { join } from 'node:path'
import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  type Hex,
  size,
  toHex,
  zeroAddress,
} from 'viem'
import { type Artifacts, loadArtifacts } from '../../../devnet/contracts/artifacts.ts'
import { type CompilerInput, ownInput, packageFolder } from '../../../devnet/contracts/sources.ts'
import { accountNamed } from '../../../devnet/lending/accounts.ts'
import { mintTo, tokenOf } from '../../../devnet/lending/borrowers.ts'
import type { Contract } from '../../../devnet/lending/call-data.ts'
import type { Lending } from '../../../devnet/lending/lending.ts'
import { dollarUnit } from '../../../ingestors/sources/euler-v2/topic.ts'

export const eulerSources = process.env.EULER_SOURCES ?? null

const modules = ['Initialize', 'Token', 'Vault', 'Borrowing', 'Liquidation', 'RiskManager', 'BalanceForwarder', 'Governance']
const settings = { evmVersion: 'cancun', optimizer: { enabled: true, runs: 200 } }
const dollar = dollarUnit as Address
const maxStaleness = 72n * 3_600n

export async function loadEuler(folder: string): Promise<EulerArtifacts> {
  const kit = join(folder, 'euler-vault-kit', 'src')
  const oracle = join(folder, 'euler-price-oracle', 'src')
  const connector = ['ethereum-vault-connector/', join(folder, 'ethereum-vault-connector', 'src')] as const
  const libraries = join(packageFolder('@uniswap/v4-periphery'), 'lib', 'v4-core', 'lib', 'forge-std', 'src')
  const input = (name: string, files: Record<string, string>, remappings: CompilerInput['remappings']): CompilerInput => ({
    name,
    compiler: 'solc-aave',
    packages: ['solc-aave', 'solady'],
    entries: files,
    remappings: [...remappings, connector, ['forge-std/', libraries], ['@solady/', join(packageFolder('solady'), 'src')]],
    settings,
  })
  const named = (prefix: string, root: string, paths: readonly string[]) =>
    Object.fromEntries(paths.map((path) => [`${prefix}/${path}.sol`, join(root, `${path}.sol`)]))
  const kitFiles = {
    ...named('kit', kit, ['EVault/EVault', ...modules.map((name) => `EVault/modules/${name}`)]),
    ...named('kit', kit, ['GenericFactory/GenericFactory', 'ProtocolConfig/ProtocolConfig', 'SequenceRegistry/SequenceRegistry']),
    ...named('kit', kit, ['InterestRateModels/IRMLinearKink']),
    ...named('ethereum-vault-connector', connector[1], ['EthereumVaultConnector']),
  }
  const adapters = ['CrossAdapter', 'chainlink/ChainlinkOracle', 'fixed/FixedRateOracle', 'rate/RateProviderOracle']
  const oracleFiles = named('oracle', oracle, ['EulerRouter', ...adapters.map((name) => `adapter/${name}`)])
  const [kits, oracles, own] = await Promise.all([
    loadArtifacts(input('euler-kit', kitFiles, [['kit/', kit]])),
    loadArtifacts(input('euler-oracle', oracleFiles, [['oracle/', oracle]])),
    loadArtifacts(ownInput()),
  ])
  return { ...kits, ...oracles, PriceFeed: own.PriceFeed! }
}

export type EulerArtifacts = Artifacts

/** What a lender takes, by the symbol of what the taken vault holds, in percent of value. */
export type Taken = { readonly symbol: string; readonly borrow: number; readonly liquidate: number }
export type LenderWish = {
  readonly symbol: string
  readonly lent: number
  readonly takes: readonly Taken[]
  /** In percent. */
  readonly maxDiscount?: number
  /** In itself rather than in dollars. */
  readonly inItself?: boolean
}

export interface LocalEuler {
  readonly evc: Contract
  readonly router: Contract
  readonly perspective: Address
  readonly vaults: ReadonlyMap<string, Contract>
  readonly lenders: readonly LenderWish[]
  readonly feeds: ReadonlyMap<string, Contract>
  setPrice(symbol: string, usd: number): Promise<void>
  /** The list that governance keeps. */
  list(vaults: readonly Address[]): Promise<void>
}

export type EulerWish = {
  readonly lenders: readonly LenderWish[]
  /** So much of one in the other, by a contract's word and no trade. */
  readonly rates?: Readonly<Record<string, { readonly of: string; readonly rate: number }>>
}

export async function deployEuler(lending: Lending, artifacts: EulerArtifacts, wish: EulerWish): Promise<LocalEuler> {
  const { chain, owner, supplier, tokens } = lending
  const deploy = (name: string, ...args: unknown[]) => chain.deploy(artifacts[name]!, args, owner)
  const send = (contract: Contract, name: string, ...args: unknown[]) => chain.send(contract, name, args, owner)
  const evc = await deploy('EthereumVaultConnector')
  const config = await deploy('ProtocolConfig', owner, owner)
  const registry = await deploy('SequenceRegistry')
  const integrations = {
    evc: evc.address,
    protocolConfig: config.address,
    sequenceRegistry: registry.address,
    balanceTracker: zeroAddress,
    permit2: zeroAddress,
  }
  const parts: Record<string, Address> = {}
  for (const name of modules) parts[name[0]!.toLowerCase() + name.slice(1)] = (await deploy(name, integrations)).address
  const code = await deploy('EVault', integrations, parts)
  const factory = await deploy('GenericFactory', owner)
  await send(factory, 'setImplementation', code.address)
  const router = await deploy('EulerRouter', evc.address, owner)

  const feeds = new Map<string, Contract>()
  const inDollars = new Map<string, Address>()
  const addressOf = (symbol: string) => tokenOf(lending, symbol).contract.address
  for (const { symbol, priceUsd } of tokens) {
    const feed = await deploy('PriceFeed', answerOf(priceUsd))
    feeds.set(symbol, feed)
    inDollars.set(symbol, (await deploy('ChainlinkOracle', addressOf(symbol), dollar, feed.address, maxStaleness)).address)
  }
  for (const [symbol, { of, rate }] of Object.entries(wish.rates ?? {})) {
    const provider = accountNamed(`rate of ${symbol}`)
    await chain.request('anvil_setCode', provider, answering(encodeAbiParameters([{ type: 'uint256' }], [wadOf(rate)])))
    const own = await deploy('RateProviderOracle', addressOf(symbol), addressOf(of), provider)
    const parts = [addressOf(symbol), addressOf(of), dollar, own.address, inDollars.get(of)!]
    inDollars.set(symbol, (await deploy('CrossAdapter', ...parts)).address)
    await send(router, 'govSetConfig', addressOf(symbol), addressOf(of), own.address)
  }
  for (const [symbol, adapter] of inDollars) await send(router, 'govSetConfig', addressOf(symbol), dollar, adapter)

  const vaults = new Map<string, Contract>()
  const year = 10n ** 27n / 31_556_952n
  const rates = await deploy('IRMLinearKink', year / 100n, year / 10n / 2n ** 32n, year / 2n ** 32n, 3_435_973_836)
  const create = async (symbol: string, unit: Address) => {
    const trailing = encodePacked(['address', 'address', 'address'], [addressOf(symbol), router.address, unit])
    const before = await chain.read<bigint>(factory, 'getProxyListLength')
    await send(factory, 'createProxy', zeroAddress, true, trailing)
    const [address] = await chain.read<readonly Address[]>(factory, 'getProxyListSlice', [before, before + 1n])
    const vault = { address: address!, abi: code.abi }
    vaults.set(symbol, vault)
    await send(vault, 'setHookConfig', zeroAddress, 0)
    await send(router, 'govSetResolvedVault', vault.address, true)
    return vault
  }
  for (const { symbol, inItself = false } of wish.lenders) await create(symbol, inItself ? addressOf(symbol) : dollar)
  for (const { symbol } of wish.lenders.flatMap(({ takes }) => takes)) if (!vaults.has(symbol)) await create(symbol, dollar)
  for (const { symbol, lent, takes, maxDiscount = 15, inItself = false } of wish.lenders) {
    const vault = vaults.get(symbol)!
    await send(vault, 'setInterestRateModel', rates.address)
    await send(vault, 'setMaxLiquidationDiscount', maxDiscount * 100)
    await send(vault, 'setLiquidationCoolOffTime', 1)
    for (const one of takes) {
      await send(vault, 'setLTV', vaults.get(one.symbol)!.address, one.borrow * 100, one.liquidate * 100, 0)
      const [own, other] = [addressOf(symbol), addressOf(one.symbol)]
      if (!inItself || (await chain.read<Address>(router, 'getConfiguredOracle', [other, own])) !== zeroAddress) continue
      const through = [other, dollar, own, inDollars.get(one.symbol)!, inDollars.get(symbol)!]
      await send(router, 'govSetConfig', other, own, (await deploy('CrossAdapter', ...through)).address)
    }
    const token = tokenOf(lending, symbol)
    const units = BigInt(lent) * token.unit
    await mintTo(chain, token, supplier, units, vault.address, owner)
    await chain.send(vault, 'deposit', [units, supplier], supplier)
  }
  const perspective = accountNamed('what Euler’s governance has verified')
  const list = async (some: readonly Address[]) => {
    await chain.request('anvil_setCode', perspective, answering(encodeAbiParameters([{ type: 'address[]' }], [some])))
  }
  await list(wish.lenders.map(({ symbol }) => vaults.get(symbol)!.address))
  return {
    evc,
    router,
    perspective,
    vaults,
    lenders: wish.lenders,
    feeds,
    list,
    async setPrice(symbol, usd) {
      await send(feeds.get(symbol)!, 'set', answerOf(usd))
    },
  }
}

export type EulerBorrower = {
  readonly owner: Address
  /** Which of the owner's 256 accounts. */
  readonly number: number
  readonly lender: string
  readonly collateral: Readonly<Record<string, number>>
  readonly debt: number
}

export const accountOf = ({ owner, number }: EulerBorrower): Address => toHex(BigInt(owner) ^ BigInt(number), { size: 20 })

export async function openEuler(lending: Lending, local: LocalEuler, borrowers: readonly EulerBorrower[]): Promise<void> {
  const { chain, owner: minter } = lending
  for (const borrower of borrowers) {
    const account = accountOf(borrower)
    const from = borrower.owner
    const vault = local.vaults.get(borrower.lender)!
    for (const [symbol, amount] of Object.entries(borrower.collateral)) {
      const [token, taken] = [tokenOf(lending, symbol), local.vaults.get(symbol)!]
      const units = BigInt(Math.round(amount * 1e6)) * (token.unit / 10n ** 6n)
      await mintTo(chain, token, from, units, taken.address, minter)
      await chain.send(taken, 'deposit', [units, account], from)
      await chain.send(local.evc, 'enableCollateral', [account, taken.address], from)
    }
    await chain.send(local.evc, 'enableController', [account, vault.address], from)
    const token = tokenOf(lending, borrower.lender)
    const owed = BigInt(Math.round(borrower.debt * 1e6)) * (token.unit / 10n ** 6n)
    await asAccount(lending, local, borrower, vault, 'borrow', [owed, from])
  }
}

/** A call of an account's own, which only its owner can make. */
export async function asAccount(
  { chain }: Lending,
  { evc }: LocalEuler,
  borrower: EulerBorrower,
  vault: Contract,
  name: string,
  args: readonly unknown[],
) {
  const data = encodeFunctionData({ abi: vault.abi, functionName: name, args })
  return chain.send(evc, 'call', [vault.address, accountOf(borrower), 0n, data], borrower.owner)
}

const answerOf = (usd: number): bigint => BigInt(Math.round(usd * 1e8))
const wadOf = (rate: number): bigint => BigInt(Math.round(rate * 1e9)) * 10n ** 9n

/** A contract that gives these bytes to whatever it is asked. */
export function answering(data: Hex): Hex {
  const length = toHex(size(data), { size: 2 })
  return concatHex(['0x61', length, '0x600e6000', '0x39', '0x61', length, '0x6000f3', data])
}
