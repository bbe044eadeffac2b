// Rows as they would have been at each of many moments, from what was known then: one sweep over the facts in the order they were known.
import { messageOf, TollgateError } from '../../base/errors.ts'
import type { Log, LogRecord } from '../../db/log/port.ts'
import type { SignalRow } from '../../db/rows/signals.ts'
import type { Fact, Service } from '../kit/define.ts'
import { rowOf } from '../runner/compute.ts'
import { byPlace, createObservations } from '../runner/observe.ts'
import { createHolding, type Holding } from './holding.ts'
import { createKnowledge, type KnownBy, type KnownChange, type KnownCount } from './known.ts'

/** Per topic and partition the offset to stop before. */
export type Ends = ReadonlyMap<string, ReadonlyMap<number, bigint>>

export interface ReadOptions {
  readonly log: Log
  readonly service: Service
  readonly by: KnownBy
  readonly ends: Ends
  readonly signal?: AbortSignal
  onProgress?(records: number): void
}

export interface KnownHistory {
  readonly changes: readonly KnownChange[]
  readonly counts: readonly KnownCount[]
  readonly records: number
  readonly dead: number
}

export interface Moment {
  readonly place: number
  readonly at: Date
  /** One list a service, in their order; rows that did not change are the very same objects. */
  readonly rows: readonly (readonly SignalRow[])[]
  /** Why formulas failed that did. */
  readonly failed: readonly string[]
}

const chunk = 2_000

export async function endsOf(log: Log, service: Service): Promise<Ends> {
  const ends = new Map<string, ReadonlyMap<number, bigint>>()
  for (const { name } of service.reads)
    ends.set(name, new Map((await log.bounds(name)).map(({ partition, high }) => [partition, high])))
  return ends
}

export async function readKnown({ log, service, by, ends, signal, onProgress }: ReadOptions): Promise<KnownHistory> {
  const knowledge = createKnowledge(service.label, by)
  let [records, dead] = [0, 0]
  for (const topic of service.reads) {
    let waiting: LogRecord[] = []
    for await (const record of log.read(topic, { to: ends.get(topic.name) ?? new Map() }, signal)) {
      waiting.push(record)
      if (++records % chunk !== 0) continue
      dead += knowledge.apply(topic, waiting)
      waiting = []
      onProgress?.(records)
    }
    dead += knowledge.apply(topic, waiting)
  }
  onProgress?.(records)
  return { changes: knowledge.changes(), counts: knowledge.counts(), records, dead }
}

/** The services read the same topics: one, or one and another formula of it. Moments are in order; `first` is the first wanted. */
export function* sweep(
  services: readonly Service[],
  changes: readonly KnownChange[],
  moments: readonly Date[],
  first = 0,
): Generator<Moment> {
  const holding = createHolding()
  const states = services.map((service) => ({
    service,
    rows: new Map<string, readonly SignalRow[]>(),
    failed: new Map<string, string>(),
  }))
  let next = 0
  for (let place = first; place < moments.length; place++) {
    const at = moments[place]!
    const reached = next
    for (; next < changes.length && changes[next]!.at < at.getTime(); next++) {
      const { fact, isGone } = changes[next]!
      if (isGone) holding.remove(fact)
      else holding.add(fact)
    }
    const read = changes
      .slice(reached, next)
      .map(({ fact, isGone }) => ({ topic: fact.topic, key: fact.key, value: isGone ? null : fact.value }))
    for (const { service, rows, failed } of states)
      for (const key of read.length === 0 ? [] : new Set(service.affected(read)))
        rows.set(key, compute(service, holding, key, at, failed))
    yield {
      place,
      at,
      rows: states.map(({ rows }) => listed(rows)),
      failed: states.flatMap(({ failed }) => [...failed.values()]),
    }
  }
}

/** Without the hash of all facts, which would cost more than the row. */
function compute(service: Service, holding: Holding, key: string, at: Date, failed: Map<string, string>): readonly SignalRow[] {
  try {
    failed.delete(key)
    const facts = holding.select(service.selects(key))
    const { now, inputs, newestOfTopic } = describe(facts)
    if (now === null) return []
    const basis = { now, computedAt: at, inputs: JSON.stringify(inputs), inputsHash: '', newestOfTopic }
    return service.compute(key, createObservations(facts), now).map((draft) => rowOf(service, draft, basis))
  } catch (error) {
    if (!(error instanceof TollgateError && error.code === 'not_enough_data')) failed.set(key, messageOf(error))
    return []
  }
}

interface Span {
  readonly topic: string
  readonly partition: number
  offset: bigint
  facts: number
}

function describe(facts: readonly Fact[]) {
  const spans: Span[] = []
  const newest = new Map<string, number>()
  let own: Span | undefined
  for (const { topic, partition, offset, observedAt } of facts) {
    // Facts of a key follow each other, so the last place is nearly always this one's.
    if (own?.topic !== topic || own.partition !== partition) {
      own = spans.find((span) => span.topic === topic && span.partition === partition)
      if (own === undefined) {
        own = { topic, partition, offset, facts: 0 }
        spans.push(own)
      }
      if (!newest.has(topic)) newest.set(topic, Number.NEGATIVE_INFINITY)
    }
    own.facts++
    if (offset > own.offset) own.offset = offset
    if (observedAt.getTime() > newest.get(topic)!) newest.set(topic, observedAt.getTime())
  }
  return {
    now: facts.length === 0 ? null : new Date(Math.max(...newest.values())),
    inputs: spans.sort(byPlace).map((span) => ({ ...span, offset: span.offset.toString() })),
    newestOfTopic: (topic: string): Date | null => (newest.has(topic) ? new Date(newest.get(topic)!) : null),
  }
}

/** Of keys that make rows of one name the last, as in a replay. */
function listed(rows: ReadonlyMap<string, readonly SignalRow[]>): SignalRow[] {
  const byName = new Map<string, SignalRow>()
  for (const key of [...rows.keys()].sort()) for (const row of rows.get(key)!) byName.set(`${row.route} ${row.key}`, row)
  return [...byName].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}
