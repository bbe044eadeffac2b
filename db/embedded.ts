// Runs a real Postgres server for people who have none: starts, attaches to, watches over and stops it.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { TollgateError } from '../errors.ts'
import { findPostgresBinaries } from './embedded-binaries.ts'
import { type PostgresHome, preparePostgresHome } from './embedded-user.ts'

export interface EmbeddedPostgres {
  readonly url: string
  /** Stops the server when this process started it and nobody else is connected. */
  stop(): Promise<void>
}

const startDeadlineMs = 60_000
const watchEveryMs = 1_000

export async function startEmbeddedPostgres(options: { dataDir: string; logger: Logger }): Promise<EmbeddedPostgres> {
  const { logger } = options
  const folder = resolve(options.dataDir)
  const home = preparePostgresHome(folder, findPostgresBinaries())
  const password = readOrCreatePassword(join(folder, 'postgres.password'))
  initialise(home, password, folder)
  let server = await attachOrStart(home, password, folder, logger)
  let stopping = false
  const watcher = setInterval(async () => {
    if (stopping || isAlive(server.pid)) return
    stopping = true
    logger.warn({ pid: server.pid }, 'embedded Postgres is gone; starting it again')
    server = await attachOrStart(home, password, folder, logger, server.port).catch((error: unknown) => {
      logger.error({ err: error }, 'embedded Postgres did not come back; trying again')
      return server
    })
    stopping = false
  }, watchEveryMs)
  watcher.unref()
  return {
    url: urlOf(server.port, password),
    async stop() {
      stopping = true
      clearInterval(watcher)
      if (!server.startedHere || (await othersConnected(server.port, password))) return
      process.kill(server.pid, 'SIGINT')
      await until(() => !isAlive(server.pid), 10_000)
    },
  }
}

interface Server {
  readonly pid: number
  readonly port: number
  readonly startedHere: boolean
}

// Two processes may race to start; the loser's server exits on the data folder's lock and it attaches to the winner's.
async function attachOrStart(
  home: PostgresHome,
  password: string,
  folder: string,
  logger: Logger,
  wantedPort?: number,
): Promise<Server> {
  const deadline = Date.now() + startDeadlineMs
  let child: ChildProcess | null = null
  let startedHere = false
  while (Date.now() < deadline) {
    const running = readPostmaster(home.dataDir)
    if (running !== null && isAlive(running.pid)) {
      if (await accepts(running.port, password)) return { ...running, startedHere: startedHere && child?.pid === running.pid }
    } else if (child === null || child.exitCode !== null) {
      const port = wantedPort ?? (await freePort())
      logger.debug({ port }, 'starting embedded Postgres')
      child = spawnServer(home, port, folder)
      startedHere = true
    }
    await wait(50)
  }
  throw new TollgateError(
    'database_unavailable',
    `Embedded Postgres did not start within ${startDeadlineMs / 1000} s; see ${join(folder, 'postgres.log')}.`,
    { retryable: true },
  )
}

function initialise(home: PostgresHome, password: string, folder: string): void {
  const versionFile = join(home.dataDir, 'PG_VERSION')
  const major = home.binaries.majorVersion
  if (existsSync(versionFile)) {
    const found = readFileSync(versionFile, 'utf8').trim()
    if (found === String(major)) return
    throw new TollgateError(
      'database_version_mismatch',
      `${home.dataDir} was made by Postgres ${found}, this release brings Postgres ${major}. ` +
        `Dump it with the release that made it (pg_dumpall), move the folder away, start once, and load the dump; or set DATABASE_URL.`,
    )
  }
  // A crash during initdb leaves half a folder without PG_VERSION; nothing of value is in it yet.
  rmSync(home.dataDir, { recursive: true, force: true })
  mkdirSync(home.dataDir, { recursive: true, mode: 0o700 })
  const passwordFile = join(home.dataDir, '..', `.initdb-${process.pid}`)
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  if ('uid' in home.identity)
    for (const path of [home.dataDir, passwordFile]) chownSync(path, home.identity.uid!, home.identity.gid!)
  const flags = [
    '-U',
    'tollgate',
    '-A',
    'scram-sha-256',
    '-E',
    'UTF8',
    '--locale=C',
    `--pwfile=${passwordFile}`,
    '-D',
    home.dataDir,
  ]
  const done = spawnSync(home.binaries.initdb, flags, { ...home.identity, cwd: '/', encoding: 'utf8' })
  rmSync(passwordFile, { force: true })
  if (done.status !== 0) {
    throw new TollgateError('database_unavailable', `initdb failed in ${folder}: ${(done.stderr || String(done.error)).trim()}`)
  }
}

function spawnServer(home: PostgresHome, port: number, folder: string): ChildProcess {
  const log = openSync(join(folder, 'postgres.log'), 'a', 0o600)
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    'shared_buffers=256MB',
    'max_wal_size=2GB',
  ]
  const flags = ['-D', home.dataDir, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]
  // Its own process group: a Ctrl-C meant for us must not stop the server before our last transaction is through.
  const child = spawn(home.binaries.postgres, flags, { ...home.identity, cwd: '/', detached: true, stdio: ['ignore', log, log] })
  child.unref()
  return child
}

function readOrCreatePassword(file: string): string {
  if (!existsSync(file)) {
    try {
      writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  return readFileSync(file, 'utf8').trim()
}

function readPostmaster(dataDir: string): { pid: number; port: number } | null {
  const file = join(dataDir, 'postmaster.pid')
  if (!existsSync(file)) return null
  const lines = readFileSync(file, 'utf8').split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  return pid > 0 && port > 0 ? { pid, port } : null
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function accepts(port: number, password: string): Promise<boolean> {
  return (await ask(port, password, 'SELECT 1')) !== null
}

async function othersConnected(port: number, password: string): Promise<boolean> {
  const rows = await ask(
    port,
    password,
    "SELECT 1 FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() LIMIT 1",
  )
  return rows !== null && rows.length > 0
}

async function ask(port: number, password: string, sql: string): Promise<unknown[] | null> {
  const client = new pg.Client({ connectionString: urlOf(port, password), connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query(sql)).rows
  } catch {
    return null // not up yet, or already going down: both mean "no answer", and the caller asks again
  } finally {
    await client.end().catch(() => undefined)
  }
}

function urlOf(port: number, password: string): string {
  return `postgres://tollgate:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`
}

export function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer()
    probe.once('error', failed)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => done(port))
    })
  })
}

async function until(holds: () => boolean, deadlineMs: number): Promise<void> {
  const deadline = Date.now() + deadlineMs
  while (!holds() && Date.now() < deadline) await wait(25)
}
