// The chain access the official EVM schemes settle with: one key, its transactions, and a note of what went wrong on the way.
import { AsyncLocalStorage } from 'node:async_hooks'
import { toFacilitatorEvmSigner } from '@x402/evm'
import { BaseError, concatHex, createPublicClient, defineChain, encodeFunctionData, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { messageOf, TollgateError } from '../../errors.ts'
import type { TokenLog } from './paid-transfers.ts'
import { isOutage } from './transaction-offer.ts'
import { createTransactionSender, type TransactionCall } from './transaction-sender.ts'

export type EvmSigner = ReturnType<typeof toFacilitatorEvmSigner>

/** What happened on the wire during one verify or settle; the schemes themselves report an outage as a bad signature. */
export type CallRecord = { chainFailed: boolean; sent: boolean; transaction: string | null; logs: readonly TokenLog[] }
export const callRecord = new AsyncLocalStorage<CallRecord>()

export type EvmSignerOptions = {
  readonly chainId: number
  readonly rpcUrl: string
  readonly privateKey: Hex
  readonly pollingIntervalMs?: number
  readonly confirmationTimeoutMs?: number
  /** The chain will not have this key's transactions, mostly because it has no gas. */
  readonly onRefused?: (refusal: { address: Hex; reason: string }) => void
}

// Enough for any token's transferWithAuthorization; a fixed limit saves a request and bounds what a hostile token can burn.
const gasLimit = 300_000n

export function createEvmSigner(options: EvmSignerOptions): EvmSigner {
  const { chainId, rpcUrl } = options
  const account = privateKeyToAccount(options.privateKey)
  const chain = defineChain({
    id: chainId,
    name: `eip155:${chainId}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
    fees: { baseFeeMultiplier: 2 }, // a cap: one that a busy minute outgrows would leave every later transaction waiting behind it
  })
  const transport = http(rpcUrl, { timeout: 10_000, retryCount: 1 })
  const { pollingIntervalMs: pollingInterval = 1_000, confirmationTimeoutMs = 30_000 } = options
  const reader = createPublicClient({ chain, transport, pollingInterval, cacheTime: 0 })
  const sendOne = createTransactionSender({
    client: reader,
    account,
    chainId,
    pollingIntervalMs: pollingInterval,
    confirmForMs: confirmationTimeoutMs,
  })
  const send = async (call: TransactionCall): Promise<Hex> => {
    const record = callRecord.getStore()
    const outcome = await noted(() => sendOne(call))
    if (record && outcome.kind !== 'refused') Object.assign(record, { sent: true, transaction: outcome.transaction })
    if (outcome.kind === 'mined') return outcome.transaction
    if (outcome.kind === 'refused') options.onRefused?.({ address: account.address, reason: shortReason(outcome.error) })
    if (record) record.chainFailed = true // the chain's trouble or our key's, not the payer's
    throw outcome.error
  }
  const signer: Parameters<typeof toFacilitatorEvmSigner>[0] = {
    address: account.address,
    readContract: (args) => noted(() => reader.readContract(args as never)),
    verifyTypedData: (args) => noted(() => reader.verifyTypedData(args as never)),
    getCode: (args) => noted(() => reader.getCode(args)),
    writeContract: ({ address, dataSuffix = '0x', ...args }) => {
      const data = concatHex([encodeFunctionData(args as never), dataSuffix])
      return send({ to: address, data, gas: gasLimit })
    },
    sendTransaction: () => Promise.reject(new TollgateError('input_invalid', 'No wallet factory is allowed.')),
    // Another transaction in the place of ours is not ours: it may be for another payment of the same amount.
    async waitForTransactionReceipt(args) {
      const receipt = await noted(() => reader.waitForTransactionReceipt({ ...args, pollingInterval, checkReplacement: false }))
      const record = callRecord.getStore()
      if (record && receipt.status === 'success') record.logs = receipt.logs
      return receipt
    },
  }
  return toFacilitatorEvmSigner(signer, { confirmationTimeoutMs })
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

function shortReason(error: unknown): string {
  return error instanceof BaseError ? error.details : messageOf(error)
}
