// A removal parts what was said before it from what is said after, whether they come in one batch or in two.
import { expect, test } from 'vitest'
import { sortBatch } from '../../../db/work/sort-batch.ts'
import { type Tick, tickTopic } from '../../support/counter.ts'

const topic = tickTopic('removals', 1)
const record = (offset: number, tick: Tick | null) => ({
  topic: topic.name,
  partition: 0,
  offset: BigInt(offset),
  key: 'a',
  value: tick === null ? null : JSON.stringify(tick),
  appendedAt: new Date(0),
})
const sort = (...ticks: (Tick | null)[]) =>
  sortBatch(
    'g',
    topic,
    ticks.map((tick, offset) => record(offset, tick)),
  )

test('a fact said again after its key was removed is there', () => {
  const { facts, dead } = sort({ key: 'a', n: 1 }, null, { key: 'a', n: 1 })
  expect([facts.map(({ offset }) => offset), dead]).toEqual([[2n], []])
})

test('another value after a removal is no conflict with what was removed', () => {
  const other = { key: 'a', n: 1, more: true } as Tick
  const { facts, dead } = sort({ key: 'a', n: 1 }, null, other)
  expect([facts.map(({ parsed }) => parsed), dead]).toEqual([[other], []])
  expect(sort({ key: 'a', n: 1 }, other).dead).toHaveLength(1)
})

test('what was removed last is gone, and what touched the key is told all the same', () => {
  const { facts, read, removals } = sort({ key: 'a', n: 1 }, { key: 'a', n: 2 }, null)
  expect([facts, read.length, removals]).toEqual([[], 3, [{ key: 'a', belowOffset: 2n }]])
})
