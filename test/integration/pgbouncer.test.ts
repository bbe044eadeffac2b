// Behind a real PgBouncer in session mode: notifications, advisory locks, leases and prepared statements are as without it.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../base/clock.ts'
import { createDatabase, type Database } from '../../db/client.ts'
import { freePort } from '../../db/embedded/free-port.ts'
import { createOwnership } from '../../db/locks/ownership.ts'
import { createPostgresLog } from '../../db/log/postgres/index.ts'
import { migrateDatabase } from '../../db/migrate.ts'
import { expectServer } from '../../db/server.ts'
import { runService } from '../../processors/runner/run.ts'
import { openCommands } from '../support/commands.ts'
import { counterService, makeTicks, tickTopic } from '../support/counter.ts'
import { createDataDir, removeDataDir } from '../support/data-dir.ts'
import { createTestDatabase, onServer, quiet, type TestDatabase } from '../support/database.ts'
import { appliedRecords } from '../support/rows.ts'
import { until } from '../support/until.ts'

const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find((path) => existsSync(path))
// It refuses to run as root.
const nobody = 65_534

describe.skipIf(program === undefined)(`behind PgBouncer (${program ?? 'not installed: apt install pgbouncer'})`, () => {
  let direct: TestDatabase
  const bouncers: ChildProcess[] = []
  let folder: string
  let url: string
  const opened: Database[] = []
  const open = (poolSize = 6): Database => {
    const database = createDatabase({ url, poolSize, logger: quiet, patienceMs: 30_000 })
    opened.push(database)
    return database
  }

  /** A pooler of its own before that database; its address, once it answers. */
  async function startBouncer(more: string): Promise<string> {
    const server = new URL(direct.url)
    const port = await freePort()
    const [user, password] = [decodeURIComponent(server.username), decodeURIComponent(server.password)]
    const names = [`users-${port}.txt`, `pgbouncer-${port}.ini`].map((name) => join(folder, name)) as [string, string]
    writeFileSync(names[0], `"${user}" "${password}"\n`)
    writeFileSync(
      names[1],
      `[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${names[0]}
max_client_conn = 200
default_pool_size = 60
${more}
`,
    )
    const asRoot = process.getuid?.() === 0
    chmodSync(folder, 0o755)
    if (asRoot) for (const name of [folder, ...names]) chownSync(name, nobody, nobody)
    const identity = asRoot ? { uid: nobody, gid: nobody } : {}
    bouncers.push(spawn(program!, [names[1]], { stdio: 'ignore', ...identity }))
    server.port = String(port)
    await until('it answers', () =>
      onServer(server.href, 'SELECT 1').then(
        () => true,
        () => false,
      ),
    )
    return server.href
  }

  beforeAll(async () => {
    direct = await createTestDatabase()
    folder = createDataDir('pgbouncer')
    url = await startBouncer('pool_mode = session')
  })
  afterAll(async () => {
    await Promise.all(opened.map((one) => one.close()))
    for (const bouncer of bouncers) bouncer.kill('SIGKILL')
    await direct?.drop()
    if (folder) removeDataDir(folder)
  })

  test('a start finds its tables, and makes none anew', async () => {
    await migrateDatabase(url)
    const { rows } = await open().pool.query('SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database()')
    expect(rows[0].n).toBeGreaterThan(0)
  })

  test('every connection has the plans and the patience that its statements are made for', async () => {
    const settingsOf = async (database: Database, ...names: string[]) => {
      const { rows } = await database.pool.query('SELECT name, setting FROM pg_settings WHERE name = ANY($1)', [names])
      return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
    }
    expect(await settingsOf(open(), 'plan_cache_mode', 'enable_seqscan', 'tcp_keepalives_idle')).toEqual({
      plan_cache_mode: 'force_custom_plan',
      enable_seqscan: 'on',
      tcp_keepalives_idle: '60',
    })
    const ledger = createDatabase({ url, poolSize: 2, logger: quiet, keepsPlans: true, isLazy: true })
    expect(await settingsOf(ledger, 'plan_cache_mode', 'enable_seqscan', 'synchronous_commit')).toEqual({
      plan_cache_mode: 'force_generic_plan',
      enable_seqscan: 'off',
      synchronous_commit: 'off',
    })
    // What the pooler hands on to the next is as it was.
    await ledger.close()
    expect(await settingsOf(open(1), 'enable_seqscan', 'synchronous_commit')).toEqual({
      enable_seqscan: 'on',
      synchronous_commit: 'on',
    })
  })

  test.skipIf(spawnSync('psql', ['--version']).status !== 0)('psql reads only, there as well', async () => {
    const commands = openCommands()
    const psql = (...words: string[]) => commands.runOn(url, 'psql', ...words)
    expect(await psql('--csv', '--command', 'SELECT 7 AS n')).toMatchObject({ code: 0, stdout: 'n\n7\n' })
    const refused = await psql('--command', 'DELETE FROM signal_row')
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('read-only') })
    expect(await psql('--write', '--command', 'DELETE FROM signal_row')).toMatchObject({ code: 0, stdout: 'DELETE 0\n' })
    await commands.close()
  })

  test.each(['pool_mode = transaction', 'pool_mode = transaction\nserver_round_robin = 1', 'pool_mode = statement'])(
    'a start is refused behind %j, and nothing is done there',
    async (mode) => {
      const pooled = await startBouncer(mode)
      await expect(expectServer(pooled)).rejects.toThrow(/transaction|statement/)
      const { rows } = await direct.pool.query(
        "SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
      )
      expect(rows[0].n).toBe(0)
    },
  )

  test('a start is not refused behind one in session mode, nor without any', async () => {
    for (const one of [url, direct.url]) await expectServer(one)
  })

  test('what is notified on one connection is heard on another', async () => {
    const heard: (string | null)[] = []
    const stop = await open().listen('of_a_test', (payload) => void heard.push(payload))
    for (let n = 0; n < 3; n++) await open(1).pool.query("SELECT pg_notify('of_a_test', $1)", [String(n)])
    await until('all three are heard', () => heard.filter((payload) => payload !== null).length === 3)
    expect(heard.filter((payload) => payload !== null)).toEqual(['0', '1', '2'])
    await stop()
  })

  test('work that only one may do is one’s, and another’s as soon as that one is gone', async () => {
    const [one, other] = [createOwnership({ url, logger: quiet }), createOwnership({ url, logger: quiet })]
    expect([await one.claim('work'), await other.claim('work'), await one.claim('work')]).toEqual([true, false, true])
    await one.close()
    await until('the other has it', () => other.claim('work'), 20_000)
    await other.close()
  })

  test('a process that is killed leaves its lock to the next', async () => {
    const script = `import pg from 'pg'
      const client = new pg.Client({ connectionString: process.env.URL })
      await client.connect()
      await client.query("SELECT pg_advisory_lock(hashtextextended('own:killed', 0))")
      process.stdout.write('held')
      setInterval(() => undefined, 1000)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, URL: url },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await new Promise((held) => child.stdout!.once('data', held))
    const next = createOwnership({ url, logger: quiet })
    expect(await next.claim('killed')).toBe(false)
    child.kill('SIGKILL')
    await until('it is free', () => next.claim('killed'), 20_000)
    await next.close()
  })

  test('two processors share a log and apply every record once, by prepared statements', async () => {
    const topic = tickTopic(randomBytes(5).toString('hex'))
    const service = counterService(topic)
    const workers = [open(12), open(12)]
    const logs = workers.map((database) => createPostgresLog({ database, logger: quiet }))
    await logs[0]!.ensure([topic])
    const end = new AbortController()
    const running = workers.map((database, i) =>
      runService({ service, log: logs[i]!, database, clock: systemClock, logger: quiet, maxRecords: 25 }, end.signal),
    )
    for (let n = 0; n < 4; n++) await logs[1]!.append(topic, makeTicks(400).slice(n * 100, n * 100 + 100))
    await until('all is applied', async () => (await appliedRecords(direct.pool, 'counter')) >= 400)
    end.abort()
    await Promise.all(running)
    const { rows } = await direct.pool.query(
      "SELECT sum((body::json ->> 'count')::int)::int AS n FROM signal_row WHERE service = 'counter'",
    )
    expect(rows[0].n).toBe(400)
    for (const log of logs) await log.close()
  })
})
