// The facts that hold at a moment, kept in order while facts come and go, so that a step costs what changed.
import { partitionPoint } from '../../base/partition-point.ts'
import type { Fact, Selection } from '../kit/define.ts'
import { choose } from './rows.ts'

const dayMs = 86_400_000

export interface Holding {
  add(fact: Fact): void
  remove(fact: Fact): void
  select(selections: readonly Selection[]): Fact[]
}

interface KeyFacts {
  /** One a time, the largest revision, oldest first. */
  readonly facts: Fact[]
  /** Of times with several revisions, all of them. */
  readonly revisions: Map<number, Fact[]>
}

export function createHolding(): Holding {
  const topics = new Map<string, Map<string, KeyFacts>>()
  return {
    add(fact) {
      const byKey = topics.get(fact.topic) ?? new Map<string, KeyFacts>()
      topics.set(fact.topic, byKey)
      const own = byKey.get(fact.key) ?? { facts: [], revisions: new Map() }
      byKey.set(fact.key, own)
      const time = fact.observedAt.getTime()
      const place = placeOf(own.facts, time)
      const there = own.facts[place]
      if (there?.observedAt.getTime() !== time) {
        own.facts.splice(place, 0, fact)
        return
      }
      const all = [...(own.revisions.get(time) ?? [there]), fact]
      own.revisions.set(time, all)
      own.facts[place] = largest(all)
    },
    remove(fact) {
      const own = topics.get(fact.topic)?.get(fact.key)
      if (own === undefined) return
      const time = fact.observedAt.getTime()
      const place = placeOf(own.facts, time)
      const there = own.facts[place]
      if (there?.observedAt.getTime() !== time) return
      const left = (own.revisions.get(time) ?? [there]).filter((one) => one !== fact)
      if (left.length === 0) own.facts.splice(place, 1)
      else own.facts[place] = largest(left)
      if (left.length > 1) own.revisions.set(time, left)
      else own.revisions.delete(time)
      if (own.facts.length === 0) topics.get(fact.topic)!.delete(fact.key)
    },
    select: (selections) =>
      selections.flatMap((selection) => {
        const byKey = topics.get(selection.topic.name)
        if (byKey === undefined) return []
        // The order of the runner's query, so that what a formula sees cannot depend on where it runs.
        const keys = [...new Set(selection.keys ?? byKey.keys())].filter((key) => byKey.has(key)).sort()
        const lists = keys.map((key) => byKey.get(key)!.facts)
        if (selection.part !== undefined || selection.latest !== undefined) return choose(lists.flat(), selection)
        // Each in order of time: what is too old is found without a look at the rest.
        const newest = Math.max(...lists.map((facts) => facts.at(-1)!.observedAt.getTime()))
        const from = selection.days === undefined ? null : newest - selection.days * dayMs
        return lists.flatMap((facts) => (from === null ? facts : facts.slice(placeOf(facts, from))))
      }),
  }
}

const placeOf = (facts: readonly Fact[], time: number): number =>
  partitionPoint(facts.length, (i) => facts[i]!.observedAt.getTime() < time)

function largest(facts: readonly Fact[]): Fact {
  return facts.reduce((best, fact) => (fact.revision > best.revision ? fact : best))
}
