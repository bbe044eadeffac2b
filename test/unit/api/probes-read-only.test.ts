// A process that applies nothing stands still, unless the database takes no writes: then a restart would help nobody.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createProbes } from '../../../app/probes/index.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }))
afterEach(() => void vi.useRealTimers())

test.each([
  [true, true],
  [false, false],
])('read only: %s, it is well: %s', async (isReadOnly, isWell) => {
  const probes = createProbes()
  const behind = { group: 'rates', topic: 'curve', partition: 0, next: 7n, lag: 3n, high: 10n }
  probes.watch({
    role: 'process',
    database: { pool: { query: async () => ({ rows: [{ is_read_only: isReadOnly }] }) } as never },
    log: { topics: async () => new Set<string>(), holdings: () => new Map([['rates', new Set(['curve/0'])]]) },
    lag: async () => [behind as never],
    progressLimitSeconds: 6,
  })
  for (let look = 0; look < 6; look++) await vi.advanceTimersByTimeAsync(2_000)
  expect((await probes.live()).ok).toBe(isWell)
  probes.close()
})
