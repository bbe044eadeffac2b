// The runner's store without a database: the same sorting, the same rule which fact holds, the same selection.

import type { StoredFact } from '../../db/facts/observations.ts'
import type { LogRecord } from '../../db/log/port.ts'
import type { Topic } from '../../db/log/topic.ts'
import type { SignalRow } from '../../db/rows/signals.ts'
import { type ReadRecord, sortBatch } from '../../db/work/sort-batch.ts'
import type { Fact, Selection, Service } from '../../processors/kit/define.ts'
import { computeRows } from '../../processors/runner/compute.ts'
import { narrow } from '../../processors/runner/narrow.ts'
import type { provenanceOf } from '../../processors/runner/observe.ts'

export interface MemoryStore {
  readonly rows: Map<string, SignalRow>
  /** Applies a batch of one topic and recomputes the keys it affects. */
  apply(topic: Topic<any>, records: readonly LogRecord[]): void
  /** The same in two steps: stores the facts, and says which keys they affect. */
  store(topic: Topic<any>, records: readonly LogRecord[]): readonly string[]
  /** Of facts that were read before. */
  add(facts: readonly KnownFact[]): readonly string[]
  compute(keys: Iterable<string>): void
  /** What the rows of a key are made of. */
  selected(key: string): readonly Fact[]
}

export type KnownFact = StoredFact & { readonly parsed: unknown }

/** Of one key, by time: one a revision. */
type KeyFacts = Map<number, KnownFact[]>
/** By topic and key, or a service of many keys would look through all facts for each of them. */
type StoredFacts = Map<string, Map<string, KeyFacts>>

const computedAt = new Date('2026-11-18T13:00:00Z')

/** `named`: what is said of the facts a row was made of, where another thing than the runner says is enough. */
export function createMemoryStore(service: Service, named?: typeof provenanceOf): MemoryStore {
  const facts: StoredFacts = new Map()
  const rows = new Map<string, SignalRow>()
  const add: MemoryStore['add'] = (read) => {
    // What is known already leaves a key's facts as they are, and its rows are a function of them.
    const fresh = read.filter((fact) => isTaken(facts, fact))
    return service.affected(fresh.map(({ topic, key, parsed }): ReadRecord => ({ topic, key, value: parsed })))
  }
  const store: MemoryStore['store'] = (topic, records) => {
    const sorted = sortBatch(service.label, topic, records)
    if (sorted.dead.length > 0) throw new Error(`dead letter: ${sorted.dead[0]!.reason}`)
    return add(sorted.facts)
  }
  const selected = (key: string) => selectAll(service, key, facts)
  const compute: MemoryStore['compute'] = (keys) => {
    for (const key of keys)
      for (const row of computeOrNothing(service, key, selected(key), named)) rows.set(`${row.route} ${row.key}`, row)
  }
  return { rows, store, add, compute, selected, apply: (topic, records) => compute(store(topic, records)) }
}

/** Whether it was not there before. */
function isTaken(facts: StoredFacts, fact: KnownFact): boolean {
  const ofTopic = facts.get(fact.topic) ?? new Map<string, KeyFacts>()
  facts.set(fact.topic, ofTopic)
  const ofKey: KeyFacts = ofTopic.get(fact.key) ?? new Map()
  ofTopic.set(fact.key, ofKey)
  const time = fact.observedAt.getTime()
  const known = ofKey.get(time)
  if (known === undefined) ofKey.set(time, [fact])
  else if (known.some(({ revision }) => revision === fact.revision)) return false
  else known.push(fact)
  return true
}

/** The rows of one key; none where the service says that its facts are too few. */
export function computeOrNothing(
  service: Service,
  key: string,
  facts: readonly Fact[],
  named?: typeof provenanceOf,
): SignalRow[] {
  try {
    return computeRows(service, key, facts, computedAt, named)
  } catch (error) {
    if ((error as { code?: string }).code === 'not_enough_data') return []
    throw error
  }
}

const selectAll = (service: Service, key: string, facts: StoredFacts): Fact[] =>
  service.selects(key).flatMap((selection) => select(selection, facts))

function select(selection: Selection, facts: StoredFacts): Fact[] {
  const ofTopic = facts.get(selection.topic.name)
  if (ofTopic === undefined) return []
  const keys = new Set(selection.keys ?? ofTopic.keys())
  const wanted = [...keys].flatMap((key) => ofTopic.get(key) ?? [])
  let newest = Number.NEGATIVE_INFINITY
  for (const ofKey of wanted) for (const time of ofKey.keys()) newest = Math.max(newest, time)
  const from = selection.days === undefined ? Number.NEGATIVE_INFINITY : newest - selection.days * 86_400_000
  const holding: KnownFact[] = []
  for (const ofKey of wanted) for (const [time, own] of ofKey) if (time >= from) holding.push(lastOf(own))
  return narrow(holding, selection).map((fact) => ({ ...fact, value: fact.parsed }))
}

const lastOf = (facts: readonly KnownFact[]): KnownFact =>
  facts.reduce((last, fact) => (fact.revision > last.revision ? fact : last))
