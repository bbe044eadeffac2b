// A broker restart, a Postgres restart and a network cut under load: all of it resumes by itself, nothing is lost, /health says what is wrong.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { buildServer } from '../../api/server.ts'
import { systemClock } from '../../base/clock.ts'
import { createMetrics } from '../../base/metrics.ts'
import { createDatabase, type Database } from '../../db/client.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../db/embedded/index.ts'
import { createKafkaLog } from '../../db/log/kafka/index.ts'
import type { Log } from '../../db/log/port.ts'
import { migrateDatabase } from '../../db/migrate.ts'
import { runService } from '../../processors/runner/run.ts'
import { createDataDir, removeDataDir } from '../support/data-dir.ts'
import { faultService, faultTopic } from '../support/fault-service.ts'
import { type LocalBroker, startLocalBroker } from '../support/kafka/local.ts'
import { createFakeChain } from '../support/payment/fake-chain.ts'
import { asset, testConfig } from '../support/payment/settings.ts'
import { acceptedFor, currentPayment, signAuthorization } from '../support/payment/sign.ts'
import { type Proxy as Relay, startProxy } from '../support/proxy.ts'
import { quiet } from '../support/quiet.ts'
import { countFacts } from '../support/rows.ts'
import { until } from '../support/until.ts'

// The whole 30 s are run by hand: FAULT_CUT_SECONDS=30
const cutSeconds = Number(process.env.FAULT_CUT_SECONDS ?? '3')
const patienceMs = 90_000
const missing = inject('kafkaMissing')
const it = missing === '' && !process.env.KAFKA_BROKERS ? test : test.skip
const folder = createDataDir('faults')
const logger = pino({ level: process.env.LOG_LEVEL ?? 'silent' })

let postgres: EmbeddedPostgres
let broker: LocalBroker
let toPostgres: Relay
let toKafka: Relay
let direct: Database
let database: Database
let log: Log
const startMs = Date.now()
const topic = faultTopic(startMs)
const appended = new Map<string, number[]>()
const stops: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  const advertise = async (port: number) => {
    toKafka = await startProxy('127.0.0.1', port)
    return toKafka.port
  }
  ;[postgres, broker] = await Promise.all([startEmbeddedPostgres({ dataDir: folder, logger }), startLocalBroker(advertise)])
  await migrateDatabase(postgres.url)
  toPostgres = await startProxy('127.0.0.1', Number(new URL(postgres.url).port))
  const url = Object.assign(new URL(postgres.url), { port: String(toPostgres.port) }).href
  direct = createDatabase({ url: postgres.url, poolSize: 3, logger: quiet })
  database = createDatabase({ url, poolSize: 10, logger: quiet })
  log = await createKafkaLog({ brokers: [`127.0.0.1:${toKafka.port}`], logger: quiet })
  await log.ensure([topic])
})
afterAll(async () => {
  for (const stop of stops.reverse()) await stop()
  await log.close()
  await Promise.all([direct.close(), database.close()])
  await Promise.all([toPostgres.close(), toKafka.close()])
  await broker.stop()
  await postgres.stop()
  removeDataDir(folder)
})

async function startGateway(): Promise<string> {
  const services = [faultService(topic)]
  const end = new AbortController()
  const running = runService({ service: services[0]!, log, database, clock: systemClock, logger: quiet }, end.signal)
  const chain = createFakeChain(
    () => 9,
    async () => undefined,
  )
  const supported = async () => ({ kinds: [{ network: asset.network, version: 2 as const, feePayer: null }], signers: [] })
  const app = await buildServer({
    config: { domain: 'localhost', world: 'demo', host: '127.0.0.1', port: 0 },
    services,
    database,
    log,
    clock: systemClock,
    logger: quiet,
    metrics: createMetrics(),
    payments: { config: testConfig('faults'), facilitator: { ...chain, supported }, chain },
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  stops.push(async () => {
    end.abort()
    await running
    await app.close()
    expect(chain.charges.size).toBe(0)
  })
  return url
}

// As an ingestor does: what was not acknowledged is appended again.
function startLoad(): () => Promise<void> {
  let isOver = false
  let n = 0
  const next = () => {
    n = Math.max(n + 1, Date.now() - startMs)
    return { key: `k${n % 7}`, n }
  }
  const work = (async () => {
    while (!isOver) {
      const ticks = [next(), next(), next(), next(), next()]
      while (
        !(await log.append(topic, ticks).then(
          () => true,
          () => false,
        ))
      )
        await wait(100)
      for (const tick of ticks) appended.set(tick.key, [...(appended.get(tick.key) ?? []), tick.n])
      await wait(20)
    }
  })()
  return async () => {
    isOver = true
    await work
  }
}

const total = () => [...appended.values()].reduce((sum, ns) => sum + ns.length, 0)
const untilCaughtUp = (what: string) => {
  const wanted = total() + 50
  return until(what, async () => (await countFacts(direct.pool, topic.name)) >= wanted, patienceMs)
}

it('everything resumes, nothing is lost, and what is wrong is said meanwhile', async () => {
  const url = await startGateway()
  const stopLoad = startLoad()
  const health = async () => (await fetch(`${url}/health`)).json() as any
  const answer = async () => {
    const response = await fetch(`${url}/api/faults/count`)
    return { status: response.status, body: (await response.json()) as any }
  }
  const part = (name: 'log' | 'database', ok: boolean) =>
    until(`/health finds the ${name} ${ok ? 'well' : 'away'}`, async () => (await health()).parts[name].ok === ok, patienceMs)
  await untilCaughtUp('the load is applied')
  await until('the answer is fresh', async () => (await answer()).body.meta?.stale === false)

  await broker.kill()
  await part('log', false)
  expect((await health()).parts.database.ok).toBe(true)
  await until('the rows that are there are served, as stale', async () => {
    const { status, body } = await answer()
    expect(status).toBe(200)
    return body.meta.stale === true
  })
  await broker.restart()
  await untilCaughtUp('the load is applied again after the broker came back')
  await part('log', true)

  // Where its files lie is the server's owner's to know.
  const owner = new pg.Client({ connectionString: postgres.ownerUrl })
  await owner.connect()
  const { rows: settings } = await owner.query<{ data_directory: string }>('SHOW data_directory')
  await owner.end()
  const postmaster = () => Number(readFileSync(join(settings[0]!.data_directory, 'postmaster.pid'), 'utf8').split('\n')[0])
  const killed = postmaster()
  // It is back within a second, which is as long as /health remembers: nobody reaches it until its being away was said.
  toPostgres.cut()
  process.kill(killed, 'SIGQUIT')
  await part('database', false)
  toPostgres.mend()
  await part('database', true)
  expect(postmaster()).not.toBe(killed)
  await untilCaughtUp('the load is applied again after Postgres came back')
  expect((await answer()).status).toBe(200)

  toPostgres.cut()
  toKafka.cut()
  await Promise.all([part('database', false), part('log', false)])
  // A row that was read within the last second is answered from memory.
  await until('rows cannot be read', async () => (await answer()).status !== 200, 5_000)
  expect(await answer()).toMatchObject({ status: 503, body: { error: { code: 'database_unavailable' } } })
  const signed = await signAuthorization(privateKeyToAccount(generatePrivateKey()), { value: '10000' })
  const headers = currentPayment(signed, { accepted: acceptedFor('10000') })
  expect((await fetch(`${url}/api/faults/paid`, { headers })).status).toBe(503)
  await wait(cutSeconds * 1_000)
  toPostgres.mend()
  toKafka.mend()
  const mendedAt = performance.now()
  await untilCaughtUp('the load is applied again after the cut')
  console.log(`after a cut of ${cutSeconds} s everything was applied again within ${Math.round(performance.now() - mendedAt)} ms`)

  await stopLoad()
  await until('the lag is zero', async () => (await health()).lag?.total === 0, patienceMs)
  expect((await health()).status).toBe('ok')
  const { rows } = await direct.pool.query<{ key: string; body: string }>('SELECT key, body FROM signal_row')
  const found = new Map(rows.map(({ key, body }) => [key, JSON.parse(body)]))
  for (const [key, ns] of appended)
    expect(found.get(key)).toMatchObject({ count: ns.length, signal: { score: ns.reduce((sum, n) => sum + n, 0) } })
}, 400_000)
