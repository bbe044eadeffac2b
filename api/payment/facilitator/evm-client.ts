// The nodes of a chain as one to read from: what the first does not answer the next is asked, and no answer is long or late.
import { createPublicClient, defineChain, fallback, http, type PublicClient } from 'viem'

export type EvmClientOptions = {
  readonly chainId: number
  readonly rpcUrls: readonly string[]
  readonly timeoutMs?: number
}

export type EvmNodes = {
  /** Whoever answers first, in the order they were named. */
  readonly any: PublicClient
  /** The same nodes, where what is asked at one moment goes in one request: not all of them take that. */
  readonly batched: PublicClient
  /** Each by itself, for what must not be told to another before it is known what became of it. */
  readonly each: readonly PublicClient[]
}

// The largest answer that is asked for is a block's header or a contract's code.
const answerLimitBytes = 1_048_576
// Receipts of a few kilobytes each, within that limit; the strictest of the usual providers takes a hundred.
const mostInBatch = 50

export function openEvmNodes({ chainId, rpcUrls, timeoutMs = 10_000 }: EvmClientOptions): EvmNodes {
  const chain = defineChain({
    id: chainId,
    name: `eip155:${chainId}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: rpcUrls } },
    fees: { baseFeeMultiplier: 2 }, // a cap: one that a busy minute outgrows would leave every later transaction waiting behind it
  })
  const limits = { timeout: timeoutMs, retryCount: 0, maxResponseBodySize: answerLimitBytes }
  const one = (url: string) => http(url, limits)
  const several = (url: string) => http(url, { ...limits, batch: { batchSize: mostInBatch } })
  // A contract may name addresses in its refusal that a client fetches for it: never for a stranger's contract.
  const shared = { chain, cacheTime: 0, ccipRead: false } as const
  const transports = rpcUrls.map(one)
  return {
    any: createPublicClient({ ...shared, transport: fallback(transports, { retryCount: 1 }) }),
    batched: createPublicClient({ ...shared, transport: fallback(rpcUrls.map(several), { retryCount: 0 }) }),
    each: transports.map((transport) => createPublicClient({ ...shared, transport })),
  }
}
