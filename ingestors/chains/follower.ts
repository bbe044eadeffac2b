// A source that follows chains block by block: who may hold something is learnt from logs, what they hold is read at one block.

import type { Deployment } from '../../app/config/deployments.ts'
import type { ChainPlace } from '../../db/chains/checkpoints.ts'
import type { Subject, SubjectName } from '../../db/chains/subjects.ts'
import type { Topic } from '../../db/log/topic.ts'
import type { Proof } from '../define.ts'
import type { ChainLog, LogFilter } from './logs.ts'
import type { PinnedReader } from './pinned.ts'

/** A fact without when it was read; null: there is no such fact any more. */
export interface Draft {
  readonly topic: Topic<any>
  readonly key: string
  readonly content: Record<string, unknown> | null
}

/** What logs say has to be read: some in any case, some only if something is known of them already. */
export interface Touch {
  readonly always: readonly SubjectName[]
  readonly ifKnown: readonly SubjectName[]
}

export interface ReadContext {
  readonly at: PinnedReader
  /** What the logs touched and what is still to be read, by topic name and key. */
  readonly wanted: readonly Subject[]
  /** Everything is to be looked at again, whatever the logs say. */
  readonly refresh: boolean
  /** What is known of some keys. */
  known(topic: Topic<any>, keys: readonly string[]): Promise<Map<string, Subject>>
  /** The facts another source of this chain holds. */
  contents(source: string, topic: Topic<any>): Promise<Record<string, any>[]>
}

/** A source at one block: which logs matter to it now, what they touch, and how that is read. */
export interface Prepared {
  readonly filter: LogFilter | null
  touch(logs: readonly ChainLog[]): Touch
  read(context: ReadContext): Promise<Draft[]>
}

export interface ChainSource {
  /** How to learn from history who exists; null where logs say nothing. */
  readonly scan: { readonly filter: LogFilter; readonly firstBlock: number; touch(logs: readonly ChainLog[]): Touch } | null
  /** Reading at every block would be too dear, or serve nobody. */
  readonly leastSecondsBetween: number
  /** After so many blocks everything is looked at again. */
  readonly refreshBlocks: number
  prepare(at: PinnedReader): Promise<Prepared>
  /** By name, how far what is tracked is from what the chain says there is; facts as last appended. */
  differences(contents: readonly Record<string, any>[]): Record<string, string>
  /** The topic whose facts `differences` compares; null where there is nothing to compare. */
  readonly completeness: Topic<any> | null
}

export interface Follower {
  readonly source: string
  readonly proof: Proof
  readonly topics: readonly Topic<any>[]
  /** Null where this chain's deployment has nothing for the source. */
  open(deployment: Deployment): ChainSource | null
}

export function defineFollower(follower: Follower): Follower {
  return follower
}

export function placeOf(deployment: Deployment, source: string): ChainPlace {
  return { chainId: deployment.chain_id, source }
}
