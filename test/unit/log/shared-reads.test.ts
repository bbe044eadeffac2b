// Who reads the same place of a partition is handed the same records, as long as somebody has yet to read them and nothing was added.
import { expect, test } from 'vitest'
import type { LogRecord } from '../../../db/log/port.ts'
import { createSharedReads, type Reader } from '../../../db/log/postgres/shared-reads.ts'

const limits = { records: 3, bytes: 1_000 }
const record = (offset: number): LogRecord => ({
  ...{ topic: 't', partition: 0, offset: BigInt(offset), key: 'k' },
  ...{ value: 'x'.repeat(9), appendedAt: new Date(0) },
})

/** A log of so many records, that counts how often it is read. */
function logOf(count: number) {
  const log = { count, reads: 0 }
  const read = (reader: Reader, from: number, most = limits) =>
    reader.read({ from: BigInt(from), highOffset: BigInt(log.count), most }, async () => {
      log.reads++
      const end = Math.min(log.count, from + most.records)
      return Array.from({ length: end - from }, (_, i) => record(from + i))
    })
  return Object.assign(log, { read })
}

test('two at one place are handed the same records of one reading, at once or one after the other', async () => {
  const [log, reads] = [logOf(5), createSharedReads()]
  const [one, two] = [reads.join('t/0', 0n), reads.join('t/0', 0n)]
  const [a, b] = await Promise.all([log.read(one, 0), log.read(two, 0)])
  expect([a === b, a.length, log.reads]).toEqual([true, 3, 1])
  const c = await log.read(one, 3)
  expect([c === (await log.read(two, 3)), c.length, log.reads]).toEqual([true, 2, 2])
})

test('who is alone keeps nothing, and another partition is another place', async () => {
  const [log, reads] = [logOf(5), createSharedReads()]
  const [one, other] = [reads.join('t/0', 0n), reads.join('t/1', 0n)]
  for (const reader of [one, one, other]) await log.read(reader, 0)
  expect(log.reads).toBe(3)
})

test('what was added since is read, unless the first reading was as much as is handed out', async () => {
  const [log, reads] = [logOf(2), createSharedReads()]
  const [one, two] = [reads.join('t/0', 0n), reads.join('t/0', 0n)]
  await log.read(one, 0)
  log.count = 3
  expect([(await log.read(two, 0)).length, log.reads]).toEqual([3, 2])
  log.count = 9
  expect([(await log.read(two, 0)).length, log.reads]).toEqual([3, 2])
})

test('other limits are another reading', async () => {
  const [log, reads] = [logOf(5), createSharedReads()]
  const [one, two] = [reads.join('t/0', 0n), reads.join('t/0', 0n)]
  await log.read(one, 0)
  expect([(await log.read(two, 0, { records: 1, bytes: 9 })).length, log.reads]).toEqual([1, 2])
})

test('a reading that fails is no reading, for whoever waited for it and for those that come', async () => {
  const [log, reads] = [logOf(2), createSharedReads()]
  const [one, two] = [reads.join('t/0', 0n), reads.join('t/0', 0n)]
  const place = { from: 0n, highOffset: 2n, most: limits }
  const away = () => Promise.reject(new Error('away'))
  const both = await Promise.allSettled([one.read(place, away), two.read(place, away)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect([(await log.read(two, 0)).length, log.reads]).toEqual([2, 1])
})

test('it is kept until the last one there has passed it, and no longer', async () => {
  const [log, reads] = [logOf(6), createSharedReads()]
  const [fast, slow] = [reads.join('t/0', 0n), reads.join('t/0', 0n)]
  for (const from of [0, 3]) await log.read(fast, from)
  for (const from of [0, 3]) await log.read(slow, from)
  expect(log.reads).toBe(2)
  await log.read(fast, 6)
  await log.read(slow, 6)
  // Both stand at the end: whoever asks for the beginning reads it.
  const late = reads.join('t/0', 0n)
  await log.read(late, 0)
  expect(log.reads).toBe(5)
})

test('who begins again reads again, and of more than may be kept the oldest goes first', async () => {
  const [log, reads] = [logOf(9), createSharedReads(60)]
  const [one, two] = [reads.join('t/0', 0n), reads.join('t/0', 0n)]
  await log.read(one, 0)
  one.leave()
  await log.read(two, 0)
  expect(log.reads).toBe(2)
  const again = reads.join('t/0', 0n)
  // Thirty characters each: the third takes the first one's place, and that the second one's.
  for (const from of [0, 3, 6]) await log.read(again, from)
  expect(log.reads).toBe(5)
  await log.read(two, 0)
  expect(log.reads).toBe(6)
  await log.read(two, 6)
  expect(log.reads).toBe(6)
})
