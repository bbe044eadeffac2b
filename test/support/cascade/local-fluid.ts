// Fluid's own contracts on a local chain, as its repository has them compiled: FLUID_SOURCES names the folder `deployments/mainnet` of
// Instadapp/fluid-contracts-public, which no package ships.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Abi, type Address, encodeAbiParameters, encodeFunctionData, type Hex, numberToHex, toFunctionSelector } from 'viem'
import { type Artifacts, loadArtifacts } from '../../../devnet/contracts/artifacts.ts'
import { ownInput } from '../../../devnet/contracts/sources.ts'
import { accountNamed } from '../../../devnet/lending/accounts.ts'
import { mintTo, tokenOf } from '../../../devnet/lending/borrowers.ts'
import { type Contract, eventsOf } from '../../../devnet/lending/call-data.ts'
import type { Receipt } from '../../../devnet/lending/chain.ts'
import type { Lending } from '../../../devnet/lending/lending.ts'
import { ownCoin } from '../../../ingestors/sources/fluid/vaults.ts'
import { answering } from './local-euler.ts'

export const fluidSources = process.env.FLUID_SOURCES ?? null

const files = {
  LiquidityDummy: 'LiquidityDummyImpl',
  Liquidity: 'Liquidity',
  LiquidityAdmin: 'AdminModule',
  LiquidityUser: 'UserModule',
  VaultFactory: 'VaultFactory',
  VaultLogic: 'VaultT1DeploymentLogic',
  VaultAdmin: 'VaultT1Admin',
  VaultSecondary: 'VaultT1Secondary',
  Vault: 'VaultT1_wstETH_GHO',
  Oracle: 'GenericOracle_CBBTC_USDTB',
  PositionsResolver: 'VaultPositionsResolver',
  VaultResolver: 'VaultT1Resolver',
  LiquidityResolver: 'LiquidityResolver',
}

export async function loadFluid(folder: string): Promise<Artifacts> {
  const read = async (name: string, file: string) => {
    const { abi, bytecode } = JSON.parse(await readFile(join(folder, `${file}.json`), 'utf8'))
    return [name, { abi: abi as Abi, bytecode: (bytecode as string).slice(2), links: {} }] as const
  }
  const [own, ...all] = await Promise.all([loadArtifacts(ownInput()), ...Object.entries(files).map((one) => read(...one))])
  return { ...Object.fromEntries(all), PriceFeed: own.PriceFeed! }
}

export type VaultWish = {
  /** By symbol; `ETH` is the chain's own coin. */
  readonly collateral: string
  readonly loan: string
  /** In percent of value, and of what is repaid. */
  readonly borrow: number
  readonly threshold: number
  readonly limit: number
  readonly penalty: number
  /** Of one in the other, by a contract's word; else by the feeds of both. */
  readonly rate?: number
}

export type LocalVault = VaultWish & { readonly contract: Contract; readonly oracle: Contract }

export interface LocalFluid {
  readonly factory: Contract
  readonly resolver: Contract
  readonly vaultResolver: Contract
  readonly vaults: readonly LocalVault[]
  setPrice(symbol: string, usd: number): Promise<void>
}

const isOwnCoin = (symbol: string): boolean => symbol === 'ETH'
const much = 10n ** 30n

export async function deployFluid(lending: Lending, artifacts: Artifacts, wishes: readonly VaultWish[]): Promise<LocalFluid> {
  const { chain, owner } = lending
  const deploy = (name: string, ...args: unknown[]) => chain.deploy(artifacts[name]!, args, owner)
  const send = (contract: Contract, name: string, ...args: unknown[]) => chain.send(contract, name, args, owner)
  const addressOf = (symbol: string) => (isOwnCoin(symbol) ? ownCoin : tokenOf(lending, symbol).contract.address)
  const proxy = await deploy('Liquidity', owner, (await deploy('LiquidityDummy')).address)
  for (const module of [await deploy('LiquidityAdmin', 10n ** 26n), await deploy('LiquidityUser')])
    await send(proxy, 'addImplementation', module.address, selectorsOf(module.abi))
  const liquidity = { address: proxy.address, abi: artifacts.LiquidityAdmin!.abi }
  const tokens = [...new Set(wishes.flatMap(({ collateral, loan }) => [collateral, loan]))].map(addressOf)
  await send(liquidity, 'updateAuths', [{ addr: owner, value: true }])
  const rates = { kink: 8_000n, rateAtUtilizationZero: 100n, rateAtUtilizationKink: 800n, rateAtUtilizationMax: 5_000n }
  await send(
    liquidity,
    'updateRateDataV1s',
    tokens.map((token) => ({ token, ...rates })),
  )
  await send(
    liquidity,
    'updateTokenConfigs',
    tokens.map((token) => ({ token, fee: 1_000n, threshold: 10n, maxUtilization: 10_000n })),
  )
  const factory = await deploy('VaultFactory', owner)
  const parts = [(await deploy('VaultAdmin')).address, (await deploy('VaultSecondary')).address]
  const logic = await deploy('VaultLogic', liquidity.address, ...parts)
  await send(factory, 'setVaultDeploymentLogic', logic.address, true)
  await send(factory, 'setGlobalAuth', owner, true)
  const feeds = new Map<string, Contract>()
  for (const { symbol, priceUsd } of lending.tokens) feeds.set(symbol, await deploy('PriceFeed', answerOf(priceUsd)))
  const feedOf = (symbol: string) => feeds.get(isOwnCoin(symbol) ? 'WETH' : symbol)!.address
  const decimalsOf = (symbol: string) => (isOwnCoin(symbol) ? 18 : tokenOf(lending, symbol).decimals)

  async function createOracle({ collateral, loan, rate }: VaultWish): Promise<Contract> {
    const [from, to] = [decimalsOf(collateral), decimalsOf(loan)]
    const hop = (source: Address, sourceType: number, digits: number, invertRate = false) => ({
      source,
      invertRate,
      multiplier: digits > 0 ? 10n ** BigInt(digits) : 1n,
      divisor: digits < 0 ? 10n ** BigInt(-digits) : 1n,
      sourceType,
    })
    const name = `${loan} per 1 ${collateral}`
    if (rate !== undefined) {
      const teller = accountNamed(`rate of ${collateral}`)
      const word = encodeAbiParameters([{ type: 'uint256' }], [BigInt(Math.round(rate * 1e9)) * 10n ** 18n])
      await chain.request('anvil_setCode', teller, answering(word))
      return deploy('Oracle', name, 27 + to - from, [hop(teller, 0, to - from)])
    }
    // The first scaled so that the answer has the digits of the pair.
    return deploy('Oracle', name, 27 + to - from, [hop(feedOf(collateral), 2, 19 + to - from), hop(feedOf(loan), 2, 19, true)])
  }

  const vaults: LocalVault[] = []
  for (const wish of wishes) {
    const [collateral, loan] = [addressOf(wish.collateral), addressOf(wish.loan)]
    const data = encodeFunctionData({ abi: logic.abi, functionName: 'vaultT1', args: [collateral, loan] })
    await send(factory, 'deployVault', logic.address, data)
    const address = await chain.read<Address>(factory, 'getVaultAddress', [BigInt(vaults.length + 1)])
    const limits = { user: address, mode: 1, expandPercent: 10_000n, expandDuration: 1n }
    await send(liquidity, 'updateUserSupplyConfigs', [{ ...limits, token: collateral, baseWithdrawalLimit: much }])
    const ceilings = { baseDebtCeiling: ceilingOf(wish.loan), maxDebtCeiling: ceilingOf(wish.loan) * 2n }
    await send(liquidity, 'updateUserBorrowConfigs', [{ ...limits, token: loan, ...ceilings }])
    const contract = { address, abi: artifacts.Vault!.abi }
    const admin = { address, abi: artifacts.VaultAdmin!.abi }
    const oracle = await createOracle(wish)
    const terms = [wish.borrow, wish.threshold, wish.limit].map((percent) => BigInt(Math.round(percent * 100)))
    await send(admin, 'updateCoreSettings', 10_000n, 10_000n, ...terms, 0n, BigInt(Math.round(wish.penalty * 100)), 0n)
    await send(admin, 'updateOracle', oracle.address)
    vaults.push({ ...wish, contract, oracle })
  }
  const resolver = await deploy('PositionsResolver', factory.address)
  const ofLiquidity = await deploy('LiquidityResolver', liquidity.address)
  const vaultResolver = await deploy('VaultResolver', factory.address, liquidity.address, ofLiquidity.address)
  return {
    factory,
    resolver,
    vaultResolver,
    vaults,
    async setPrice(symbol, usd) {
      await send(feeds.get(symbol)!, 'set', answerOf(usd))
    },
  }

  function ceilingOf(symbol: string): bigint {
    return 10n ** BigInt(decimalsOf(symbol)) * (symbol === 'WETH' ? 100_000n : 20_000_000n)
  }
}

/** Amounts in whole tokens; below nothing is paid back or taken out. Opens a position where none is named; gives its number. */
export async function operate(
  lending: Lending,
  vault: LocalVault,
  from: Address,
  collateral: number,
  debt: number,
  position = 0n,
): Promise<bigint> {
  const { chain, owner } = lending
  const units = (symbol: string, amount: number) => BigInt(Math.round(amount * 1e6)) * 10n ** BigInt(decimals(symbol) - 6)
  const decimals = (symbol: string) => (isOwnCoin(symbol) ? 18 : tokenOf(lending, symbol).decimals)
  const [moreCollateral, moreDebt] = [units(vault.collateral, collateral), units(vault.loan, debt)]
  const pays = [
    ...(moreCollateral > 0n ? [[vault.collateral, moreCollateral] as const] : []),
    ...(moreDebt < 0n ? [[vault.loan, -moreDebt] as const] : []),
  ]
  let value = 0n
  for (const [symbol, amount] of pays) {
    if (isOwnCoin(symbol)) value += amount
    else await mintTo(chain, tokenOf(lending, symbol), from, amount, vault.contract.address, owner)
  }
  const args = [position, moreCollateral, moreDebt, from]
  const data = encodeFunctionData({ abi: vault.contract.abi, functionName: 'operate', args })
  const call = { from, to: vault.contract.address, data, gas: numberToHex(8_000_000n), value: numberToHex(value) }
  const receipt = await chain.receipt(await chain.request<Hex>('eth_sendTransaction', call))
  if (receipt.status !== '0x1') throw new Error(`operate reverted in ${vault.collateral}/${vault.loan}`)
  return eventsOf<{ nftId_: bigint }>(vault.contract, receipt, 'LogOperate')[0]!.nftId_
}

export type Liquidated = { readonly colAmt_: bigint; readonly debtAmt_: bigint }

/** As much as there is; with `most` of nothing, whoever is above the limit is absorbed and no more. */
export async function liquidate(
  lending: Lending,
  vault: LocalVault,
  from: Address,
  { most = 10n ** 26n, fromAbsorbed = true } = {},
): Promise<{ receipt: Receipt; taken: Liquidated | undefined }> {
  const { chain, owner } = lending
  await mintTo(chain, tokenOf(lending, vault.loan), from, most, vault.contract.address, owner)
  const receipt = await chain.send(vault.contract, 'liquidate', [most, 0n, from, fromAbsorbed], from)
  return { receipt, taken: eventsOf<Liquidated>(vault.contract, receipt, 'LogLiquidate')[0] }
}

const selectorsOf = (abi: Abi): Hex[] => abi.flatMap((item) => (item.type === 'function' ? [toFunctionSelector(item)] : []))
const answerOf = (usd: number): bigint => BigInt(Math.round(usd * 1e8))
