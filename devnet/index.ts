// The demo world's chain: Base Sepolia's id, a dollar at the real token's address, funded wallets. Forgets all when stopped.
import type { Hex } from 'viem'
import { TollgateError } from '../base/errors.ts'
import { payerAccount } from './accounts.ts'
import { startAnvil } from './anvil.ts'
import { loadTokens } from './contracts/artifacts.ts'
import { chooseCache } from './contracts/cache-folder.ts'
import { openDoor } from './door.ts'
import { mintUsd, usdTokenAddress } from './faucet.ts'
import { createRpc, type Rpc } from './rpc.ts'
import { showContract } from './shown-contract.ts'

export const devnetChainId = 84_532
export const multicallAddress: Hex = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** Where a chain listens. */
export interface ChainPlaces {
  /** For the program and its commands: obeys whoever knows it, so nobody else is told. */
  readonly rpcUrl: string
  /** For wallets. */
  readonly walletUrl: string
}

export interface Devnet extends ChainPlaces {
  readonly rpc: Rpc
  readonly chainId: number
  readonly token: Hex
  /** Names this run: a ledger row of an earlier chain is not one of this chain's. */
  readonly run: string
  mint(to: Hex, atomic: bigint): Promise<Hex>
  stop(): Promise<void>
}

const payerFunds = 1_000_000_000n

/** `port` is the wallets'. */
export async function startDevnet(options: {
  port: number
  dataDir: string
  /** Of compiled contracts, where it is not the usual one. */
  cacheFolder?: string
  /** Ends the start, which a first time waits for a compiler. */
  signal?: AbortSignal | undefined
}): Promise<Devnet> {
  const starting = startAnvil({ chainId: devnetChainId })
  starting.catch(() => undefined) // told where it is awaited
  const cacheFolder = options.cacheFolder ?? (await chooseCache(options.dataDir))
  const runtimeOf = await loadTokens({ cacheFolder, signal: options.signal }).catch(async (error) => {
    await (await starting).stop()
    throw error
  })
  const chain = await starting
  const { rpc } = chain
  await rpc('anvil_setCode', usdTokenAddress, runtimeOf('UsdToken'))
  await rpc('anvil_setCode', multicallAddress, runtimeOf('Multicall3'))
  await mintUsd(rpc, payerAccount.address, payerFunds)
  await showContract(rpc, runtimeOf)
  const door = await openDoor({ port: options.port, chainUrl: chain.url }).catch(async (error) => {
    await chain.stop()
    throw error
  })
  return describe({ rpcUrl: chain.url, walletUrl: door.url }, rpc, async () => {
    await door.stop()
    await chain.stop()
  })
}

/** Uses a devnet that another process runs; stopping is that one's affair. */
export async function attachDevnet(places: ChainPlaces): Promise<Devnet> {
  const rpc = createRpc(places.rpcUrl)
  const code = await rpc<string>('eth_getCode', usdTokenAddress, 'latest')
  if (code === '0x') throw new TollgateError('chain_unavailable', `The chain at ${places.walletUrl} is not a demo chain.`)
  return describe(places, rpc, async () => undefined)
}

async function describe(places: ChainPlaces, rpc: Rpc, stop: () => Promise<void>): Promise<Devnet> {
  const genesis = await rpc<{ hash: string }>('eth_getBlockByNumber', '0x0', false)
  return {
    ...places,
    rpc,
    chainId: devnetChainId,
    token: usdTokenAddress,
    run: `devnet-${genesis.hash.slice(2, 18)}`,
    mint: (to, atomic) => mintUsd(rpc, to, atomic),
    stop,
  }
}
