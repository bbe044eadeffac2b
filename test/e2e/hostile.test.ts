// A hundred and fifty strangers' answers that nobody has seen before, while payers call: nobody pays for it with time or a 5xx.
import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { runHostile } from '../support/hostile/run.ts'

test.skipIf(process.platform !== 'linux')(
  'strangers neither stall nor fill nor outlive the program',
  async () => {
    const seed = randomInt(2 ** 31)
    console.info(`hostile seed ${seed}`)
    const run = await runHostile({ seed, cases: 150, connections: 10, payers: 6, calmMs: 4_000 })
    expect(run.payerFailures, `seed ${seed}`).toEqual([])
    const statuses = Object.values(run.outcomes).flatMap((seen) => Object.keys(seen).map(Number))
    // 503: it takes longer than one request may wait.
    expect(
      statuses.filter((status) => status >= 500 && status !== 503),
      JSON.stringify(run.outcomes),
    ).toEqual([])
    expect(Object.values(run.outcomes).reduce((sum, seen) => sum + Object.values(seen).reduce((a, b) => a + b, 0), 0)).toBe(150)
    // The command says how the waits compare on a quiet machine; here only that nobody was held up by a stranger's page.
    expect(run.hostileP99Ms).toBeLessThan(Math.max(10 * run.quietP99Ms, 5_000))
    expect(run.scratchLeft).toEqual([])
    expect(run.leftAfterKill).toEqual([])
  },
  300_000,
)
