// Turns stored facts into what a formula may look at, and says exactly which facts that was.
import { createHash } from 'node:crypto'
import type { Fact, Observations } from './define.ts'

export interface Provenance {
  readonly topic: string
  readonly partition: number
  /** The newest record used; the facts are those of the selection that lay at or below it. */
  readonly offset: string
  readonly facts: number
}

export function createObservations(facts: readonly Fact[]): Observations {
  const byTopic = Map.groupBy(facts, (fact) => fact.topic)
  for (const list of byTopic.values())
    list.sort((a, b) => a.observedAt.getTime() - b.observedAt.getTime() || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  return {
    of<V>(topic: { name: string }, key?: string) {
      const list = (byTopic.get(topic.name) ?? []) as Fact<V>[]
      return key === undefined ? list : list.filter((fact) => fact.key === key)
    },
  }
}

export function newestOf(facts: readonly Fact[]): Date | null {
  let newest = Number.NEGATIVE_INFINITY
  for (const fact of facts) newest = Math.max(newest, fact.observedAt.getTime())
  return facts.length === 0 ? null : new Date(newest)
}

export function provenanceOf(facts: readonly Fact[]): { inputs: Provenance[]; inputsHash: string } {
  const spans = new Map<string, { topic: string; partition: number; offset: bigint; facts: number }>()
  const identities: string[] = []
  for (const fact of facts) {
    const name = `${fact.topic}/${fact.partition}`
    const span = spans.get(name) ?? { topic: fact.topic, partition: fact.partition, offset: -1n, facts: 0 }
    if (fact.offset > span.offset) span.offset = fact.offset
    span.facts++
    spans.set(name, span)
    identities.push(`${fact.topic}\t${fact.key}\t${fact.observedAt.getTime()}\t${fact.revision}\t${JSON.stringify(fact.value)}\n`)
  }
  // Sorted, so that the hash names the set of facts and not the order they came in.
  const hash = createHash('sha256')
  for (const identity of identities.sort()) hash.update(identity)
  const inputs = [...spans.values()]
    .sort((a, b) => (a.topic < b.topic ? -1 : a.topic > b.topic ? 1 : a.partition - b.partition))
    .map((span) => ({ ...span, offset: span.offset.toString() }))
  return { inputs, inputsHash: hash.digest('hex') }
}
