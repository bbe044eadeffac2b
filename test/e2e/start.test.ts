// The program as its operator starts, splits, kills and stops it.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { findPostgresBinaries } from '../../db/embedded/binaries.ts'
import { freePort } from '../../db/embedded/free-port.ts'
import { startEmbeddedPostgres } from '../../db/embedded/index.ts'
import { isAlive, readPostmaster } from '../../db/embedded/probe.ts'
import { preparePostgresHome } from '../../db/embedded/user.ts'
import { createDataDir, removeDataDir } from '../support/data-dir.ts'
import { createTestDatabase } from '../support/database.ts'
import { spawnTollgate, type TollgateProcess, untilHealthy } from '../support/process.ts'
import { startProxy } from '../support/proxy.ts'
import { areRatesForSale, lagOf, ratesAndStress } from '../support/rates-for-sale.ts'
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
  await Promise.all(started.splice(0).map((one) => one.end('SIGTERM')))
  for (const own of [join(folder, 'clean'), folder]) {
    // A killed program leaves its server running for the next start; the test is the last one to use it.
    const server = existsSync(own) ? serverOf(own) : null
    if (server !== null) {
      process.kill(server.pid, 'SIGINT')
      await until('the server has stopped', () => !isAlive(server.pid))
    }
    removeDataDir(own)
  }
})

function serverOf(dataDir: string): { pid: number } | null {
  const running = readPostmaster(preparePostgresHome(dataDir, findPostgresBinaries()).dataDir)
  return running !== null && isAlive(running.pid) ? running : null
}

async function launch(env: Record<string, string> = {}, command?: string[]): Promise<TollgateProcess> {
  const settings = {
    DATA_DIR: folder,
    PORT: String(await freePort()),
    DEVNET_PORT: String(await freePort()),
    INGEST_JITTER_SECONDS: '0',
    // What `rates` is made of; `whole-program` starts it with every source.
    ONLY_SOURCES: ratesAndStress,
    ...env,
  }
  const one = spawnTollgate(settings, command)
  started.push(one)
  return one
}

describe('npm start', () => {
  test('says every wrong variable at once and exits 2', async () => {
    const one = await launch({ PORT: 'eighty', ROLE: 'boss', DATABASE_URL: 'mysql://x' })
    const code = await new Promise((done) => one.child.once('exit', done))
    expect(code).toBe(2)
    for (const name of ['PORT', 'ROLE', 'DATABASE_URL']) expect(one.output()).toContain(name)
  })

  test('told to stop while it starts, it ends with 0 and leaves no server behind', async () => {
    const one = await launch()
    await until('its database server runs', () => serverOf(folder) !== null)
    expect(await one.end('SIGINT')).toBe(0)
    expect(serverOf(folder)).toBe(null)
  })

  test.each(['refuses', 'hangs'])('told to stop while its database %s, it does not wait for it', async (how) => {
    const database = await createTestDatabase()
    const server = new URL(database.url)
    const proxy = await startProxy(server.hostname, Number(server.port))
    onTestFinished(async () => {
      await proxy.close()
      await database.drop()
    })
    const DATABASE_URL = Object.assign(new URL(server), { hostname: '127.0.0.1', port: String(proxy.port) }).href
    const one = await launch({ ONLY_SOURCES: 'nyfed-rates', DATABASE_URL })
    await untilHealthy(one)
    if (how === 'hangs') proxy.stall()
    else proxy.cut()
    expect(await one.end('SIGTERM'), one.output().slice(-3_000)).toBe(0)
    expect(one.output()).not.toContain('not drained in time')
    if (how === 'hangs') expect(one.output()).toContain('the database does not answer: stopped without it')
  })

  // Of the two that are left standing one has nothing set, the other was started as README says: they show besides that such a one is well
  // and drains, and that a signal to npm is not npm's alone.
  test('ends in the same rows after kill -9 at any moment as one that runs beside it; both drain and exit 0', async () => {
    // By what has happened so far, not by the clock: a busy machine would be killed four times before its first batch.
    const moments: [string, (one: TollgateProcess) => boolean][] = [
      ['the data folder is being made', () => existsSync(folder) && readdirSync(folder).length > 0],
      ['the chain runs', (one) => one.output().includes('the demo chain runs')],
      ['a source has been polled', (one) => polls(one) >= 1],
      ['most sources have been polled', (one) => polls(one) >= 3 || one.output().includes('answers at')],
    ]
    for (const [moment, hasCome] of moments) {
      // Each poll is a line of its own there.
      const victim = await launch({ LOG_LEVEL: 'debug' })
      await until(moment, () => hasCome(victim) || ended(victim), 120_000)
      await victim.end('SIGKILL')
    }
    const own = join(folder, 'clean')
    const [last, clean] = [await launch({}, ['npm', 'start']), await launch({ DATA_DIR: own })]
    await Promise.all(
      [last, clean].map(async (one) => {
        await untilHealthy(one)
        const isDone = async () => (await areRatesForSale(one.url)) && (await lagOf(one.url)) === 0
        await until('rates are for sale and nothing is left to do', isDone, 180_000)
      }),
    )
    for (const { url } of [last, clean]) {
      await expectWell(url)
      expect((await fetch(`${url}/catalog.json`)).status).toBe(200)
    }
    const startedAt = performance.now()
    const codes = await Promise.all([last.end('SIGTERM'), clean.end('SIGINT')])
    expect(codes, `${last.output().slice(-2_000)}\n${clean.output().slice(-2_000)}`).toEqual([0, 0])
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    await expect(fetch(`${last.url}/health`)).rejects.toThrow()
    expect([serverOf(folder), serverOf(own)]).toEqual([null, null])
    const [killed, expected] = [await bodies(folder), await bodies(own)]
    expect(killed.length).toBeGreaterThan(0)
    expect(killed).toEqual(expected)
  })
})

async function expectWell(url: string): Promise<void> {
  let health: Record<string, unknown> = {}
  // Busy with its first history it may say that its parts answer slowly.
  await until('all parts are well', async () => {
    health = (await (await fetch(`${url}/health`)).json()) as Record<string, unknown>
    return health.status === 'ok'
  })
  expect(health).toMatchObject({
    status: 'ok',
    world: 'demo',
    parts: { database: { ok: true }, log: { kind: 'postgres', ok: true } },
  })
  const metrics = await (await fetch(`${url}/metrics`)).text()
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
  // The port is everybody's; income is told on METRICS_PORT.
  expect(metrics).not.toMatch(/tollgate_payment/)
}

function ended(one: TollgateProcess): never | false {
  if (one.child.exitCode === null) return false
  throw new Error(`it ended with exit code ${one.child.exitCode}\n${one.output().slice(-3_000)}`)
}
const polls = (one: TollgateProcess): number => one.output().split('"msg":"polled"').length - 1

// Offsets differ between the two logs (a killed poll may append twice), the answers may not.
async function bodies(dataDir: string): Promise<string[]> {
  const server = await startEmbeddedPostgres({ dataDir, logger: pino({ level: 'silent' }) })
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  const rows = await comparableRows(client as never)
  await client.end()
  await server.stop()
  return rows.map((row) => row.split(' | ').slice(0, 4).join(' | '))
}

test('roles run as processes of their own on the Postgres log; the work of one that is killed is ended by another', async () => {
  const api = await launch({ ROLE: 'api' })
  await untilHealthy(api)
  const [ingest, process1, process2] = [
    await launch({ ROLE: 'ingest' }),
    await launch({ ROLE: 'process' }),
    await launch({ ROLE: 'process' }),
  ]
  await until('rates are for sale', () => areRatesForSale(api.url), 120_000)
  await process1.end('SIGKILL')
  await until('the other processor ends the work', async () => (await lagOf(api.url)) === 0, 120_000)
  for (const one of [ingest, process2, api]) expect(await one.end('SIGTERM')).toBe(0)
})
