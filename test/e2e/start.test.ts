// The program as its operator starts, splits, kills and stops it.
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startEmbeddedPostgres } from '../../db/embedded.ts'
import { freePort } from '../../db/free-port.ts'
import { createDataDir, removeDataDir } from '../support/data-dir.ts'
import { kafkaBrokers, missingEngine } from '../support/logs.ts'
import { spawnTollgate, type TollgateProcess, untilHealthy } from '../support/process.ts'
import { comparableRows } from '../support/rows.ts'
import { until } from '../support/until.ts'

// Whole programs start here, several at once: slow where the machine is busy, and no less right for it.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

let folder: string
const started: TollgateProcess[] = []

beforeEach(() => {
  folder = createDataDir('start')
})
afterEach(async () => {
  for (const one of started.splice(0)) await one.end('SIGTERM')
  // A killed program leaves its server running for the next start; the test is the last one to use it.
  const leftover = await startEmbeddedPostgres({ dataDir: folder, logger: pino({ level: 'silent' }) })
  await stopServer(leftover.url)
  for (const own of [folder, join(folder, 'second'), join(folder, 'clean')]) removeDataDir(own)
})

async function stopServer(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: string }>("SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid")
  await client.end()
  process.kill(Number(rows[0]!.pid), 'SIGINT')
}

async function launch(env: Record<string, string> = {}): Promise<TollgateProcess> {
  const one = spawnTollgate({
    DATA_DIR: folder,
    PORT: String(await freePort()),
    DEVNET_PORT: String(await freePort()),
    INGEST_JITTER_SECONDS: '0',
    // What `rates` is made of; README's test starts the program with every source.
    ONLY_SOURCES: 'treasury-yields,nyfed-rates,fed-ebp,ofr-fsi,fred',
    ...env,
  })
  started.push(one)
  return one
}

// A price is quoted as soon as the API listens; there is something to sell once every source has been polled and applied.
const isForSale = async (url: string) => {
  const { sources } = (await (await fetch(`${url}/health`)).json()) as { sources: { last_success_at: string | null }[] }
  const polled = sources.length >= 5 && sources.every((source) => source.last_success_at !== null)
  return polled && [200, 402].includes((await fetch(`${url}/api/rates/rates`)).status)
}
// null while the program is too busy to count it.
const lagOf = async (url: string) =>
  ((await (await fetch(`${url}/health`)).json()) as { lag: { total: number } | null }).lag?.total

describe('npm start', () => {
  test('answers in the demo world with nothing set, drains on SIGTERM and exits 0', async () => {
    const one = await launch()
    await untilHealthy(one)
    await until('rates are for sale', () => isForSale(one.url), 120_000)
    let health: Record<string, unknown> = {}
    // Busy with its first history it may say that its parts answer slowly.
    await until('all parts are well', async () => {
      health = (await (await fetch(`${one.url}/health`)).json()) as Record<string, unknown>
      return health.status === 'ok'
    })
    expect(health).toMatchObject({
      status: 'ok',
      world: 'demo',
      parts: { database: { ok: true }, log: { kind: 'postgres', ok: true } },
    })
    const metrics = await (await fetch(`${one.url}/metrics`)).text()
    for (const name of [
      'tollgate_lag_records',
      'tollgate_batch_seconds',
      'tollgate_rows_written_total',
      'tollgate_source_age_seconds',
      'tollgate_request_seconds',
      'tollgate_nodejs_eventloop_lag',
    ]) {
      expect(metrics).toContain(name)
    }
    const startedAt = performance.now()
    expect(await one.end('SIGTERM')).toBe(0)
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })

  test('says every wrong variable at once and exits 2', async () => {
    const one = await launch({ PORT: 'eighty', ROLE: 'boss', DATABASE_URL: 'mysql://x' })
    const code = await new Promise((done) => one.child.once('exit', done))
    expect(code).toBe(2)
    for (const name of ['PORT', 'ROLE', 'DATABASE_URL']) expect(one.output()).toContain(name)
  })

  test('two instances run side by side', async () => {
    const [one, two] = [await launch(), await launch({ DATA_DIR: join(folder, 'second') })]
    await Promise.all([untilHealthy(one), untilHealthy(two)])
    expect((await fetch(`${one.url}/catalog.json`)).status).toBe(200)
    expect((await fetch(`${two.url}/catalog.json`)).status).toBe(200)
  })

  test('ends in the same rows after kill -9 at any moment', async () => {
    const url = async () => {
      const server = await startEmbeddedPostgres({ dataDir: folder, logger: pino({ level: 'silent' }) })
      return server.url
    }
    for (const afterMs of [900, 1_600, 2_400, 3_500]) {
      const victim = await launch()
      await new Promise((done) => setTimeout(done, afterMs))
      await victim.end('SIGKILL')
    }
    const last = await launch()
    await untilHealthy(last)
    await until(
      'rates are for sale and nothing is left to do',
      async () => (await isForSale(last.url)) && (await lagOf(last.url)) === 0,
      120_000,
    )
    await until(
      'all sources have been polled',
      async () => {
        const { sources } = (await (await fetch(`${last.url}/health`)).json()) as {
          sources: { last_success_at: string | null }[]
        }
        return sources.length >= 5 && sources.every((source) => source.last_success_at !== null) && (await lagOf(last.url)) === 0
      },
      120_000,
    )
    const killed = await bodies(await url())
    await last.end('SIGTERM')
    const clean = await launch({ DATA_DIR: join(folder, 'clean') })
    await untilHealthy(clean)
    await until(
      'the clean one is done too',
      async () => {
        const { sources } = (await (await fetch(`${clean.url}/health`)).json()) as {
          sources: { last_success_at: string | null }[]
        }
        return (
          sources.length >= 5 &&
          sources.every((source) => source.last_success_at !== null) &&
          (await lagOf(clean.url)) === 0 &&
          (await isForSale(clean.url))
        )
      },
      120_000,
    )
    const server = await startEmbeddedPostgres({ dataDir: join(folder, 'clean'), logger: pino({ level: 'silent' }) })
    expect(await bodies(server.url)).toEqual(killed)
  })
})

// Offsets differ between the two logs (a killed poll may append twice), the answers may not.
async function bodies(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const rows = await comparableRows(client as never)
  await client.end()
  return rows.map((row) => row.split(' | ').slice(0, 4).join(' | '))
}

describe('roles', () => {
  const missing = missingEngine('kafka')
  const withKafka = missing === '' ? test : test.skip

  async function runRoles(env: Record<string, string>): Promise<void> {
    const api = await launch({ ROLE: 'api', ...env })
    await untilHealthy(api)
    const [ingest, process1, process2] = [
      await launch({ ROLE: 'ingest', ...env }),
      await launch({ ROLE: 'process', ...env }),
      await launch({ ROLE: 'process', ...env }),
    ]
    await until('rates are for sale', () => isForSale(api.url), 120_000)
    await process1.end('SIGKILL')
    await until('the other processor ends the work', async () => (await lagOf(api.url)) === 0, 120_000)
    for (const one of [ingest, process2, api]) expect(await one.end('SIGTERM')).toBe(0)
  }

  test('each runs as a process of its own on the Postgres log', () => runRoles({}))
  withKafka('each runs as a process of its own on Kafka', () => runRoles({ KAFKA_BROKERS: kafkaBrokers().join(',') }))
})
