// The partition of a key is Kafka's: its own published hash values.

import { expect, test } from 'vitest'
import { murmur2, partitionOf } from '../../../db/log/partition.ts'
import fc from '../../support/chance.ts'

// From Kafka's UtilsTest.testMurmur2.
test.each([
  ['21', -973_932_308],
  ['foobar', -790_332_482],
  ['a-little-bit-long-string', -985_981_536],
  ['a-little-bit-longer-string', -1_486_304_829],
  ['lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8', -58_897_971],
  ['abc', 479_470_107],
])('murmur2 of %s', (key, hash) => {
  expect(murmur2(Buffer.from(key)) | 0).toBe(hash)
})

test('every key has one partition within range', () => {
  const partitions = fc.integer({ min: 1, max: 64 })
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), partitions, (key, count) => {
      const partition = partitionOf(key, count)
      return Number.isInteger(partition) && partition >= 0 && partition < count && partition === partitionOf(key, count)
    }),
  )
})

test('keys spread over the partitions', () => {
  const counts = new Map<number, number>()
  for (let i = 0; i < 8_000; i++) {
    const at = partitionOf(`key-${i}`, 8)
    counts.set(at, (counts.get(at) ?? 0) + 1)
  }
  for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(150)
  expect(counts.size).toBe(8)
})
