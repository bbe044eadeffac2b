// A row version's own records found again in the log, and the row computed from them once more.
import type { Log, LogRecord } from '../../db/log/port.ts'
import type { Topic } from '../../db/log/topic.ts'
import type { HistoryRow } from '../../db/rows/row-version.ts'
import type { SignalRow } from '../../db/rows/signals.ts'
import type { Fact, Service } from '../kit/define.ts'
import { computeRows } from '../runner/compute.ts'
import { type Provenance, provenanceOf } from '../runner/observe.ts'
import { createFactStore, type FactStore } from './facts.ts'
import { selectFacts } from './rows.ts'

export type RowVersion = Omit<HistoryRow, 'id' | 'service'>

export interface Evidence {
  /** The service's key the row was computed under; a service may make rows of other names from one key. */
  readonly computedKey: string
  readonly facts: readonly Fact[]
  /** Whether these are the very facts the row was computed from, by its hash. */
  readonly isComplete: boolean
  /** The records of those facts, by topic/partition@offset. */
  readonly records: ReadonlyMap<string, LogRecord>
  /** Where facts are missing that compaction has let go of, for a newer one of their key was there. */
  readonly compactedAway: readonly { readonly topic: string; readonly partition: number; readonly facts: number }[]
}

const chunk = 1_000

export const recordName = (at: { topic: string; partition: number; offset: bigint | string }): string =>
  `${at.topic}/${at.partition}@${at.offset}`

export function provenanceOfRow(row: Pick<RowVersion, 'inputs'>): Provenance[] {
  return JSON.parse(row.inputs) as Provenance[]
}

/** The facts the row's key selects among those at or below the offsets the row names. */
export async function gatherEvidence(log: Log, service: Service, row: RowVersion, signal?: AbortSignal): Promise<Evidence> {
  const inputs = provenanceOfRow(row)
  const store = createFactStore(service.label)
  const seen = new Map<string, LogRecord>()
  const keys = new Set([row.key])
  for (const topic of service.reads) {
    const own = inputs.filter((input) => input.topic === topic.name)
    const newest = new Map(own.map((input) => [input.partition, BigInt(input.offset)]))
    if (newest.size === 0) continue
    const isExact = own.some((input) => input.every)
    for await (const records of readKnown(log, topic, newest, isExact ? null : row.computedAt, signal)) {
      for (const key of service.affected(store.apply(topic, records).read)) keys.add(key)
      for (const record of records) seen.set(recordName(record), record)
    }
  }
  const choice = chooseKey(store, service, row, keys)
  const records = new Map<string, LogRecord>()
  for (const fact of choice.facts) records.set(recordName(fact), seen.get(recordName(fact))!)
  return { ...choice, records, compactedAway: choice.isComplete ? [] : listCompacted(service, inputs, choice.facts) }
}

function listCompacted(service: Service, inputs: readonly Provenance[], found: readonly Fact[]): Evidence['compactedAway'] {
  const compacted = new Set(service.reads.filter(({ retention }) => retention.compact).map(({ name }) => name as string))
  return inputs.flatMap(({ topic, partition, facts }) => {
    const missing = facts - found.filter((fact) => fact.topic === topic && fact.partition === partition).length
    return compacted.has(topic) && missing > 0 ? [{ topic, partition, facts: missing }] : []
  })
}

type Choice = Omit<Evidence, 'records' | 'compactedAway'>

function chooseKey(store: FactStore, service: Service, row: RowVersion, keys: ReadonlySet<string>): Choice {
  let found: Choice = { computedKey: row.key, facts: [], isComplete: false }
  for (const computedKey of keys) {
    const facts = selectFacts(store, service, computedKey)
    if (provenanceOf(facts, service.keep !== undefined).inputsHash === row.inputsHash)
      return { computedKey, facts, isComplete: true }
    if (found.facts.length === 0) found = { computedKey, facts, isComplete: false }
  }
  return found
}

/** The row of the same route and key computed from these facts; null where they make none. */
export function recompute(service: Service, row: RowVersion, { computedKey, facts }: Evidence): SignalRow | null {
  const rows = computeRows(service, computedKey, facts, row.computedAt)
  return rows.find((candidate) => candidate.route === row.route && candidate.key === row.key) ?? null
}

// A removal leaves no fact that could name its offset, so removals made before the row was computed count beyond it too; not
// where the row names its offsets whether they hold a fact or not (`removedBefore` is null).
async function* readKnown(
  log: Log,
  topic: Topic<any>,
  newest: ReadonlyMap<number, bigint>,
  removedBefore: Date | null,
  signal?: AbortSignal,
): AsyncGenerator<LogRecord[]> {
  const compact = removedBefore !== null && (topic.retention.compact ?? false)
  const bounds = await log.bounds(topic.name)
  const to = new Map(
    bounds.map(({ partition, low, high }) => {
      const last = newest.get(partition)
      return [partition, last === undefined ? low : compact ? high : last + 1n]
    }),
  )
  let records: LogRecord[] = []
  for await (const record of log.read(topic, { to }, signal)) {
    const isBeyond = record.offset > newest.get(record.partition)!
    if (isBeyond && (record.value !== null || removedBefore === null || record.appendedAt > removedBefore)) continue
    records.push(record)
    if (records.length < chunk) continue
    yield records
    records = []
  }
  if (records.length > 0) yield records
}
