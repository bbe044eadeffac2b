// The demo world's chain: Base Sepolia's id, a dollar at the real token's address, funded wallets. Forgets all when stopped.
import { fileURLToPath } from 'node:url'
import { TollgateError } from '../errors.ts'
import { payerAccount } from './accounts.ts'
import { startAnvil } from './anvil.ts'
import { compileContracts, type Hex } from './compile.ts'
import { chooseCache } from './contracts/cache-folder.ts'
import { mintUsd, usdTokenAddress } from './faucet.ts'
import { createRpc, type Rpc } from './rpc.ts'
import { showContract } from './shown-contract.ts'

export const devnetChainId = 84_532
export const multicallAddress: Hex = '0xcA11bde05977b3631167028862bE2a173976CA11'

export interface Devnet {
  readonly rpcUrl: string
  readonly rpc: Rpc
  readonly chainId: number
  readonly token: Hex
  /** Names this run: a ledger row of an earlier chain is not one of this chain's. */
  readonly run: string
  mint(to: Hex, atomic: bigint): Promise<Hex>
  stop(): Promise<void>
}

const payerFunds = 1_000_000_000n

export async function startDevnet(options: { port: number; dataDir: string; host?: string }): Promise<Devnet> {
  const compiling = compileContracts(
    ['usd-token.sol', 'multicall3.sol', 'shown-dollar.sol'].map((name) =>
      fileURLToPath(new URL(`token/${name}`, import.meta.url)),
    ),
    await chooseCache(options.dataDir),
  )
  const [contracts, chain] = await Promise.all([compiling, startAnvil({ ...options, chainId: devnetChainId })])
  const { rpc } = chain
  await rpc('anvil_setCode', usdTokenAddress, contracts.UsdToken!.runtime)
  await rpc('anvil_setCode', multicallAddress, contracts.Multicall3!.runtime)
  await mintUsd(rpc, payerAccount.address, payerFunds)
  await showContract(rpc, contracts)
  return describe(chain.url, rpc, () => chain.stop())
}

/** Uses a devnet that another process runs; stopping is that one's affair. */
export async function attachDevnet(rpcUrl: string): Promise<Devnet> {
  const rpc = createRpc(rpcUrl)
  const code = await rpc<string>('eth_getCode', usdTokenAddress, 'latest')
  if (code === '0x') throw new TollgateError('chain_unavailable', `The chain at ${rpcUrl} is not a demo chain.`)
  return describe(rpcUrl, rpc, async () => undefined)
}

async function describe(rpcUrl: string, rpc: Rpc, stop: () => Promise<void>): Promise<Devnet> {
  const genesis = await rpc<{ hash: string }>('eth_getBlockByNumber', '0x0', false)
  return {
    rpcUrl,
    rpc,
    chainId: devnetChainId,
    token: usdTokenAddress,
    run: `devnet-${genesis.hash.slice(2, 18)}`,
    mint: (to, atomic) => mintUsd(rpc, to, atomic),
    stop,
  }
}
