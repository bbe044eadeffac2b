// A process that reads the log moves, or says that it does not: records that wait while no offset goes on.
import { expect, test } from 'vitest'
import { createProgress } from '../../../app/probes/progress.ts'
import type { Holdings } from '../../../db/log/port.ts'

const second = 1_000
const at = (next: number, lag: number, partition = 0) => ({
  group: 'g',
  topic: 't.v1',
  partition,
  next,
  high: next + lag,
  lag,
  beyond: 0,
})
const held: Holdings = new Map([['g', new Set(['t.v1/0'])]])

function create() {
  const progress = createProgress({ limitMs: 60 * second, mostBetweenLooksMs: 30 * second })
  let now = 0
  return {
    stuck: progress.stuck,
    look(seconds: number, lags: Parameters<typeof progress.look>[1], holdings: Holdings = held) {
      now += seconds * second
      progress.look(now, lags, holdings)
    },
  }
}

test('records that wait for the limit while nothing is applied are told, and one that is applied ends it', () => {
  const progress = create()
  for (const seconds of [10, 20, 20, 19]) progress.look(seconds, [at(5, 3)])
  expect(progress.stuck()).toEqual([])
  progress.look(1, [at(5, 4)])
  expect(progress.stuck()).toEqual(['g t.v1/0 stands at 5 for 60 s with records to read'])
  progress.look(10, [at(6, 9)])
  expect(progress.stuck()).toEqual([])
})

test('slow is not stuck, and what has nothing to read is not either', () => {
  const progress = create()
  for (let next = 0; next < 20; next++)
    progress.look(30, [at(next, 1_000_000), at(7, 0, 1)], new Map([['g', new Set(['t.v1/0', 't.v1/1'])]]))
  expect(progress.stuck()).toEqual([])
})

test('time in which nobody could tell does not count: a log that was away for an hour makes nobody restart', () => {
  const progress = create()
  for (const _ of [1, 2]) progress.look(30, [at(5, 3)])
  progress.look(30, null)
  progress.look(3_600, null)
  progress.look(30, [at(5, 3)])
  expect(progress.stuck()).toEqual([])
  progress.look(30, [at(5, 3)])
  expect(progress.stuck()).toHaveLength(1)
})

test('a machine that slept counts one look, not its sleep', () => {
  const progress = create()
  for (const seconds of [10, 36_000]) progress.look(seconds, [at(5, 3)])
  expect(progress.stuck()).toEqual([])
})

test('what another process holds is that one’s to answer for; what nobody could join is told', () => {
  const progress = create()
  for (const _ of [1, 2, 3, 4]) progress.look(30, [at(5, 3)], new Map([['g', new Set<string>()]]))
  expect(progress.stuck()).toEqual([])
  for (const _ of [1, 2, 3, 4]) progress.look(30, [at(5, 3)], new Map())
  expect(progress.stuck()).toEqual([])
  for (const _ of [1, 2, 3]) progress.look(30, [at(5, 3)], new Map([['g', null]]))
  expect(progress.stuck()).toHaveLength(1)
})
