// When each fact was known: by the vintage it was seen with, and where all of a history was read at once, from when it was told.
import type { LogRecord } from '../../db/log/port.ts'
import type { Moves, Topic } from '../../db/log/topic.ts'
import { type SortedFact, sortBatch } from '../../db/work/sort-batch.ts'
import type { Fact } from '../kit/define.ts'

/**
 * told: a history that was read long after its times counts from when its topic says that such facts are told.
 * observed: from the end of what it observes. vintage: only from when it was seen.
 */
export const knownBys = ['told', 'observed', 'vintage'] as const
export type KnownBy = (typeof knownBys)[number]

/** From that moment on (or no longer) the fact is known. */
export interface KnownChange {
  readonly at: number
  readonly fact: Fact
  readonly isGone: boolean
}

/** Of a topic's facts, how many count from when they were seen, and how many from their observation. */
export interface KnownCount {
  readonly topic: string
  seen: number
  observed: number
  /** So long after what they observe those count, at most. */
  delayDays: number
}

export interface Knowledge {
  /** Takes records of one topic in the order of the log; returns how many were dead letters. */
  apply(topic: Topic<any>, records: readonly LogRecord[]): number
  /** In the order in which they came to be known. */
  changes(): KnownChange[]
  counts(): readonly KnownCount[]
}

interface Seen {
  readonly fact: Fact
  readonly text: string
  readonly at: number
}

/** Per observation time of a key, what has been said of it, by revision. */
type KeySeen = Map<number, Map<bigint, Seen>>

const dayMs = 86_400_000
// Who says nothing of how often it moves is read often.
const unsaid: Moves = { days: 1 }
// Days of business and their weekends are no delay: such a day's figure is told on it.
const daily = 7

export function createKnowledge(group: string, by: KnownBy): Knowledge {
  const topics = new Map<Topic<any>, Map<string, KeySeen>>()
  const counts = new Map<string, KnownCount>()
  const changes: KnownChange[] = []

  const removed = new Map<Topic<any>, Map<string, number>>()

  function settle(topic: Topic<any>, time: number, revisions: ReadonlyMap<bigint, Seen>, until: number | null): void {
    const count = counts.get(topic.name) ?? { topic: topic.name, seen: 0, observed: 0, delayDays: 0 }
    counts.set(topic.name, count)
    const inOrder = [...revisions.values()].sort((a, b) => (a.fact.revision < b.fact.revision ? -1 : 1))
    for (const [place, { fact, at: seen }] of inOrder.entries()) {
      const told = place === 0 ? toldAt(topic, fact.key, time, seen, by) : null
      // Said again after a removal, it was not known before that.
      const since = removed.get(topic)?.get(fact.key) ?? 0
      if (told === null) count.seen++
      else {
        count.observed++
        count.delayDays = Math.max(count.delayDays, Math.round((told - time) / dayMs))
      }
      const at = told === null ? seen : Math.max(told, since)
      if (until !== null && at >= until) continue
      changes.push({ at, fact, isGone: false })
      if (until !== null) changes.push({ at: until, fact, isGone: true })
    }
  }

  return {
    apply(topic, records) {
      const byKey = topics.get(topic) ?? new Map<string, KeySeen>()
      topics.set(topic, byKey)
      let dead = 0
      // One at a time: what a removal takes away and what comes after it must not be told apart by batches.
      for (const [record, fact, isDead] of sortEach(group, topic, records)) {
        if (isDead) dead++
        else if (fact === null) {
          for (const [time, revisions] of byKey.get(record.key) ?? []) settle(topic, time, revisions, record.appendedAt.getTime())
          byKey.delete(record.key)
          removed.set(topic, (removed.get(topic) ?? new Map<string, number>()).set(record.key, record.appendedAt.getTime()))
        } else if (!take(byKey, fact, seenAt(fact.parsed, record))) dead++
      }
      return dead
    },
    changes() {
      for (const [topic, byKey] of topics) {
        for (const times of byKey.values()) for (const [time, revisions] of times) settle(topic, time, revisions, null)
        byKey.clear()
      }
      return changes.sort((a, b) => a.at - b.at || byPlace(a.fact, b.fact))
    },
    counts: () => [...counts.values()],
  }
}

function* sortEach(
  group: string,
  topic: Topic<any>,
  records: readonly LogRecord[],
): Generator<[LogRecord, SortedFact | null, boolean]> {
  for (const record of records) {
    const { facts, dead } = sortBatch(group, topic, [record])
    yield [record, facts[0] ?? null, dead.length > 0]
  }
}

/** Whether the fact's place was free or already held the same value. */
function take(byKey: Map<string, KeySeen>, { parsed, value, ...rest }: SortedFact, at: number): boolean {
  const times: KeySeen = byKey.get(rest.key) ?? new Map()
  byKey.set(rest.key, times)
  const time = rest.observedAt.getTime()
  const revisions = times.get(time) ?? new Map<bigint, Seen>()
  times.set(time, revisions)
  const there = revisions.get(rest.revision)
  if (there !== undefined) return there.text === value
  revisions.set(rest.revision, { fact: { ...rest, value: parsed }, text: value, at })
  return true
}

/** A vintage says when a value was seen; a log that was copied says later, and a clock that was wrong may say later too. */
function seenAt(value: unknown, { appendedAt }: LogRecord): number {
  const { vintage } = value as { vintage?: unknown }
  const stamped = typeof vintage === 'string' ? Date.parse(vintage) : Number.NaN
  return Number.isNaN(stamped) ? appendedAt.getTime() : Math.min(stamped, appendedAt.getTime())
}

/** null where it was seen while it was news, so that the moment of seeing is the truth. */
function toldAt(topic: Topic<any>, key: string, time: number, seen: number, by: KnownBy): number | null {
  if (by === 'vintage') return null
  const moves = (typeof topic.moves === 'function' ? topic.moves(key) : topic.moves) ?? unsaid
  const toldAfter = moves.toldAfterDays ?? 0
  if (seen < time + (toldAfter + 2 * moves.days) * dayMs) return null
  // What is dated by a day alone is of all of that day.
  const day = time % dayMs === 0 ? 1 : 0
  return time + Math.max(day, by === 'observed' || moves.days < daily ? 0 : toldAfter) * dayMs - day
}

function byPlace(a: Fact, b: Fact): number {
  if (a.topic !== b.topic) return a.topic < b.topic ? -1 : 1
  return a.partition - b.partition || (a.offset < b.offset ? -1 : a.offset > b.offset ? 1 : 0)
}
