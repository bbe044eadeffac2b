// Brings a kept service's facts into memory: all of them at start, then what the log's committed offsets have added or removed.
import type { Connection, Database } from '../../db/client.ts'
import { type FactPlace, readAllFacts, readFactsOf, readRemovals } from '../../db/facts/kept-facts.ts'
import type { StoredFact } from '../../db/facts/observations.ts'
import { partitionOf } from '../../db/log/partition.ts'
import type { Topic } from '../../db/log/topic.ts'
import { listOffsets } from '../../db/work/offsets.ts'
import type { Kept, Service } from '../kit/define.ts'
import type { Ledger } from './ledger.ts'

export type Marks = Map<string, Map<number, bigint>>

export interface Intake {
  /** Everything below these offsets, by topic and partition, is in memory. */
  readonly marks: Marks
  readonly superseded: FactPlace[]
  /** Whether anything came. */
  advance(): Promise<boolean>
}

// A page is parsed and taken in within a few milliseconds; between two of them others run.
const pageSize = 400

export function createIntake(deps: { database: Database; service: Service; ledger: Ledger; kept: Kept }): Intake {
  const { database, service, ledger, kept } = deps
  const marks: Marks = new Map()
  const superseded: FactPlace[] = []

  function takeAll(facts: readonly StoredFact[]): number {
    let taken = 0
    for (const stored of facts) {
      const fact = { ...stored, value: JSON.parse(stored.value) as unknown }
      const { holds, superseded: gone } = ledger.take(fact)
      if (gone !== null) superseded.push(gone)
      if (holds) kept.put(fact)
      if (holds) taken++
    }
    return taken
  }

  async function restore(connection: Connection, topic: Topic<any>, ends: ReadonlyMap<number, bigint>): Promise<number> {
    let taken = 0
    // What lies beyond our own offsets was stored for another group; it comes when ours get there.
    for await (const page of readAllFacts(connection, topic.name, pageSize))
      taken += takeAll(page.filter((fact) => fact.offset < (ends.get(fact.partition) ?? 0n)))
    return taken
  }

  async function follow(connection: Connection, topic: Topic<any>, ends: ReadonlyMap<number, bigint>): Promise<number> {
    const own = marks.get(topic.name)!
    const spans = [...ends].flatMap(([partition, to]) => {
      const from = own.get(partition) ?? 0n
      return to > from ? [{ topic: topic.name, partition, from, to }] : []
    })
    if (spans.length === 0) return 0
    let taken = 0
    const lowest = spans.reduce((low, { from }) => (from < low ? from : low), spans[0]!.from)
    for (const { key, belowOffset } of await readRemovals(connection, topic.name, lowest)) {
      const span = spans.find(({ partition }) => partition === partitionOf(key, topic.partitions))
      if (span === undefined || belowOffset < span.from || belowOffset >= span.to) continue
      if (!ledger.drop(topic.name, key, belowOffset)) continue
      kept.drop(topic.name, key)
      taken++
    }
    for (const span of spans) for await (const page of readFactsOf(connection, span, pageSize)) taken += takeAll(page)
    return taken
  }

  return {
    marks,
    superseded,
    // One snapshot of the database: facts and offsets were committed together, and are read together.
    async advance() {
      const ends = await database.transaction(async (connection) => {
        await connection.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
        const ends = endsOf(await listOffsets(connection, service.label), service)
        let taken = 0
        for (const topic of service.reads) {
          const there = ends.get(topic.name)!
          if (!marks.has(topic.name)) taken += await restore(connection, topic, there)
          else taken += await follow(connection, topic, there)
          marks.set(topic.name, there)
        }
        return taken
      })
      return ends > 0
    },
  }
}

function endsOf(offsets: readonly { topic: string; partition: number; next: bigint }[], service: Service): Marks {
  const ends: Marks = new Map(service.reads.map((topic) => [topic.name, new Map()]))
  for (const { topic, partition, next } of offsets) ends.get(topic)?.set(partition, next)
  return ends
}
