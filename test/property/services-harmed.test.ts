// Every service there is, given facts that are missing, empty, still or wild: an answer is whole or there is none.

import { describe, expect, test } from 'vitest'
import type { Topic } from '../../db/log/topic.ts'
import fc from '../support/chance.ts'
import { changeLeaves } from '../support/change-leaves.ts'
import type { KnownFact } from '../support/memory-store.ts'
import { createDice, expectWholeAnswer, factsOf, fits, rowsAtOnce, services, valuesOf } from '../support/services-under-test.ts'

interface Harm {
  readonly loses: number
  readonly keepsNewest: number | null
  readonly nulls: number
  readonly numbers: string
}

const none: Harm = { loses: 0, keepsNewest: null, nulls: 0, numbers: 'right' }
/** What befalls all topics alike. */
const alike: readonly Harm[] = [
  { ...none, keepsNewest: 1 },
  { ...none, numbers: 'zero' },
  { ...none, numbers: 'still' },
  { ...none, nulls: 97 },
  { ...none, numbers: 'negated' },
  { ...none, keepsNewest: 60, nulls: 25 },
  { ...none, numbers: 'large' },
  { ...none, keepsNewest: 200, loses: 60 },
]
const gone: Harm = { ...none, loses: 100 }

/** Tried first, for it finds most of what chance finds, and for each service: harm to all topics, and of any two topics each without the other. */
function firstHarms(topics: number): Harm[][] {
  const bits = Array.from({ length: Math.ceil(Math.log2(topics)) }, (_, bit) => bit)
  const halves = bits.flatMap((bit) =>
    [0, 1].map((which) => numbered(topics, (at) => (((at >> bit) & 1) === which ? gone : none))),
  )
  return [...alike.map((one) => numbered(topics, () => one)), ...halves]
}

const numbered = (topics: number, harmOf: (at: number) => Harm) => Array.from({ length: topics }, (_, at) => harmOf(at))

describe.each(services)('%s', (_label, service) => {
  test('with facts missing, empty, still or wild, an answer is whole or there is none', async () => {
    const facts = factsOf(service, await valuesOf(service))
    const wounds = createWounds()
    const percent = fc.oneof(
      { weight: 5, arbitrary: fc.constant(0) },
      { weight: 3, arbitrary: fc.integer({ min: 1, max: 50 }) },
      { weight: 1, arbitrary: fc.integer({ min: 95, max: 100 }) },
    )
    const harm: fc.Arbitrary<Harm> = fc.record({
      loses: percent,
      keepsNewest: fc.option(fc.integer({ min: 1, max: 400 }), { nil: null, freq: 6 }),
      nulls: percent,
      numbers: fc.constantFrom('right', 'right', 'right', 'still', 'zero', 'negated', 'large'),
    })
    const first = firstHarms(facts.size)
    let [tried, sold] = [0, 0]
    fc.assert(
      fc.property(fc.array(harm, { minLength: facts.size, maxLength: facts.size }), fc.integer(), (harms, seed) => {
        const roll = createDice(seed)
        const left = [...facts].flatMap(([topic, list], i) => {
          const { loses, keepsNewest, nulls, numbers } = harms[i]!
          const found = loses === 0 ? list : list.filter(() => roll() * 100 >= loses)
          // Of each key: a topic of many series would lose all but its last one.
          const kept =
            keepsNewest === null
              ? found
              : [...Map.groupBy(found, ({ key }) => key).values()].flatMap((one) => one.slice(-keepsNewest))
          if (nulls > 0) return kept.map((fact) => woundedOf(topic, fact, numbers, () => roll() * 100 < nulls))
          return numbers === 'right' ? kept : kept.map((fact) => wounds(topic, fact, numbers))
        })
        const rows = rowsAtOnce(service, left)
        for (const row of rows) expectWholeAnswer(service, row)
        if (tried++ < first.length) sold += rows.length
      }),
      { numRuns: first.length + runsByChance(facts), examples: first.map((harms, seed): [Harm[], number] => [harms, seed]) },
    )
    // Of the harms that are the same in every run; chance may leave nothing.
    expect(sold).toBeGreaterThan(0.4 * first.length)
  })
})

// Many facts are many of one shape: fewer runs wound as many of them.
function runsByChance(facts: ReadonlyMap<unknown, readonly unknown[]>): number {
  const count = [...facts.values()].reduce((sum, list) => sum + list.length, 0)
  return Math.max(3, Math.min(12, Math.round(25_000 / count)))
}

/** As its topic's schema allows; whoever reads the log sees it so. */
function woundedOf(topic: Topic<any>, fact: KnownFact, numbers: string, isNull: () => boolean): KnownFact {
  const parsed = changeLeaves(fact.parsed, fits(topic), (leaf) => wound(leaf, numbers, isNull()))
  const [key, observedAt, revision] = [topic.key(parsed), topic.observedAt(parsed), topic.revision(parsed)]
  if (Number.isNaN(observedAt.getTime())) expect.fail(`${topic.name}: ${JSON.stringify(parsed)} has no time`)
  return { ...fact, parsed, key, observedAt, revision }
}

/** What is wounded without chance is so once. */
function createWounds(): (topic: Topic<any>, fact: KnownFact, numbers: string) => KnownFact {
  const known = new Map<string, Map<KnownFact, KnownFact>>()
  return (topic, fact, numbers) => {
    const own = known.get(numbers) ?? new Map<KnownFact, KnownFact>()
    known.set(numbers, own)
    const wounded = own.get(fact) ?? woundedOf(topic, fact, numbers, () => false)
    own.set(fact, wounded)
    return wounded
  }
}

function wound(leaf: unknown, numbers: string, isNull: boolean): unknown {
  if (isNull) return null
  if (typeof leaf !== 'number') return leaf
  // JSON has no zero below zero.
  return { right: leaf, still: 1, zero: 0, negated: leaf === 0 ? 0 : -leaf, large: leaf * 1e9 }[numbers]
}
