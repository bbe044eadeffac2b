// A source that looks at every readable chain again and again: how it becomes one more polled source.
import { messageOf, TollgateError } from '../../base/errors.ts'
import type { Topic } from '../../db/log/topic.ts'
import type { FetchContext, Ingestor, Proof } from '../define.ts'
import type { ChainAccess, ReadableChain } from './access.ts'

export interface ChainSource<V = any> {
  readonly source: string
  readonly topic: Topic<V>
  readonly proof: Proof
  /** Cron, UTC. */
  readonly schedule: string
  /** One chain's news since it was last asked for; nothing where there is none. */
  readChain(chain: ReadableChain, context: Pick<FetchContext, 'at' | 'signal' | 'newestByKey'>): Promise<readonly V[]>
}

export function defineChainSource<V>(source: ChainSource<V>): ChainSource<V> {
  return source
}

/** A chain that does not answer costs itself, as long as another does. */
export function toPolled({ source, topic, proof, schedule, readChain }: ChainSource, access: ChainAccess): Ingestor {
  return {
    source,
    topic,
    schedule,
    grade: 'A',
    proof,
    async fetch(context) {
      const chains = await access.list('logs')
      if (chains.length === 0) throw new TollgateError('chain_unavailable', 'no chain is there to be read', { retryable: true })
      const read = await Promise.allSettled(chains.map((chain) => readChain(chain, context)))
      const failed = read.flatMap((one, i) => (one.status === 'rejected' ? [{ id: chains[i]!.id, reason: one.reason }] : []))
      if (failed.length === chains.length) throw failed[0]!.reason
      for (const { id, reason } of failed) context.setAside?.(`chain ${id}: ${messageOf(reason)}`, reason)
      return read.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    },
    parse: (values: unknown[]) => values,
    // Of few chains one may be half.
    mostAside: 0.75,
  }
}
