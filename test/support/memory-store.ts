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
}

export type KnownFact = StoredFact & { readonly parsed: unknown }

const computedAt = new Date('2026-11-18T13:00:00Z')

/** `named`: what is said of the facts a row was made of, where another thing than the runner says is enough. */
export function createMemoryStore(service: Service, named?: typeof provenanceOf): MemoryStore {
  const places = new Set<string>()
  // By topic and key, or a service of many keys would look through all facts for each of them.
  const facts = new Map<string, KnownFact[]>()
  const rows = new Map<string, SignalRow>()
  const add: MemoryStore['add'] = (read) => {
    // What is known already leaves a key's facts as they are, and its rows are a function of them.
    const fresh: ReadRecord[] = []
    for (const fact of read) {
      const name = `${fact.topic}\t${fact.key}`
      const place = `${name}\t${fact.observedAt.getTime()}\t${fact.revision}`
      if (places.has(place)) continue
      places.add(place)
      fresh.push({ topic: fact.topic, key: fact.key, value: fact.parsed })
      const known = facts.get(name)
      if (known === undefined) facts.set(name, [fact])
      else known.push(fact)
    }
    return service.affected(fresh)
  }
  const store: MemoryStore['store'] = (topic, records) => {
    const sorted = sortBatch(service.label, topic, records)
    if (sorted.dead.length > 0) throw new Error(`dead letter: ${sorted.dead[0]!.reason}`)
    return add(sorted.facts)
  }
  const compute: MemoryStore['compute'] = (keys) => {
    for (const key of keys)
      for (const row of computeOrNothing(service, key, selectAll(service, key, facts), named))
        rows.set(`${row.route} ${row.key}`, row)
  }
  return { rows, store, add, compute, apply: (topic, records) => compute(store(topic, records)) }
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

export function selectAll(service: Service, key: string, facts: ReadonlyMap<string, readonly KnownFact[]>): Fact[] {
  return service.selects(key).flatMap((selection) => select(selection, facts))
}

function select(selection: Selection, facts: ReadonlyMap<string, readonly KnownFact[]>): Fact[] {
  const topic = selection.topic.name
  const wanted =
    selection.keys === undefined
      ? [...facts].filter(([name]) => name.startsWith(`${topic}\t`)).flatMap(([, list]) => list)
      : [...new Set(selection.keys)].flatMap((key) => facts.get(`${topic}\t${key}`) ?? [])
  const newest = wanted.reduce((latest, fact) => Math.max(latest, fact.observedAt.getTime()), Number.NEGATIVE_INFINITY)
  const from = selection.days === undefined ? Number.NEGATIVE_INFINITY : newest - selection.days * 86_400_000
  const holding = new Map<string, KnownFact>()
  for (const fact of wanted) {
    const place = `${fact.key}\t${fact.observedAt.getTime()}`
    const other = holding.get(place)
    if (fact.observedAt.getTime() >= from && (other === undefined || other.revision < fact.revision)) holding.set(place, fact)
  }
  return narrow([...holding.values()], selection).map((fact) => ({ ...fact, value: fact.parsed }))
}
