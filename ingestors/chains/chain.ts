// One chain as sources see it: its newest block, older ones, the logs between, and reads at a block.
import { type Hex, numberToHex } from 'viem'
import type { Deployment } from '../../app/config/deployments.ts'
import { TollgateError } from '../../base/errors.ts'
import { type Header, readHeader, readNumber } from './header.ts'
import { createHeads } from './heads.ts'
import { createLogReader, type LogReader } from './logs.ts'
import { createPinnedReader, type PinnedReader } from './pinned.ts'
import type { Standing } from './providers.ts'
import { createRpc, type RpcOptions } from './rpc.ts'
import { RpcFault } from './rpc-fault.ts'

export interface Chain {
  readonly deployment: Deployment
  readonly logs: LogReader
  head(): Promise<Header>
  header(number: number): Promise<Header>
  /** Null where the chain does not reach that height. */
  findHeader(number: number): Promise<Header | null>
  at(block: Header): PinnedReader
  /** What was read fits together, or does not: whoever answered most of it is asked later for a while. */
  fits(): void
  doubt(): void
  providers(): Standing[]
}

export function createChain(deployment: Deployment, options: RpcOptions): Chain {
  const rpc = createRpc(options)
  const header = (number: number) =>
    rpc.ask('eth_getBlockByNumber', [numberToHex(number), false], (answer) => readHeader(answer, number))
  return {
    deployment,
    logs: createLogReader(rpc, rpc.hasOthers ? rpc : null),
    header,
    head: createHeads(rpc),
    async findHeader(number) {
      try {
        return await header(number)
      } catch (error) {
        if (error instanceof RpcFault && error.kind === 'behind') return null
        throw error
      }
    },
    at: (block) => createPinnedReader(rpc, deployment.multicall3 as Hex, block),
    fits: rpc.fits,
    doubt: () => rpc.doubt('link'),
    providers: rpc.standing,
  }
}

/** A provider of another chain would be read without a complaint; one that is down for now is the others' affair. */
export async function checkChainId(deployment: Deployment, options: RpcOptions): Promise<void> {
  const asked = await Promise.allSettled(
    options.urls.map((url) => createRpc({ ...options, urls: [url] }).ask('eth_chainId', [], readNumber)),
  )
  const ids = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const other = ids.find((id) => id !== deployment.chain_id)
  if (other !== undefined)
    throw new TollgateError('config_invalid', `RPC_URL_${deployment.chain_id} names a provider of chain ${other}`)
  if (ids.length === 0)
    throw new TollgateError(
      'chain_unavailable',
      `no provider of chain ${deployment.chain_id} answers; is RPC_URL_${deployment.chain_id} right, and can it be reached from here?`,
      { retryable: true },
    )
}
