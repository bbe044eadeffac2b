// Five processes at once on an empty log and an empty database: each comes up by itself, none ends, whoever is first makes what is missing.
// What one of them leaves undone when it is killed, the others do.

import pg from 'pg'
import { afterEach, expect, inject, onTestFinished, test, vi } from 'vitest'
import { freePort } from '../../db/embedded/free-port.ts'
import { runProgram } from '../support/command.ts'
import { createDataDir, removeDataDir } from '../support/data-dir.ts'
import { createTestDatabase } from '../support/database.ts'
import { startLocalBroker } from '../support/kafka/local.ts'
import { spawnTollgate, type TollgateProcess } from '../support/process.ts'
import { areRatesForSale, lagOf, onlyRates } from '../support/rates-for-sale.ts'
import { until } from '../support/until.ts'

// All twenty are run by hand: CLEAN_STARTS=20
const rounds = Number(process.env.CLEAN_STARTS ?? '1')
vi.setConfig({ testTimeout: 300_000 * rounds })
const roles = ['api', 'ingest', 'process', 'process', 'process']
const started: TollgateProcess[] = []
afterEach(async () => {
  await Promise.all(started.splice(0).map((one) => one.end('SIGKILL')))
})

async function launch(env: Record<string, string>): Promise<TollgateProcess & { isReady(): Promise<boolean> }> {
  const folder = createDataDir('clean')
  onTestFinished(() => removeDataDir(folder))
  const [PORT, METRICS_PORT, DEVNET_PORT] = [await freePort(), await freePort(), await freePort()].map(String)
  const ports = { PORT: PORT!, METRICS_PORT: METRICS_PORT!, DEVNET_PORT: DEVNET_PORT! }
  const one = spawnTollgate({ DATA_DIR: folder, ...ports, ONLY_SOURCES: 'nyfed-rates', LOG_LEVEL: 'warn', ...env })
  started.push(one)
  const isReady = async () => {
    if (one.child.exitCode !== null)
      throw new Error(`${env.ROLE} ended with ${one.child.exitCode}\n${one.output().slice(-3_000)}`)
    return (await fetch(`http://127.0.0.1:${METRICS_PORT}/readyz`).catch(() => null))?.ok === true
  }
  return { ...one, isReady }
}

/** A database without a single table. */
async function emptyDatabase() {
  const database = await createTestDatabase()
  await database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  return database
}

const kafka = inject('kafkaMissing') === '' && !process.env.KAFKA_BROKERS ? test : test.skip

kafka(
  `${roles.join(', ')} come up together on an empty Kafka and end the work of one that is killed, ${rounds} time(s)`,
  async () => {
    for (let round = 0; round < rounds; round++) {
      const [broker, database] = await Promise.all([startLocalBroker(), emptyDatabase()])
      try {
        const shared = { DATABASE_URL: database.url, KAFKA_BROKERS: broker.address, ONLY_SOURCES: onlyRates }
        const all = await Promise.all(roles.map((ROLE) => launch({ ...shared, ROLE })))
        await until(
          'all are ready',
          async () => (await Promise.all(all.map(({ isReady }) => isReady()))).every((is) => is),
          240_000,
        )
        const { url } = all[roles.indexOf('api')]!
        await until('rates are for sale', () => areRatesForSale(url), 200_000)
        const doomed = all[roles.lastIndexOf('process')]!
        await doomed.end('SIGKILL')
        await until('the other processors end the work', async () => (await lagOf(url)) === 0, 200_000)
        const left = all.filter((one) => one !== doomed)
        const codes = await Promise.all(left.map((one) => one.end('SIGTERM')))
        expect(codes, left.map((one) => one.output().slice(-1_500)).join('\n---\n')).toEqual(left.map(() => 0))
        if (rounds > 1) console.log(`clean start ${round + 1} of ${rounds}`)
      } finally {
        await Promise.all(started.splice(0).map((one) => one.end('SIGKILL')))
        await database.drop()
        await broker.stop()
      }
    }
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
  await until('all are ready', async () => (await Promise.all(all.map(({ isReady }) => isReady()))).every((is) => is), 200_000)
  await until(
    'facts are stored',
    async () => (await database.pool.query('SELECT 1 FROM observation LIMIT 1')).rowCount === 1,
    100_000,
  )
  expect(await Promise.all(all.map((one) => one.end('SIGTERM')))).toEqual([0, 0, 0])
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
