// Everything the demo market consists of, deployed: both lending protocols, the exchange, and who takes part.

import { type Address, type Hex, maxUint256 } from 'viem'
import { type CompileOptions, loadArtifacts, loadLendingArtifacts } from '../contracts/artifacts.ts'
import { ownInput } from '../contracts/sources.ts'
import { deployExchange, type Exchange } from '../exchange/exchange.ts'
import { loadExchangeArtifacts } from '../exchange/published.ts'
import { type Borrower, drawBorrowers } from '../lending/borrowers.ts'
import { createChain } from '../lending/chain.ts'
import { deployLending, type Lending } from '../lending/lending.ts'
import { multicall, sendBatch } from './batch.ts'
import type { MarketArtifacts } from './market-artifacts.ts'
import { type Contracts, keepSnapshot, listAccounts, placeSnapshot } from './snapshot.ts'
import { snapshotFile } from './snapshot-file.ts'

export type { MarketArtifacts } from './market-artifacts.ts'

export type DemoMarket = {
  readonly lending: Lending
  readonly exchange: Exchange
  readonly borrowers: readonly Borrower[]
  /** The block before the first deployment. */
  readonly firstBlock: number
}

// The book's collateral is about six million dollars: with so much to borrow from, rates are of this world.
const usdPerReserve = 2_500_000
const usdPerMarket = 2_000_000
const purseUsd = 1_000_000_000

export async function loadMarketArtifacts(options: CompileOptions): Promise<MarketArtifacts> {
  const [lending, exchange, own] = await Promise.all([
    loadLendingArtifacts(options),
    loadExchangeArtifacts(),
    loadArtifacts(ownInput(), options),
  ])
  return { lending, exchange, own }
}

export type BuildOptions = {
  readonly borrowers: number
  readonly random: () => number
  readonly signal: AbortSignal
  /** Where contracts that were deployed before are kept. */
  readonly cacheFolder: string
  /** Others who deploy on the chain meanwhile: waited for before the market is, so that what is kept of it holds none of theirs. */
  readonly others?: Promise<unknown>
}

export async function deployMarket(rpcUrl: string, artifacts: MarketArtifacts, options: BuildOptions): Promise<DemoMarket> {
  const chain = createChain(rpcUrl, options.signal)
  const firstBlock = Number(await chain.request<Hex>('eth_blockNumber'))
  const file = await snapshotFile(options.cacheFolder, await chain.request<Hex>('eth_chainId'), artifacts)
  const contracts = (await placeSnapshot(file, chain)) ?? (await deployContracts(rpcUrl, artifacts, file, options))
  const borrowers = drawBorrowers(contracts.lending, options.borrowers, options.random, 'borrower')
  return { ...contracts, borrowers, firstBlock }
}

async function deployContracts(
  rpcUrl: string,
  { lending: lenders, exchange: exchangeArtifacts, own }: MarketArtifacts,
  file: string,
  { signal, others }: BuildOptions,
): Promise<Contracts> {
  await others?.catch(() => undefined)
  const before = await listAccounts(createChain(rpcUrl, signal))
  const lending = await deployLending(rpcUrl, lenders, { usdPerReserve, usdPerMarket, feed: own.PriceFeed!, signal })
  const exchange = await deployExchange(lending.chain, exchangeArtifacts, own.MarketDesk!, lending.tokens, lending)
  await fillPurse(lending)
  await keepSnapshot(file, before, { lending, exchange })
  return { lending, exchange }
}

// Collateral is supplied, and debt repaid, by the batching contract on the borrowers' behalf: hundreds of moves in a few blocks.
async function fillPurse({ chain, tokens, aave, morpho, owner }: Lending): Promise<void> {
  const approve = (spender: Address) =>
    tokens.map((token) => ({ contract: token.contract, name: 'approve', args: [spender, maxUint256] }))
  for (const token of tokens) {
    const units = BigInt(Math.round(purseUsd / token.priceUsd)) * token.unit
    await chain.send(token.contract, 'mint', [multicall.address, units], owner)
  }
  await sendBatch(chain, [...approve(aave.pool.address), ...approve(morpho.morpho.address)], owner)
}
