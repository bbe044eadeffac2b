// The chain access the official EVM schemes settle with: one key, a nonce manager, and a note of what went wrong on the way.
import { AsyncLocalStorage } from 'node:async_hooks'
import { toFacilitatorEvmSigner } from '@x402/evm'
import {
  BaseError,
  createPublicClient,
  createWalletClient,
  defineChain,
  type Hex,
  HttpRequestError,
  http,
  TimeoutError,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createNonceManager, jsonRpc } from 'viem/nonce'

export type EvmSigner = ReturnType<typeof toFacilitatorEvmSigner>

/** What happened on the wire during one verify or settle; the schemes themselves report an outage as a bad signature. */
export type CallRecord = { chainFailed: boolean; sent: boolean; transaction: string | null }
export const callRecord = new AsyncLocalStorage<CallRecord>()

export type EvmSignerOptions = {
  readonly chainId: number
  readonly rpcUrl: string
  readonly privateKey: Hex
  readonly pollingIntervalMs?: number
  readonly confirmationTimeoutMs?: number
}

// Enough for any token's transferWithAuthorization; a fixed limit saves a request and bounds what a hostile token can burn.
const gasLimit = 300_000n

export function createEvmSigner(options: EvmSignerOptions): EvmSigner {
  const { chainId, rpcUrl } = options
  const nonceManager = createNonceManager({ source: jsonRpc() })
  const account = privateKeyToAccount(options.privateKey, { nonceManager })
  const chain = defineChain({
    id: chainId,
    name: `eip155:${chainId}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const transport = http(rpcUrl, { timeout: 10_000, retryCount: 1 })
  const pollingInterval = options.pollingIntervalMs ?? 1_000
  const reader = createPublicClient({ chain, transport, pollingInterval, cacheTime: 0 })
  const writer = createWalletClient({ chain, transport, account })
  const send = async (action: () => Promise<Hex>): Promise<Hex> => {
    const record = callRecord.getStore()
    if (record) record.sent = true
    try {
      const transaction = await action()
      if (record) record.transaction = transaction
      return transaction
    } catch (error) {
      nonceManager.reset({ address: account.address, chainId }) // else the number it took stays a gap that blocks all later ones
      throw error
    }
  }
  const signer: Parameters<typeof toFacilitatorEvmSigner>[0] = {
    address: account.address,
    readContract: (args) => noted(() => reader.readContract(args as never)),
    verifyTypedData: (args) => noted(() => reader.verifyTypedData(args as never)),
    getCode: (args) => noted(() => reader.getCode(args)),
    writeContract: (args) => send(() => noted(() => writer.writeContract({ ...args, gas: gasLimit } as never))),
    sendTransaction: (args) => send(() => noted(() => writer.sendTransaction(args as never))),
    waitForTransactionReceipt: (args) => noted(() => reader.waitForTransactionReceipt({ ...args, pollingInterval })),
  }
  return toFacilitatorEvmSigner(signer, { confirmationTimeoutMs: options.confirmationTimeoutMs ?? 30_000 })
}

async function noted<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    const record = callRecord.getStore()
    if (record && isOutage(error)) record.chainFailed = true
    throw error
  }
}

function isOutage(error: unknown): boolean {
  if (!(error instanceof BaseError)) return true
  return error.walk((cause) => cause instanceof HttpRequestError || cause instanceof TimeoutError) !== null
}
