// Every service there is, given facts that are missing, empty, still or wild: an answer is whole or there is none.

import { describe, expect, test } from 'vitest'
import fc from '../support/chance.ts'
import { changeLeaves } from '../support/change-leaves.ts'
import { toRecords } from '../support/sample-records.ts'
import {
  createDice,
  expectWholeAnswer,
  fits,
  rowsAtOnce,
  services,
  type Values,
  valuesOf,
} from '../support/services-under-test.ts'

describe.each(services)('%s', (_label, service) => {
  test('with facts missing, empty, still or wild, an answer is whole or there is none', async () => {
    const values = await valuesOf(service)
    const percent = fc.oneof(
      { weight: 5, arbitrary: fc.constant(0) },
      { weight: 3, arbitrary: fc.integer({ min: 1, max: 50 }) },
      { weight: 1, arbitrary: fc.integer({ min: 95, max: 100 }) },
    )
    const harm = fc.record({
      loses: percent,
      keepsNewest: fc.option(fc.integer({ min: 1, max: 400 }), { nil: null, freq: 6 }),
      nulls: percent,
      numbers: fc.constantFrom('right', 'right', 'right', 'still', 'zero', 'negated', 'large'),
    })
    let sold = 0
    fc.assert(
      fc.property(fc.array(harm, { minLength: values.size, maxLength: values.size }), fc.integer(), (harms, seed) => {
        const roll = createDice(seed)
        const left = new Map(
          [...values].map(([topic, list], i) => {
            const { loses, keepsNewest, nulls, numbers } = harms[i]!
            const found = loses === 0 ? list : list.filter(() => roll() * 100 >= loses)
            // Of each key: a topic of many series would lose all but its last one.
            const kept =
              keepsNewest === null ? found : [...Map.groupBy(found, topic.key).values()].flatMap((one) => one.slice(-keepsNewest))
            if (nulls === 0 && numbers === 'right') return [topic, kept]
            const change = (leaf: unknown) => wound(leaf, numbers, nulls > 0 && roll() * 100 < nulls)
            return [topic, kept.map((value) => changeLeaves(value, fits(topic), change))]
          }),
        )
        const rows = rowsAtOnce(service, toRecords(left))
        for (const row of rows) expectWholeAnswer(service, row)
        sold += rows.length
      }),
      { numRuns: runsFor(values) },
    )
    expect(sold).toBeGreaterThan(10)
  })
})

// Many facts are many of one shape: fewer runs wound as many of them.
function runsFor(values: Values): number {
  const facts = [...values.values()].reduce((sum, list) => sum + list.length, 0)
  return Math.max(25, Math.min(75, Math.round(150_000 / facts)))
}

function wound(leaf: unknown, numbers: string, isNull: boolean): unknown {
  if (isNull) return null
  if (typeof leaf !== 'number') return leaf
  return { right: leaf, still: 1, zero: 0, negated: -leaf, large: leaf * 1e9 }[numbers]
}
