// Turns stored facts into what a formula may look at, and says exactly which facts that was.
import { createHash, hash } from 'node:crypto'
import type { Fact, Observations } from '../kit/define.ts'

export interface Provenance {
  readonly topic: string
  readonly partition: number
  /** The newest record used; the facts are those of the selection that lay at or below it. */
  readonly offset: string
  readonly facts: number
  /** Every fact of the selection below that offset was read, and every removal: nothing beyond it counts. */
  readonly every?: true
}

export function createObservations(facts: readonly Fact[]): Observations {
  const byTopic = groupRuns(facts, (fact) => fact.topic)
  const inOrder = new Map<string, readonly Fact[]>()
  const listOf = (topic: string): readonly Fact[] => {
    if (!inOrder.has(topic)) inOrder.set(topic, sorted(byTopic.get(topic) ?? []))
    return inOrder.get(topic)!
  }
  // A service that asks for many keys would look through all of its facts for each.
  const byKey = new Map<string, Map<string, readonly Fact[]>>()
  const keyOf = (topic: string, key: string): readonly Fact[] => {
    if (!byKey.has(topic)) {
      const groups = groupRuns(byTopic.get(topic) ?? [], (fact) => fact.key)
      byKey.set(topic, new Map([...groups].map(([name, own]) => [name, sorted(own)])))
    }
    return byKey.get(topic)!.get(key) ?? []
  }
  return {
    of<V>(topic: { name: string }, key?: string) {
      return (key === undefined ? listOf(topic.name) : keyOf(topic.name, key)) as Fact<V>[]
    },
  }
}

/** As Map.groupBy; facts of one name mostly follow each other, and are taken together. */
function groupRuns(facts: readonly Fact[], nameOf: (fact: Fact) => string): Map<string, readonly Fact[]> {
  const groups = new Map<string, Fact[]>()
  for (let start = 0; start < facts.length; ) {
    const name = nameOf(facts[start]!)
    let end = start + 1
    while (end < facts.length && nameOf(facts[end]!) === name) end++
    const known = groups.get(name)
    if (known === undefined) groups.set(name, facts.slice(start, end))
    else for (let i = start; i < end; i++) known.push(facts[i]!)
    start = end
  }
  return groups
}

const compareFacts = (a: Fact, b: Fact): number =>
  a.observedAt.getTime() - b.observedAt.getTime() || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)

// Most lists are in order as they come.
function sorted(facts: readonly Fact[]): readonly Fact[] {
  for (let i = 1; i < facts.length; i++) if (compareFacts(facts[i - 1]!, facts[i]!) > 0) return facts.toSorted(compareFacts)
  return facts
}

export function newestOf(facts: readonly Fact[]): Date | null {
  let newest = Number.NEGATIVE_INFINITY
  for (const fact of facts) newest = Math.max(newest, fact.observedAt.getTime())
  return facts.length === 0 ? null : new Date(newest)
}

/** `isKept`: the hash of a service that keeps its facts, which grows and shrinks with single facts. */
export function provenanceOf(facts: readonly Fact[], isKept = false): { inputs: Provenance[]; inputsHash: string } {
  const spans = new Map<string, { topic: string; partition: number; offset: bigint; facts: number }>()
  const spanOf = ({ topic, partition }: Fact) => {
    const name = `${topic}/${partition}`
    const span = spans.get(name) ?? { topic, partition, offset: -1n, facts: 0 }
    spans.set(name, span)
    return span
  }
  // The facts of one place mostly follow each other.
  let span: ReturnType<typeof spanOf> | undefined
  for (const fact of facts) {
    if (span === undefined || span.topic !== fact.topic || span.partition !== fact.partition) span = spanOf(fact)
    if (fact.offset > span.offset) span.offset = fact.offset
    span.facts++
  }
  const inputs = [...spans.values()].sort(byPlace).map((span) => ({ ...span, offset: span.offset.toString() }))
  return { inputs, inputsHash: isKept ? sumOfHashes(facts) : hashOfAll(facts) }
}

export function byPlace(a: { topic: string; partition: number }, b: { topic: string; partition: number }): number {
  return a.topic < b.topic ? -1 : a.topic > b.topic ? 1 : a.partition - b.partition
}

function hashOfAll(facts: readonly Fact[]): string {
  // Sorted, so that the hash names the set of facts and not the order they came in.
  const all = createHash('sha256')
  const identities = facts.map(identityOf).sort()
  for (let at = 0; at < identities.length; at += hashedAtOnce) all.update(identities.slice(at, at + hashedAtOnce).join(''))
  return all.digest('hex')
}

// Each call costs as much as hashing a hundred bytes.
const hashedAtOnce = 500

function identityOf(fact: Fact): string {
  return `${fact.topic}\t${fact.key}\t${fact.observedAt.getTime()}\t${fact.revision}\t${JSON.stringify(fact.value)}\n`
}

/** One fact's share of the hash of a kept set: the sum of all of them, modulo 2^256, names the set whatever its order. */
export function shareOf(fact: Fact): bigint {
  return BigInt(`0x${hash('sha256', identityOf(fact), 'hex')}`)
}

export const sumOfShares = (a: bigint, b: bigint): bigint => BigInt.asUintN(256, a + b)
export const hashText = (sum: bigint): string => sum.toString(16).padStart(64, '0')

function sumOfHashes(facts: readonly Fact[]): string {
  return hashText(facts.reduce((sum, fact) => sumOfShares(sum, shareOf(fact)), 0n))
}
