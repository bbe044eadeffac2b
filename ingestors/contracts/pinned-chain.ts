// One chain as it stood at one block: code, storage, calls, runs of transactions that are only tried, and logs up to it.
import { type Hex, numberToHex } from 'viem'
import { type Header, readHeader, readNumber } from '../chains/header.ts'
import { createPinnedReader, type PinnedReader } from '../chains/pinned.ts'
import { createRpc, type Rpc } from '../chains/rpc.ts'
import { RpcFault } from '../chains/rpc-fault.ts'
import type { ReadableChain } from './access.ts'
import type { Exchange } from './exchanges.ts'
import { type Payment, readPayments } from './payments.ts'

export interface Tried {
  readonly from: Hex
  readonly to: Hex
  readonly data: Hex
}

export interface TriedResult {
  readonly ok: boolean
  readonly data: Hex
}

export interface RawLog {
  readonly address: Hex
  readonly index: number
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly block: number
  readonly transaction: Hex
  /** When its block was made, where the provider says so beside the log. */
  readonly time: Date | null
}

export interface PinnedChain extends Pick<PinnedReader, 'answer'> {
  readonly id: number
  readonly block: Header
  readonly exchange: Exchange
  code(address: Hex): Promise<Hex>
  slot(address: Hex, slot: Hex): Promise<Hex>
  /** How many transactions it has sent. */
  nonce(address: Hex): Promise<number>
  /** As anybody; null where it was refused. */
  call(tried: Tried): Promise<Hex | null>
  /** Block after block on the same state, ten minutes apart, none of it kept; null where the provider cannot. */
  simulate(...blocks: readonly (readonly Tried[])[]): Promise<TriedResult[] | null>
  /** Of one contract, of some, or of any. Throws an RpcFault where the range is too much for the provider. */
  logs(
    address: Hex | readonly Hex[] | null,
    topics: readonly (Hex | readonly Hex[] | null)[],
    from: number,
    to?: number,
  ): Promise<RawLog[]>
  hasCodeAt(address: Hex, block: number): Promise<boolean>
  header(block: number): Promise<Header>
  /** What its transactions send along, whether or not they are carried out. Throws an RpcFault where the provider has no whole blocks. */
  payments(block: number): Promise<{ readonly header: Header; readonly payments: readonly Payment[] }>
  /** Whether a transaction was carried out: a refused one moves nothing. */
  isDone(hash: Hex): Promise<boolean>
  transaction(hash: Hex): Promise<{ readonly from: Hex; readonly created: Hex | null } | null>
  /** Throws where the block was replaced meanwhile. */
  confirm(): Promise<void>
}

// At one place on every chain, by the same transaction (its makers' list of deployments).
const multicall: Hex = '0xca11bde05977b3631167028862be2a173976ca11'
const hasty = { timeoutMs: 15_000, rounds: 2, pauseMs: 200 }
const secondsBetween = 600
const codeShape = /^0x([0-9a-f]{2})*$/i

export async function pinChain({ id, urls, exchange }: ReadableChain, signal: AbortSignal): Promise<PinnedChain> {
  const rpc = createRpc({ urls, stop: signal, ...hasty })
  const claimed = await rpc.ask('eth_chainId', [], readNumber)
  // A provider of another chain would be believed.
  if (claimed !== id) throw new RpcFault('broken', 'eth_chainId')
  const block = await rpc.ask('eth_getBlockByNumber', ['latest', false], (answer) => readHeader(answer, null))
  const at = numberToHex(block.number)
  return {
    id,
    block,
    exchange,
    answer: createPinnedReader(rpc, multicall, block).answer,
    code: (address) => rpc.ask('eth_getCode', [address, at], readBytes),
    slot: (address, slot) => rpc.ask('eth_getStorageAt', [address, slot, at], readBytes),
    nonce: (address) => rpc.ask('eth_getTransactionCount', [address, at], readNumber),
    call: ({ from, to, data }) => tolerate(rpc.ask('eth_call', [{ from, to, data }, at], readBytes)),
    simulate: (...blocks) => simulate(rpc, blocks, block),
    logs: (address, topics, from, to = block.number) =>
      rpc.ask(
        'eth_getLogs',
        [{ ...(address === null ? {} : { address }), topics, fromBlock: numberToHex(from), toBlock: numberToHex(to) }],
        readLogs,
      ),
    hasCodeAt: async (address, number) => (await rpc.ask('eth_getCode', [address, numberToHex(number)], readBytes)) !== '0x',
    header: (number) => rpc.ask('eth_getBlockByNumber', [numberToHex(number), false], (answer) => readHeader(answer, number)),
    payments: (number) =>
      rpc.ask('eth_getBlockByNumber', [numberToHex(number), true], (answer) => ({
        header: readHeader(answer, number),
        payments: readPayments(answer),
      })),
    async isDone(hash) {
      const found = (await rpc.ask('eth_getTransactionReceipt', [hash])) as Record<string, unknown> | null
      if (found === null || (found.status !== '0x1' && found.status !== '0x0'))
        throw new RpcFault('broken', 'eth_getTransactionReceipt')
      return found.status === '0x1'
    },
    async transaction(hash) {
      const found = (await rpc.ask('eth_getTransactionReceipt', [hash])) as Record<string, Hex> | null
      if (found === null || typeof found.from !== 'string') return null
      return { from: found.from.toLowerCase() as Hex, created: (found.contractAddress?.toLowerCase() as Hex) ?? null }
    },
    async confirm() {
      const now = await rpc.ask('eth_getBlockByNumber', [at, false], (answer) => readHeader(answer, block.number))
      if (now.hash !== block.hash) throw new RpcFault('behind', 'eth_getBlockByNumber')
    },
  }
}

function readBytes(answer: unknown): Hex {
  if (typeof answer !== 'string' || !codeShape.test(answer)) throw new RpcFault('broken', 'bytes')
  return answer.toLowerCase() as Hex
}

/** null only for a refusal by the contract, and where it uses up all gas it is given: a provider's trouble is no answer about it. */
async function tolerate(asked: Promise<Hex>): Promise<Hex | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof RpcFault && (error.kind === 'refused' || error.kind === 'too_much')) return null
    throw error
  }
}

interface SimulatedCall {
  readonly status: Hex
  readonly returnData: Hex
}

async function simulate(rpc: Rpc, blocks: readonly (readonly Tried[])[], head: Header): Promise<TriedResult[] | null> {
  const blockStateCalls = blocks.map((calls, i) => ({
    blockOverrides: {
      number: numberToHex(head.number + 1 + i),
      time: numberToHex(head.time.getTime() / 1_000 + secondsBetween * (i + 1)),
    },
    calls: calls.map(({ from, to, data }) => ({ from, to, input: data })),
  }))
  try {
    const how = { blockStateCalls, validation: false, traceTransfers: false }
    const done = (await rpc.ask('eth_simulateV1', [how, numberToHex(head.number)])) as { calls: SimulatedCall[] }[]
    const results = done.flatMap(({ calls }) => calls)
    if (results.length !== blocks.flat().length) throw new RpcFault('broken', 'eth_simulateV1')
    return results.map(({ status, returnData }) => ({ ok: status === '0x1', data: readBytes(returnData) }))
  } catch (error) {
    // Many providers do not have the method; what they say then differs.
    if (error instanceof RpcFault) return null
    throw error
  }
}

function readLogs(answer: unknown): RawLog[] {
  if (!Array.isArray(answer)) throw new RpcFault('broken', 'eth_getLogs')
  return answer.map(
    (
      one: Record<'logIndex' | 'blockNumber', string> & {
        address: Hex
        topics: Hex[]
        data: Hex
        transactionHash: Hex
        blockTimestamp?: unknown
      },
    ) => ({
      address: one.address.toLowerCase() as Hex,
      index: readNumber(one.logIndex),
      topics: one.topics,
      data: one.data,
      block: readNumber(one.blockNumber),
      transaction: one.transactionHash,
      time: typeof one.blockTimestamp === 'string' ? new Date(readNumber(one.blockTimestamp) * 1_000) : null,
    }),
  )
}
