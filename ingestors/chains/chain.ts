// One chain as sources see it: its newest block, older ones, the logs between, and reads at a block.
import { type Hex, numberToHex } from 'viem'
import type { Deployment } from '../../app/config/deployments.ts'
import { TollgateError } from '../../base/errors.ts'
import type { HeadNotices } from './head-notices.ts'
import { type Header, readHeader, readNumber } from './header.ts'
import { createHeads } from './heads.ts'
import { createLogReader, type LogReader } from './logs.ts'
import { createPinnedReader, type PinnedReader } from './pinned.ts'
import type { Standing } from './providers.ts'
import { createRpc, type ManyRpc, type RpcOptions } from './rpc.ts'
import { RpcFault } from './rpc-fault.ts'

export interface Chain {
  readonly deployment: Deployment
  readonly logs: LogReader
  head(): Promise<Header>
  header(number: number): Promise<Header>
  /** The block before that one, asked once for all who go down the same way. */
  parentOf(header: Header): Promise<Header>
  /** Null where the chain does not reach that height. */
  findHeader(number: number): Promise<Header | null>
  at(block: Header): PinnedReader
  /**
   * What was read fits together, or, asked for since then, does not: whose blocks do not follow each other is asked later for a while,
   * and where all do, whoever answered most of it.
   */
  fits(): void
  doubt(since: number): Promise<void>
  /** A newest block that lies below one the chain still has: whoever told of it is behind. */
  doubtHead(head: Header): void
  providers(): Standing[]
}

export function createChain(deployment: Deployment, options: RpcOptions, notices: HeadNotices | null = null): Chain {
  const rpc = createRpc(options)
  const header = (number: number) =>
    rpc.ask('eth_getBlockByNumber', [numberToHex(number), false], (answer) => readHeader(answer, number))
  const parents = createParents(header)
  const tellers = new WeakMap<Header, number>()
  const unlinked = createLinkCheck(rpc)
  return {
    deployment,
    parentOf: parents.of,
    logs: createLogReader(rpc, rpc.hasOthers ? rpc : null),
    header,
    head: createHeads(rpc, notices, tellers),
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
    async doubt(since) {
      parents.forget()
      const { wrong, isNews } = rpc.hasOthers ? await unlinked(since) : { wrong: [], isNews: false }
      if (isNews) for (const provider of wrong) rpc.doubt('link', provider)
      if (wrong.length === 0) rpc.doubt('link', undefined, since)
    },
    doubtHead(head) {
      parents.forget()
      rpc.doubt('head', tellers.get(head))
    },
    providers: rpc.standing,
  }
}

/** Whose newest blocks do not follow each other by their own word. Asked once for all whose answers did not fit at about the same time. */
function createLinkCheck(rpc: ManyRpc): (since: number) => Promise<{ wrong: readonly number[]; isNews: boolean }> {
  let last: { at: number; wrong: Promise<readonly number[]> } | null = null
  const check = async () => {
    const each = await rpc.askEach(async (one) => {
      const newest = await one.ask('eth_getBlockByNumber', ['latest', false], (answer) => readHeader(answer, null))
      const below = Math.max(0, newest.number - 1)
      const before = await one.ask('eth_getBlockByNumber', [numberToHex(below), false], (answer) => readHeader(answer, below))
      return newest.number === 0 || newest.parent === before.hash
    })
    return each.flatMap(({ provider, answer }) => (answer ? [] : [provider]))
  }
  return async (since) => {
    const isNews = last === null || last.at < since
    if (last === null || isNews) last = { at: Date.now(), wrong: check() }
    return { wrong: await last.wrong, isNews }
  }
}

const mostParents = 2_000

// By the hash that the block after says: what is remembered cannot be of another branch. Where answers did not fit all is asked anew.
function createParents(header: (number: number) => Promise<Header>) {
  const known = new Map<Hex, Promise<Header>>()
  return {
    async of(child: Header): Promise<Header> {
      const asked = known.get(child.parent) ?? header(child.number - 1)
      known.set(child.parent, asked)
      if (known.size > mostParents) known.delete(known.keys().next().value!)
      const found = await asked.catch(() => null)
      if (found !== null && found.hash === child.parent) return found
      known.delete(child.parent)
      return asked
    },
    forget: () => known.clear(),
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
