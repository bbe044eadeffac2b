// Engines as they are rented: Kafka over TLS with a login, Postgres over TLS with a certificate of its own authority; real ones.
import { chownSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { loadConfig } from '../../app/config/index.ts'
import { openLog } from '../../app/log.ts'
import { createDatabase } from '../../db/client.ts'
import { startEmbeddedPostgres } from '../../db/embedded/index.ts'
import { partitionOf } from '../../db/log/partition.ts'
import { migrateDatabase } from '../../db/migrate.ts'
import { makeTicks, tickTopic } from '../support/counter.ts'
import { createDataDir, removeDataDir } from '../support/data-dir.ts'
import { createTestDatabase, quiet, type TestDatabase } from '../support/database.ts'
import { type Denial, denyRights } from '../support/kafka/denials.ts'
import { type LocalBroker, startLocalBroker } from '../support/kafka/local.ts'
import { startTokenSite } from '../support/kafka/token-site.ts'
import { until } from '../support/until.ts'

const folder = createDataDir('secured')
const fileOf = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const authority = () =>
  generate([{ name: 'commonName', value: '127.0.0.1' }], {
    keyType: 'ec',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 7, ip: '127.0.0.1' },
          { type: 2, value: 'localhost' },
        ],
      },
    ],
  })
afterAll(() => removeDataDir(folder))

const hasJava = inject('kafkaMissing') === '' && !process.env.KAFKA_BROKERS
describe.skipIf(!hasJava)('Kafka over TLS', () => {
  const login = { username: 'gateway', password: 'a-word-for-tests' }
  let broker: LocalBroker
  let database: TestDatabase
  let secured: Record<string, string>
  beforeAll(async () => {
    const { private: key, cert: certificate } = await authority()
    ;[broker, database] = await Promise.all([startLocalBroker(undefined, { key, certificate, ...login }), createTestDatabase()])
    secured = {
      KAFKA_BROKERS: broker.securedAddress,
      KAFKA_CA_FILE: fileOf('kafka-ca.pem', certificate),
      KAFKA_USERNAME: login.username,
      KAFKA_PASSWORD_FILE: fileOf('kafka-password', `${login.password}\n`),
    }
  })
  afterAll(async () => {
    await broker?.stop()
    await database?.drop()
  })
  const open = async (env: Record<string, string>) =>
    openLog(loadConfig({ ...secured, ...env }, { serves: false }), database, quiet)

  test.each(['plain', 'scram-sha-256', 'scram-sha-512'])(
    '%s: topics are made as the settings say, records go in and come out',
    async (mechanism) => {
      const topic = tickTopic(`secured-${mechanism}`, 2)
      const log = await open({
        KAFKA_SASL: mechanism,
        KAFKA_PARTITIONS: '5',
        KAFKA_REPLICAS: '1',
        KAFKA_MIN_INSYNC_REPLICAS: '1',
      })
      const ordered = { ...tickTopic(`ordered-${mechanism}`, 1), isOneOrder: true }
      await log.ensure([topic, ordered])
      await log.append(topic, makeTicks(30))
      const read: number[] = []
      for await (const { value } of log.read(topic, {})) read.push(JSON.parse(value!).n)
      expect(read.sort((a, b) => a - b)).toEqual(
        makeTicks(30)
          .map(({ n }) => n)
          .sort((a, b) => a - b),
      )
      expect(await log.bounds(topic.name)).toHaveLength(5)
      expect(await log.bounds(ordered.name)).toHaveLength(1)
      // What is there is left as it is, whatever is asked for later.
      await log.close()
      const again = await open({ KAFKA_SASL: mechanism, KAFKA_PARTITIONS: '9' })
      await again.ensure([topic])
      expect(await again.bounds(topic.name)).toHaveLength(5)
      // A key stays where it is, among as many partitions as the topic itself names, and so in order.
      await again.append(topic, makeTicks(60).slice(30))
      const places = new Map<string, Set<number>>()
      for await (const { key, partition } of again.read(topic, {})) places.set(key, (places.get(key) ?? new Set()).add(partition))
      expect([...places].map(([key, where]) => [key, [...where]])).toEqual(
        [...places.keys()].map((key) => [key, [partitionOf(key, 2)]]),
      )
      await again.close()
    },
  )

  test('oauthbearer: a token fetched with client credentials logs in; the broker refuses one that ran out, and the secret is never told', async () => {
    const site = await startTokenSite()
    onTestFinished(() => site.stop())
    const settings = {
      ...{ KAFKA_SASL: 'oauthbearer', KAFKA_USERNAME: '', KAFKA_PASSWORD_FILE: '' },
      ...{ KAFKA_TOKEN_URL: site.url, KAFKA_CLIENT_ID: 'gateway', KAFKA_TOKEN_SCOPE: 'kafka' },
      KAFKA_CLIENT_SECRET_FILE: fileOf('client-secret', `${site.secret}\n`),
    }
    const topic = tickTopic('secured-oauthbearer', 2)
    const log = await open(settings)
    await log.ensure([topic])
    await log.append(topic, makeTicks(30))
    const read: number[] = []
    for await (const { value } of log.read(topic, {})) read.push(JSON.parse(value!).n)
    expect(read).toHaveLength(30)
    await log.close()
    // Several connections, one token.
    expect(site.asked).toEqual([{ grant: 'client_credentials', scope: 'kafka', client: `gateway:${site.secret}` }])
    site.lifeSeconds = -60
    await expect(open(settings)).rejects.toThrow(/OAUTHBEARER|Closed connection/)
    const refused = await open({ ...settings, KAFKA_CLIENT_SECRET_FILE: fileOf('wrong-secret', 'not-the-word') }).catch(String)
    expect(refused).toContain('KAFKA_TOKEN_URL gives no token: it answered 401')
    expect(refused).not.toContain('not-the-word')
  })

  test('a user who lacks a right is told which: on a group that reads, one that is read by, a topic, and the cluster', async () => {
    const topic = tickTopic('secured-rights', 1)
    const sasl = { KAFKA_SASL: 'scram-sha-512' }
    const lines: { reason?: string }[] = []
    const log = await openLog(
      loadConfig({ ...secured, ...sasl }, { serves: false }),
      database,
      pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
    )
    onTestFinished(() => log.close())
    await log.ensure([topic])
    await log.append(topic, makeTicks(3))
    const deny = (...denials: Denial[]) => denyRights(broker.address, login.username, denials)
    await deny({ kind: 'group', name: 'denied', right: 'Read' }, { kind: 'group', name: 'tollgate-read-*', right: 'Read' })
    const end = new AbortController()
    const noWork = { from: async () => null, onBatch: async () => undefined }
    const consuming = log.consume({ group: 'denied', topics: [topic], signal: end.signal, ...noWork })
    await until('the group is refused', () => lines.length > 0)
    expect(lines[0]!.reason).toMatch(/^No broker coordinates the group denied: this user of Kafka may lack `Read` on it/)
    end.abort()
    await consuming
    await expect(log.members('denied')).rejects.toThrow('may lack `Read` on it')
    const reading = async () => {
      for await (const _ of log.read(topic, {}));
    }
    await expect(reading()).rejects.toThrow('coordinates the group tollgate-read-')

    await deny({ kind: 'topic', name: '*', right: 'Write' })
    const appending = () => log.append(topic, makeTicks(1)).then(() => '', String)
    await until('appends are refused', async () =>
      (await appending()).includes(`lacks \`Write\` or \`Describe\` on ${topic.name}`),
    )
    await deny({ kind: 'cluster', name: 'kafka-cluster', right: 'IdempotentWrite' })
    const opening = () => open(sasl).then((opened) => opened.close(), String)
    await until('nothing is opened', async () => (await opening())?.includes('lacks `IdempotentWrite` on the cluster') === true)
  })

  test('a wrong password, another authority’s certificate and a client in the open are refused', async () => {
    const { cert: other } = await authority()
    const wrong = [
      { KAFKA_SASL: 'scram-sha-512', KAFKA_PASSWORD_FILE: fileOf('wrong', 'another-word') },
      { KAFKA_SASL: 'plain', KAFKA_CA_FILE: fileOf('other-ca.pem', other) },
      { KAFKA_SASL: 'scram-sha-512', KAFKA_CA_FILE: '', KAFKA_TLS: 'off' },
    ]
    // A client tries for seconds before it gives up.
    await Promise.all(wrong.map((env) => expect(open(env), JSON.stringify(env)).rejects.toThrow()))
  })
})

describe('Postgres over TLS', () => {
  test('DATABASE_CA_FILE has every connection encrypted and its server proven; another authority’s is refused', async () => {
    const { private: key, cert } = await authority()
    const own = createDataDir('secured-postgres')
    const server = await startEmbeddedPostgres({ dataDir: own, logger: quiet })
    const owner = new pg.Client({ connectionString: server.ownerUrl })
    await owner.connect()
    const { rows } = await owner.query<{ data_directory: string }>('SHOW data_directory')
    const home = rows[0]!.data_directory
    const { uid, gid } = statSync(home)
    for (const [name, text] of [
      ['server.key', key],
      ['server.crt', cert],
    ] as const) {
      writeFileSync(join(home, name), text, { mode: 0o600 })
      chownSync(join(home, name), uid, gid)
    }
    await owner.query('ALTER SYSTEM SET ssl = on')
    await owner.query('SELECT pg_reload_conf()')
    const config = (certificate: string) =>
      loadConfig({ DATABASE_URL: server.url, DATABASE_CA_FILE: fileOf('postgres-ca.pem', certificate) }, { serves: false })
    const { databaseUrl } = config(cert)
    await expect.poll(() => migrateDatabase(databaseUrl!).then(() => 'there', String), { timeout: 30_000 }).toBe('there')
    const database = createDatabase({ url: databaseUrl!, poolSize: 2, logger: quiet })
    const heard = Promise.withResolvers<string | null>()
    const stop = await database.listen('secured', heard.resolve)
    await database.pool.query("SELECT pg_notify('secured', 'yes')")
    expect(await heard.promise).toBe('yes')
    const { rows: connections } = await database.pool.query<{ ssl: boolean }>(
      'SELECT s.ssl FROM pg_stat_ssl s JOIN pg_stat_activity a USING (pid) WHERE a.usename = current_user',
    )
    expect(connections.length).toBeGreaterThan(1)
    expect(connections.every(({ ssl }) => ssl)).toBe(true)
    await stop()
    await database.close()
    const { databaseUrl: untrusted } = config((await authority()).cert)
    await expect(migrateDatabase(untrusted!)).rejects.toThrow(/certificate/)
    await owner.end()
    await server.stop()
    removeDataDir(own)
  })
})

test('settings that cannot be meant are told before anything starts', () => {
  const problemsOf = (env: Record<string, string>): string => {
    try {
      loadConfig(env, { serves: false })
      return ''
    } catch (error) {
      return (error as Error).message
    }
  }
  const oauth = { KAFKA_SASL: 'oauthbearer', KAFKA_CLIENT_ID: 'a', KAFKA_CLIENT_SECRET: 'bbbbbb' }
  const [noCertificate, missing] = [fileOf('empty.pem', 'hello'), join(folder, 'nowhere.pem')]
  for (const [env, said] of [
    [{ KAFKA_SASL: 'plain', KAFKA_USERNAME: 'a', KAFKA_PASSWORD: 'bbbbbb' }, 'in the open'],
    [{ KAFKA_SASL: 'scram-sha-512', KAFKA_TLS: 'on' }, 'needs KAFKA_USERNAME'],
    [{ KAFKA_USERNAME: 'a', KAFKA_PASSWORD: 'bbbbbb' }, 'need KAFKA_SASL'],
    [{ KAFKA_SASL: 'oauthbearer', KAFKA_TLS: 'on' }, 'needs KAFKA_TOKEN_URL'],
    [{ KAFKA_TOKEN_URL: 'https://id.example.com/' }, 'need KAFKA_SASL=oauthbearer'],
    [{ ...oauth, KAFKA_TOKEN_URL: 'https://id.example.com/' }, 'token in the open'],
    [{ KAFKA_SASL: 'aws_msk_iam', KAFKA_TLS: 'on' }, 'needs KAFKA_AWS_REGION'],
    [{ KAFKA_SASL: 'aws_msk_iam', KAFKA_AWS_REGION: 'eu-central-1' }, 'token in the open'],
    [{ KAFKA_SASL: 'aws_msk_iam', KAFKA_AWS_REGION: 'evil.example.com/' }, 'not a region of AWS'],
    [{ KAFKA_AWS_REGION: 'eu-central-1' }, 'need KAFKA_SASL=aws_msk_iam'],
    [{ ...oauth, KAFKA_TLS: 'on', KAFKA_TOKEN_URL: 'http://id.example.com/' }, 'KAFKA_CLIENT_SECRET in the open'],
    [{ ...oauth, KAFKA_TLS: 'on', KAFKA_TOKEN_URL: 'https://a:b@id.example.com/' }, 'takes no login'],
    [{ KAFKA_CA_FILE: missing }, 'cannot be read: ENOENT'],
    [{ KAFKA_CA_FILE: noCertificate }, 'no certificate'],
    [{ KAFKA_CA_FILE: noCertificate, KAFKA_TLS: 'off' }, 'KAFKA_TLS=off'],
    [{ KAFKA_REPLICAS: '1', KAFKA_MIN_INSYNC_REPLICAS: '2' }, 'never be met'],
    [{ DATABASE_CA_FILE: missing }, 'needs a DATABASE_URL'],
    [
      { DATABASE_URL: 'postgres://a:b@c/d?sslmode=require', DATABASE_CA_FILE: noCertificate },
      'would not look at the certificate',
    ],
  ] as const)
    expect(problemsOf(env), JSON.stringify(env)).toContain(said)
  expect(problemsOf({ KAFKA_SASL: 'plain', KAFKA_PASSWORD: 'never-shown' })).not.toContain('never-shown')
})
