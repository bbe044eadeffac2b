// What a selection takes of the facts that hold: of each key the one that holds now, in whatever order they come.
import { expect, test } from 'vitest'
import type { Selection } from '../../../processors/kit/define.ts'
import { narrow } from '../../../processors/runner/narrow.ts'

const fact = (key: string, day: number, revision: number) => ({
  key,
  observedAt: new Date(Date.UTC(2026, 10, day)),
  revision: BigInt(revision),
})
const taken = (facts: readonly ReturnType<typeof fact>[], selection: object) =>
  narrow(facts, selection as Selection).map(({ key, observedAt, revision }) => `${key} ${observedAt.getUTCDate()} ${revision}`)

test.each([[(facts: any[]) => facts], [(facts: any[]) => facts.toReversed()]])(
  'the latest of a key is the newest, and of another revision the later one whatever its time',
  (order) => {
    const facts = order([fact('a', 3, 1), fact('a', 5, 1), fact('a', 4, 1), fact('b', 9, 1), fact('b', 2, 2)])
    expect(taken(facts, { latest: true }).sort()).toEqual(['a 5 1', 'b 2 2'])
    expect(taken(facts, {})).toHaveLength(5)
  },
)

test('a part of a topic is the keys below its name', () => {
  const facts = [fact('eth:x', 1, 1), fact('ethereum:x', 1, 1), fact('eth:y', 1, 1)]
  expect(taken(facts, { part: 'eth' })).toEqual(['eth:x 1 1', 'eth:y 1 1'])
})
