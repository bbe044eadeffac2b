// The disaster drill: the database is lost, and every row is made again from Kafka, with the same counts and hashes.
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { systemClock } from '../../base/clock.ts'
import { hashRows } from '../../db/rows/row-hashes.ts'
import { runService } from '../../processors/runner/run.ts'
import { counterService, makeTicks, tickTopic } from '../support/counter.ts'
import { createTestDatabase, quiet, type TestDatabase } from '../support/database.ts'
import { missingEngine, openLog } from '../support/logs.ts'
import { appliedRecords } from '../support/rows.ts'
import { until } from '../support/until.ts'

const missing = missingEngine('kafka')
const it = missing === '' ? test : test.skip
if (missing !== '') console.warn(`skipped: the disaster drill (${missing})`)

it('rows made again from Kafka alone are the rows that were lost', async () => {
  const topic = tickTopic(randomBytes(5).toString('hex'), 6)
  const service = counterService(topic)
  const ticks = makeTicks(600, 40)
  const fill = async (database: TestDatabase, work: (append: (from: number, to: number) => Promise<void>) => Promise<void>) => {
    const log = await openLog('kafka', database)
    await log.ensure([topic])
    const end = new AbortController()
    const running = runService({ service, log, database, clock: systemClock, logger: quiet, maxRecords: 40 }, end.signal)
    await work((from, to) => log.append(topic, ticks.slice(from, to)))
    await until('all is applied', async () => (await appliedRecords(database.pool, 'counter')) === ticks.length)
    end.abort()
    await running
    await log.close()
    return hashRows(database.pool)
  }
  const first = await createTestDatabase()
  const before = await fill(first, async (append) => {
    for (let at = 0; at < ticks.length; at += 50) await append(at, at + 50)
  })
  await first.drop()
  expect(before).toEqual([{ service: 'counter', route: '/count', rows: 40, hash: expect.stringMatching(/^[0-9a-f]{32}$/) }])
  const second = await createTestDatabase()
  expect(await fill(second, async () => undefined)).toEqual(before)
  // The hash sees a change of one character.
  await second.pool.query("UPDATE signal_row SET body = replace(body, 'counted', 'Counted') WHERE key = 'k7'")
  expect((await hashRows(second.pool))[0]!.hash).not.toBe(before[0]!.hash)
  await second.drop()
})
