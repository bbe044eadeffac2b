// What machines ask each role: a processor that stands still is not live, and nobody is restarted for a database that is away. What they
// are told while Kafka is away stands in `clean-start.test.ts`.
import { afterAll, expect, type TestContext, test, vi } from 'vitest'
import { freePort } from '../../db/embedded/free-port.ts'
import { createPostgresLog } from '../../db/log/postgres/index.ts'
import { nyfedRates } from '../../ingestors/sources/nyfed-rates/topic.ts'
import { openCommands } from '../support/commands.ts'
import { createDataDir, removeDataDir } from '../support/data-dir.ts'
import { createTestDatabase, quiet } from '../support/database.ts'
import { spawnTollgate, type TollgateProcess } from '../support/process.ts'
import { startProxy } from '../support/proxy.ts'
import { until } from '../support/until.ts'

vi.setConfig({ testTimeout: 300_000 })

const commands = openCommands()
afterAll(() => commands.close())

type WhenFinished = TestContext['onTestFinished']

interface Probed extends TollgateProcess {
  ask(path: string): Promise<{ status: number; text: string }>
}

async function launch(env: Record<string, string>, whenFinished: WhenFinished): Promise<Probed> {
  const folder = createDataDir('probes')
  const [port, METRICS_PORT] = [await freePort(), await freePort()]
  const settings = {
    DATA_DIR: folder,
    PORT: String(port),
    METRICS_PORT: String(METRICS_PORT),
    DEVNET_PORT: String(await freePort()),
  }
  const one = spawnTollgate({ ...settings, ONLY_SOURCES: 'nyfed-rates', INGEST_JITTER_SECONDS: '0', ...env })
  whenFinished(async () => {
    await one.end('SIGTERM')
    removeDataDir(folder)
  })
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${METRICS_PORT}${path}`).catch(() => null)
    return answer === null
      ? { status: 0, text: one.output().slice(-2_000) }
      : { status: answer.status, text: await answer.text() }
  }
  return { ...one, ask }
}

const untilAnswers = (one: Probed, path: string, status: number) =>
  until(`${path} answers ${status}`, async () => (await one.ask(path)).status === status, 120_000)

const rate = (day: number) => ({
  type: 'SOFR',
  date: `2026-11-0${day}`,
  rate_pct: 4,
  volume_usd_bn: null,
  target_low_pct: null,
  target_high_pct: null,
  vintage: '2026-11-05T00:00:00Z',
})

test.concurrent('a processor whose batch never ends is not live while records wait, names where, and is live again when it goes on', async ({
  onTestFinished,
}) => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const log = createPostgresLog({ database, logger: quiet })
  await log.ensure([nyfedRates])
  await log.append(nyfedRates, [rate(1)])
  const processor = await launch({ DATABASE_URL: database.url, ROLE: 'process', PROGRESS_LIMIT_SECONDS: '3' }, onTestFinished)
  await untilAnswers(processor, '/readyz', 200)
  const nextOf = async () =>
    (
      await database.pool.query<{ n: string }>(
        "SELECT next_offset AS n FROM consumer_offset WHERE group_name = 'rates' AND topic = $1",
        [nyfedRates.name],
      )
    ).rows[0]?.n
  await until('the first record is applied', async () => (await nextOf()) === '1')
  expect(await commands.runOn(database.url, 'offsets', 'rates', 'set', '--to', '0', '--yes')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('worker(s) that would go on'),
  })
  expect(await nextOf()).toBe('1')

  const holder = await database.pool.connect()
  await holder.query('BEGIN')
  await holder.query("SELECT 1 FROM consumer_offset WHERE group_name = 'rates' FOR UPDATE")
  await log.append(nyfedRates, [rate(2)])
  await untilAnswers(processor, '/livez', 503)
  expect((await processor.ask('/livez')).text).toMatch(/rates nyfed[^ ]*\/0 stands at 1 for \d+ s/)
  expect((await processor.ask('/readyz')).status).toBe(503)
  expect((await processor.ask('/metrics')).text).toMatch(/^tollgate_lag_records\{group="rates",topic="nyfed[^}]*\} 1$/m)
  await holder.query('ROLLBACK')
  holder.release()
  await untilAnswers(processor, '/livez', 200)
  await untilAnswers(processor, '/readyz', 200)

  expect(await processor.end('SIGTERM')).toBe(0)
  const moved = await commands.runOn(database.url, 'offsets', 'rates', 'set', '--to', '0', '--yes')
  expect(moved, moved.stderr).toMatchObject({ code: 0 })
  expect(await nextOf()).toBe('0')
  await log.close()
})

test.concurrent('a start that waits for its database is live and not ready, and so is a process whose database goes away', async ({
  onTestFinished,
}) => {
  const database = await createTestDatabase()
  const server = new URL(database.url)
  const relay = await startProxy(server.hostname, Number(server.port))
  onTestFinished(async () => {
    await relay.close()
    await database.drop()
  })
  relay.cut()
  const url = Object.assign(new URL(server), { hostname: '127.0.0.1', port: String(relay.port) }).href
  const one = await launch({ DATABASE_URL: url, ROLE: 'ingest' }, onTestFinished)
  await untilAnswers(one, '/livez', 200)
  expect(await one.ask('/readyz')).toMatchObject({ status: 503, text: expect.stringContaining('starting') })
  relay.mend()
  await untilAnswers(one, '/readyz', 200)
  relay.cut()
  await untilAnswers(one, '/readyz', 503)
  expect(await one.ask('/livez')).toMatchObject({ status: 200 })
  relay.mend()
  await untilAnswers(one, '/readyz', 200)
})
