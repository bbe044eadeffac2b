// The token bucket: a burst, then a steady pace, a host by itself.
import type { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPacer } from '../../../ingestors/client/pace.ts'

const waited: number[] = []
const sleep = (async (ms: number, _value: unknown, options?: { signal?: AbortSignal }) => {
  options?.signal?.throwIfAborted()
  waited.push(Math.round(ms))
}) as typeof wait

beforeEach(() => {
  waited.length = 0
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => void vi.useRealTimers())

test('four at once, each later one its turn further away', async () => {
  const pace = createPacer(2, { sleep })
  for (let i = 0; i < 7; i++) await pace('a.example')
  expect(waited).toEqual([500, 1_000, 1_500])
})

test('idle time fills the bucket again, never beyond the burst', async () => {
  const pace = createPacer(2, { sleep })
  for (let i = 0; i < 4; i++) await pace('a.example')
  vi.advanceTimersByTime(1_000)
  for (let i = 0; i < 3; i++) await pace('a.example')
  expect(waited).toEqual([500])
  vi.advanceTimersByTime(3_600_000)
  for (let i = 0; i < 5; i++) await pace('a.example')
  expect(waited).toEqual([500, 500])
})

test('hosts do not wait for each other', async () => {
  const pace = createPacer(1, { sleep })
  for (const host of ['a', 'b', 'c', 'd', 'e', 'f']) await pace(host)
  expect(waited).toEqual([])
})

test('a shutdown ends the wait', async () => {
  const pace = createPacer(1, { sleep })
  for (let i = 0; i < 4; i++) await pace('a.example')
  await expect(pace('a.example', AbortSignal.abort())).rejects.toThrow()
})
