// Five processes at once on an empty log and an empty database: each comes up by itself, none ends, whoever is first makes what is missing.
// What one of them leaves undone when it is killed, the others do. While Kafka is away the API sells and says so.

import pg from 'pg'
import { afterAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { freePort } from '../../db/embedded/free-port.ts'
import { runProgram } from '../support/command.ts'
import { createDataDir, removeDataDir } from '../support/data-dir.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { type LocalBroker, startLocalBroker } from '../support/kafka/local.ts'
import { spawnTollgate, type TollgateProcess } from '../support/process.ts'
import { type Proxy as Relay, startProxy } from '../support/proxy.ts'
import { areRatesForSale, lagOf, ratesAndStress } from '../support/rates-for-sale.ts'
import { until } from '../support/until.ts'

// All twenty are run by hand: CLEAN_STARTS=20
const rounds = Number(process.env.CLEAN_STARTS ?? '1')
vi.setConfig({ testTimeout: 300_000 * rounds })
const roles = ['api', 'ingest', 'process', 'process', 'process']

interface Probed extends TollgateProcess {
  ask(path: string): Promise<{ status: number; text: string }>
  isReady(): Promise<boolean>
  /** What it leaves behind goes with it. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

async function launch(env: Record<string, string>): Promise<Probed> {
  const folder = createDataDir('clean')
  const [PORT, METRICS_PORT, DEVNET_PORT] = [await freePort(), await freePort(), await freePort()].map(String)
  const ports = { PORT: PORT!, METRICS_PORT: METRICS_PORT!, DEVNET_PORT: DEVNET_PORT! }
  const one = spawnTollgate({ DATA_DIR: folder, ...ports, ONLY_SOURCES: 'nyfed-rates', LOG_LEVEL: 'warn', ...env })
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${METRICS_PORT}${path}`).catch(() => null)
    return answer === null
      ? { status: 0, text: one.output().slice(-2_000) }
      : { status: answer.status, text: await answer.text() }
  }
  const isReady = async () => {
    if (one.child.exitCode !== null)
      throw new Error(`${env.ROLE} ended with ${one.child.exitCode}\n${one.output().slice(-3_000)}`)
    return (await ask('/readyz')).status === 200
  }
  const end = async (signal: NodeJS.Signals) => {
    const code = await one.end(signal)
    removeDataDir(folder)
    return code
  }
  return { ...one, ask, isReady, end }
}

const untilReady = (all: readonly Probed[], deadlineMs: number) =>
  until('all are ready', async () => (await Promise.all(all.map(({ isReady }) => isReady()))).every((is) => is), deadlineMs)

async function endAll(all: readonly Probed[]): Promise<void> {
  const codes = await Promise.all(all.map((one) => one.end('SIGTERM')))
  expect(codes, all.map((one) => one.output().slice(-1_500)).join('\n---\n')).toEqual(all.map(() => 0))
}

/** A database without a single table. */
async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  await database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  return database
}

const hasKafka = inject('kafkaMissing') === '' && !process.env.KAFKA_BROKERS

describe.skipIf(!hasKafka).each(Array.from({ length: rounds }, (_, round) => round + 1))(
  `on an empty Kafka, %i of ${rounds}`,
  () => {
    let [broker, relay, database]: [LocalBroker?, Relay?, TestDatabase?] = []
    const running: Probed[] = []
    const forget = async () => {
      await Promise.all(running.splice(0).map((one) => one.end('SIGKILL')))
      await relay?.close()
      await broker?.stop()
      await database?.drop()
    }
    afterAll(forget)

    test(`${roles.join(', ')} come up together and end the work of one that is killed`, async () => {
      // A second try has all of it anew.
      await forget()
      const advertise = async (port: number) => {
        relay = await startProxy('127.0.0.1', port)
        return relay.port
      }
      ;[broker, database] = await Promise.all([startLocalBroker(advertise), emptyDatabase()])
      const shared = { DATABASE_URL: database.url, KAFKA_BROKERS: `127.0.0.1:${relay!.port}`, ONLY_SOURCES: ratesAndStress }
      running.push(...(await Promise.all(roles.map((ROLE) => launch({ ...shared, ROLE })))))
      await untilReady(running, 240_000)
      const { url } = running[roles.indexOf('api')]!
      await until('rates are for sale', () => areRatesForSale(url), 200_000)
      await running.pop()!.end('SIGKILL')
      await until('the other processors end the work', async () => (await lagOf(url)) === 0, 200_000)
      await endAll(running.splice(roles.indexOf('ingest'), 2))
    })

    test('while it is away the API is ready and its /health quick, a processor is not ready, and nobody is restarted for it', async () => {
      const [api, processor] = running as [Probed, Probed]
      const untilAnswers = (one: Probed, path: string, status: number) =>
        until(`${path} answers ${status}`, async () => (await one.ask(path)).status === status, 120_000)
      await untilReady(running, 120_000)
      expect(await (await fetch(`${api.url}/readyz`)).json()).toEqual({ status: 'ok' })
      expect((await processor.ask('/metrics')).text).toMatch(/^tollgate_lag_records\{group="rates",topic="nyfed[^}]*\} 0$/m)

      relay!.stall()
      await untilAnswers(processor, '/readyz', 503)
      expect((await processor.ask('/readyz')).text).toContain('the log does not answer')
      // Nobody can tell how far anything is: an old figure would be a wrong one.
      await until('no lag is told', async () => !(await processor.ask('/metrics')).text.includes('tollgate_lag_records{'))
      for (const one of [api, processor]) expect(await one.ask('/livez')).toMatchObject({ status: 200 })
      expect(await api.ask('/readyz')).toMatchObject({ status: 200 })
      const health = async () => (await fetch(`${api.url}/health`)).json() as Promise<any>
      await until('/health says so', async () => (await health()).parts.log.ok === false)
      const answer = await fetch(`${api.url}/health`)
      expect(answer.status).toBe(200)
      expect(await answer.json()).toMatchObject({ status: 'degraded', parts: { database: { ok: true }, payments: { ok: true } } })
      expect((await fetch(`${api.url}/api/rates/rates`)).status).not.toBe(500)

      relay!.mend()
      await untilAnswers(processor, '/readyz', 200)
      await endAll(running.splice(0))
    })
  },
)

test('after npm run prepare processes come up with a role that may make nothing', async () => {
  const database = await emptyDatabase()
  onTestFinished(() => database.drop())
  const env = { DATABASE_URL: database.url, KAFKA_BROKERS: '' }
  const [first, second] = await Promise.all([runProgram(['cli/prepare.ts'], env), runProgram(['cli/prepare.ts'], env)])
  for (const ran of [first, second])
    expect(ran, ran.stderr).toMatchObject({ code: 0, stdout: expect.stringMatching(/\d{2,} topics are there/) })
  const name = `modest_${new URL(database.url).pathname.slice(1)}`
  const owner = new pg.Client({ connectionString: ownerUrlOf(database.url) })
  await owner.connect()
  onTestFinished(async () => {
    await owner.query(`DROP OWNED BY ${name}; DROP ROLE ${name}`)
    await owner.end()
  })
  await owner.query(`CREATE ROLE ${name} LOGIN PASSWORD 'modest'; GRANT pg_read_all_stats TO ${name};
    GRANT USAGE ON SCHEMA public TO ${name}; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${name};
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${name}; GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO ${name}`)
  const url = Object.assign(new URL(database.url), { username: name, password: 'modest' }).href
  const all = await Promise.all(['api', 'ingest', 'process'].map((ROLE) => launch({ DATABASE_URL: url, ROLE })))
  onTestFinished(async () => void (await Promise.all(all.map((one) => one.end('SIGKILL')))))
  await untilReady(all, 200_000)
  await until(
    'facts are stored',
    async () => (await database.pool.query('SELECT 1 FROM observation LIMIT 1')).rowCount === 1,
    100_000,
  )
  await endAll(all)
})

function ownerUrlOf(url: string): string {
  return Object.assign(new URL(inject('postgresUrl')), { pathname: new URL(url).pathname }).href
}

test('npm install prepares nothing', async () => {
  const ran = await runProgram(['scripts/run.mjs', 'cli/prepare.ts'], {
    npm_lifecycle_event: 'prepare',
    npm_command: 'install',
    DATABASE_URL: 'nonsense',
  })
  expect(ran).toEqual({ code: 0, stdout: '', stderr: '' })
  const asked = await runProgram(['scripts/run.mjs', 'cli/prepare.ts'], {
    npm_lifecycle_event: 'prepare',
    npm_command: 'run-script',
    TOLLGATE_SETUP: 'off',
    DATABASE_URL: 'nonsense',
  })
  expect(asked.code).not.toBe(0)
})
