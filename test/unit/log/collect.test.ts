// Bytes are counted where they are held: what is kept of a flood of tiny chunks is as large as the chunks, not as what they came in.
import { randomBytes } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createCollector } from '../../../base/safe-fetch/index.ts'
import { until } from '../../support/until.ts'

setFlagsFromString('--expose_gc')
const collectGarbage = runInNewContext('gc') as () => void

test('views of one byte keep no block of theirs alive', async () => {
  const collector = createCollector()
  collectGarbage()
  const before = process.memoryUsage().arrayBuffers
  for (let i = 0; i < 2_000; i++) collector.add(Buffer.alloc(64 * 1024, i).subarray(5, 6))
  // Two thousand views would hold 131 MB for as long as they are kept.
  await until('the blocks are gone', () => {
    collectGarbage()
    return process.memoryUsage().arrayBuffers - before < 16 * 1024 * 1024
  })
  expect(collector.size).toBe(2_000)
  expect(collector.whole()[1_999]).toBe(1_999 % 256)
})

test('gives back every byte in order, whatever the sizes', () => {
  const collector = createCollector()
  const sizes = [1, 3, 70_000, 0, 65_536, 40_000, 5, 200_000, 1, 32_768]
  const parts = sizes.map((size) => randomBytes(size))
  for (const part of parts) collector.add(part)
  expect(collector.whole().equals(Buffer.concat(parts))).toBe(true)
})
