// The observation table in memory: the same rule which fact holds, which is removed, and which is a dead letter.

import type { LogRecord } from '../../db/log/port.ts'
import type { Topic } from '../../db/log/topic.ts'
import type { DeadLetter } from '../../db/work/dead-letters.ts'
import { conflict, deadLetter, type SortedFact, sortBatch } from '../../db/work/sort-batch.ts'
import type { ReadRecord } from '../kit/define.ts'

export interface FactStore {
  /** Takes records of one topic in the order of the log; each partition's must come in the order of their offsets. */
  apply(topic: Topic<any>, records: readonly LogRecord[]): { read: readonly ReadRecord[]; dead: readonly DeadLetter[] }
  /** Per key and time the fact of the largest revision; of these keys, or of all. */
  holding(topic: string, keys?: readonly string[]): SortedFact[]
}

/** Per observation time the facts of one key, one a revision. */
type KeyFacts = Map<number, SortedFact[]>

export function createFactStore(group: string): FactStore {
  const topics = new Map<string, Map<string, KeyFacts>>()
  const keysOf = (topic: string): Map<string, KeyFacts> => {
    const known = topics.get(topic) ?? new Map<string, KeyFacts>()
    topics.set(topic, known)
    return known
  }
  return {
    apply(topic, records) {
      const sorted = sortBatch(group, topic, records)
      const byKey = keysOf(topic.name)
      const dead = [...sorted.dead]
      const removedBelow = new Map(sorted.removals.map((removal) => [removal.key, removal.belowOffset]))
      for (const [key, below] of removedBelow) remove(byKey, key, below)
      for (const fact of sorted.facts) {
        if ((removedBelow.get(fact.key) ?? 0n) > fact.offset) continue
        if (!insert(byKey, fact)) dead.push(deadLetter(group, fact, conflict))
      }
      return { read: sorted.read, dead }
    },
    holding(topic, keys) {
      const byKey = topics.get(topic)
      if (byKey === undefined) return []
      // The order of the runner's query, so that what a formula sees cannot depend on where it runs.
      const wanted = [...new Set(keys ?? byKey.keys())].filter((key) => byKey.has(key)).sort()
      return wanted.flatMap((key) => [...byKey.get(key)!].sort(([a], [b]) => a - b).map(([, facts]) => newestRevision(facts)))
    },
  }
}

function remove(byKey: Map<string, KeyFacts>, key: string, below: bigint): void {
  const times = byKey.get(key)
  if (times === undefined) return
  for (const [time, facts] of times) {
    const left = facts.filter((fact) => fact.offset >= below)
    if (left.length === 0) times.delete(time)
    else times.set(time, left)
  }
  if (times.size === 0) byKey.delete(key)
}

/** Whether the fact's place was free or already held the same value. */
function insert(byKey: Map<string, KeyFacts>, fact: SortedFact): boolean {
  const times: KeyFacts = byKey.get(fact.key) ?? new Map()
  byKey.set(fact.key, times)
  const time = fact.observedAt.getTime()
  const facts = times.get(time)
  if (facts === undefined) {
    times.set(time, [fact])
    return true
  }
  const same = facts.find((other) => other.revision === fact.revision)
  if (same !== undefined) return same.value === fact.value
  facts.push(fact)
  return true
}

function newestRevision(facts: readonly SortedFact[]): SortedFact {
  return facts.reduce((best, fact) => (fact.revision > best.revision ? fact : best))
}
