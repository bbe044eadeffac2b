// A source that reads contracts somebody asks about: what it is made of, and how it becomes one more source of asked keys.

import { discover } from '../../base/discover.ts'
import { TollgateError } from '../../base/errors.ts'
import type { SafeFetch } from '../../base/safe-fetch/index.ts'
import type { Topic } from '../../db/log/topic.ts'
import type { FetchContext, Ingestor, OpenKeys, Proof } from '../define.ts'
import type { ChainAccess, ChainReading } from './access.ts'
import { askBeside, type Beside } from './beside.ts'
import { type CodeIndex, createCodeIndex } from './code-index.ts'
import type { Resolved } from './ens.ts'
import type { ChainSource } from './every-chain.ts'
import type { PinnedChain } from './pinned-chain.ts'
import type { Site } from './wallet/site.ts'

export interface ReadContext {
  /** As it was asked: the fact's key. */
  readonly asked: string
  readonly address: `0x${string}`
  readonly chain: PinnedChain
  /** Nobody said which chain; it was found on this one, and maybe on others. */
  readonly inferred: boolean
  readonly alsoOn: readonly number[]
  /** What the name was set to that was asked about. */
  readonly resolved?: Resolved
  /** The number of the agent that was asked about; the address is its owner's. */
  readonly agent?: string
  /** The site that was asked about, and what its agent says of it. */
  readonly site?: Site
  readonly at: Date
  /** What this process has read before. */
  readonly codes: CodeIndex
  /** What another source knows of it; null where that one is away or off. */
  beside(source: string, key: string): Promise<readonly any[] | null>
}

export interface ContractSource<V = any> {
  readonly source: string
  readonly topic: Topic<V>
  readonly proof: Proof
  readonly tempo: Omit<OpenKeys, 'fetch'>
  readonly reads: ChainReading
  /** Wallets are asked about: an address without code is one on every chain. */
  readonly ofWallets?: true
  read(context: ReadContext): Promise<V>
}

export function defineContractSource<V>(source: ContractSource<V>): ContractSource<V> {
  return source
}

export async function discoverContractSources(): Promise<ContractSource[]> {
  const found = await discover<ContractSource>(new URL('../sources/', import.meta.url), 'contract-source.ts')
  for (const [folder, { source }] of found) {
    if (source !== folder) throw new TollgateError('definition_invalid', `ingestors/sources/${folder} calls itself ${source}`)
  }
  return [...found.values()]
}

/** Those that are not asked about a contract but look at every chain on a schedule. */
export async function discoverChainSources(): Promise<ChainSource[]> {
  const found = await discover<ChainSource>(new URL('../sources/', import.meta.url), 'chain-source.ts')
  for (const [folder, { source }] of found) {
    if (source !== folder) throw new TollgateError('definition_invalid', `ingestors/sources/${folder} calls itself ${source}`)
  }
  return [...found.values()]
}

const mostAttempts = 3

/** Nobody polls it: contracts are read when they are asked about. */
export const neverPolled = '0 0 1 1 *'

export function toIngestor(
  definition: ContractSource,
  access: ChainAccess,
  beside: () => Beside,
  fetchSite: SafeFetch,
): Ingestor {
  const { source, topic, proof, tempo, read } = definition
  const codes = createCodeIndex()
  const readOnce = async (asked: string, context: FetchContext) => {
    // Chain libraries take a second to load, which only who asks waits for.
    const { findChain, findWalletChain } = await import('./find-chain.ts')
    const chains = await access.list(definition.reads)
    const { signal } = context
    const { chain, ...found } =
      definition.ofWallets === true
        ? await findWalletChain(chains, asked, signal, fetchSite)
        : await findChain(chains, asked, signal)
    const value = await read({
      asked,
      ...found,
      chain,
      at: context.at,
      codes,
      beside: (name, key) => askBeside(beside(), name, key, context),
    })
    await chain.confirm()
    return [value]
  }
  // A block can be replaced, or its state let go, while it is read: then a newer one is.
  const fetch = async (asked: string, context: FetchContext, attempt = 1): Promise<unknown[]> => {
    try {
      return await readOnce(asked, context)
    } catch (error) {
      if ((error as { kind?: unknown }).kind !== 'behind' || attempt >= mostAttempts) throw error
      return fetch(asked, context, attempt + 1)
    }
  }
  return {
    source,
    topic,
    schedule: neverPolled,
    grade: 'A',
    proof,
    fetch: async () => {
      throw new TollgateError('definition_invalid', `${source} is read when it is asked, never polled`)
    },
    parse: (values: unknown[]) => values,
    openKeys: { ...tempo, fetch: (asked, context) => fetch(asked, context) },
  }
}
