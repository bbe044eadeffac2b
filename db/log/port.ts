// The event log as everything else sees it; db/log/kafka/index.ts and db/log/postgres/index.ts are the two behind it.
import type { Topic } from './topic.ts'

export interface LogRecord {
  readonly topic: string
  readonly partition: number
  readonly offset: bigint
  readonly key: string
  /** The record's JSON text exactly as appended; null is a tombstone. */
  readonly value: string | null
  readonly appendedAt: Date
  /** The trace that appended it, as W3C's traceparent; whoever may write to the log may have written anything. */
  readonly trace?: string | undefined
}

export interface Batch {
  readonly topic: string
  readonly partition: number
  readonly records: readonly LogRecord[]
  /** The offset the next append will get, as known when the batch was read: lag is this minus what is done. */
  readonly highOffset: bigint
  /** Aborted when what this was read under is lost, and perhaps the server with it that had these records. */
  readonly lost?: AbortSignal
  /** As far as all before it was applied, by the word of this worker: a database that says less has lost it. */
  readonly after?: bigint | undefined
}

/** The database has gone back, to a standby that was behind: the log is read again from where that is. */
export class WentBack extends Error {}

export interface ConsumeOptions {
  readonly group: string
  readonly topics: readonly Topic<any>[]
  readonly signal: AbortSignal
  readonly maxRecords?: number
  /** Where a partition's reading starts when this worker is given it; null: from the oldest record. */
  from(topic: string, partition: number): Promise<bigint | null>
  /** Throwing means: the same batch again, after a backoff; WentBack: from the offset that `from` says now. */
  onBatch(batch: Batch): Promise<void>
  /** Every record that was left before that offset is gone from the log: reading goes on there. */
  onGap?(topic: string, partition: number, next: bigint): Promise<void>
}

/** Of each group that this process consumes for the partitions it holds, as topic/partition; null while it has not joined. */
export type Holdings = ReadonlyMap<string, ReadonlySet<string> | null>

export interface Range {
  /** First offset per partition to read; partitions left out start at their oldest record. */
  readonly from?: ReadonlyMap<number, bigint>
  /** Offset per partition to stop before; partitions left out stop where the log ends at the call. */
  readonly to?: ReadonlyMap<number, bigint>
}

export interface RangeOf {
  readonly topic: Topic<any>
  readonly range: Range
}

export interface Bounds {
  readonly partition: number
  readonly low: bigint
  readonly high: bigint
}

export interface Log {
  readonly kind: 'postgres' | 'kafka'
  ensure(topics: readonly Topic<any>[]): Promise<void>
  /** Resolves when the records are durable. Records of one key keep the order given. */
  append<V>(topic: Topic<V>, values: readonly V[]): Promise<void>
  /** Says that a key's facts no longer exist. */
  remove(topic: Topic<any>, keys: readonly string[]): Promise<void>
  consume(options: ConsumeOptions): Promise<void>
  read(topic: Topic<any>, range: Range, signal?: AbortSignal): AsyncIterable<LogRecord>
  /** Ranges of many topics in one go, whose records come mixed; what the log has not is left out. */
  readAll(wanted: readonly RangeOf[], signal?: AbortSignal): AsyncIterable<LogRecord>
  /** The names of those it has. */
  topics(): Promise<ReadonlySet<string>>
  bounds(topic: string): Promise<readonly Bounds[]>
  /** Of all of these in one go; what the log has not is left out. */
  boundsOf(topics: readonly string[]): Promise<ReadonlyMap<string, readonly Bounds[]>>
  /** Per partition the first offset appended at or after that time; the high offset where there is none. */
  offsetsAt(topic: string, at: Date): Promise<Map<number, bigint>>
  holdings(): Holdings
  /** How many workers the group has, in all processes. */
  members(group: string): Promise<number>
  close(): Promise<void>
}

export const maxRecordBytes = 1_000_000
