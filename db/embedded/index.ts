// Runs a real Postgres server for people who have none: starts, attaches to, watches over and stops it.
import { type ChildProcess, spawn } from 'node:child_process'
import { openSync, writeFileSync, writeSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { TollgateError } from '../../base/errors.ts'
import { findPostgresBinaries } from './binaries.ts'
import { freePort } from './free-port.ts'
import { initialise, readOrCreatePassword } from './init.ts'
import { answerOf, isAlive, isStarterAlive, othersConnected, readPostmaster, starterFile, until, urlOf } from './probe.ts'
import { ownerName, programName, type Role, settleRoles } from './roles.ts'
import { type PostgresHome, preparePostgresHome } from './user.ts'

export interface EmbeddedPostgres {
  /** As the program's role, which rules over nothing but its own tables. */
  readonly url: string
  /** As the server's owner, for whoever looks after it. */
  readonly ownerUrl: string
  /** Stops the server when this process started it, or whoever did is gone, and nobody else is connected. */
  stop(): Promise<void>
}

// Of saying nothing at all.
const startDeadlineMs = 60_000
// Of making good what a crash has left: on a slow disk, all that the log of changes may hold.
const recoveryDeadlineMs = 1_800_000
const watchEveryMs = 1_000
const goneWithinMs = 3_000
const trustPidMs = 10_000

export async function startEmbeddedPostgres(options: {
  dataDir: string
  logger: Logger
  /** How long a server may be silent before it counts as not started. */
  patienceMs?: number
}): Promise<EmbeddedPostgres> {
  const { logger, patienceMs = startDeadlineMs } = options
  const folder = resolve(options.dataDir)
  const home = preparePostgresHome(folder, findPostgresBinaries())
  const owner = { name: ownerName, password: readOrCreatePassword(join(folder, 'postgres.password')) }
  const program = { name: programName, password: readOrCreatePassword(join(folder, 'postgres.program.password')) }
  await initialise(home, owner.password, folder)
  let server = await attachOrStart({ home, owner, folder, logger, patienceMs })
  let restart: Promise<void> | null = null
  const startAgain = async (): Promise<void> => {
    logger.warn({ pid: server.pid }, 'embedded Postgres is gone; starting it again')
    try {
      server = await attachOrStart({ home, owner, folder, logger, patienceMs, wantedPort: server.port })
    } catch (error) {
      logger.error({ err: error }, 'embedded Postgres did not come back; trying again')
    }
    restart = null
  }
  const watcher = setInterval(() => {
    if (restart === null && !isAlive(server.pid)) restart = startAgain()
  }, watchEveryMs)
  watcher.unref()
  const stop = async () => {
    clearInterval(watcher)
    // One that is just coming back would be left standing.
    await restart
    if (!isAlive(server.pid) || (!server.startedHere && isStarterAlive(folder))) return
    // Our own connections are closed, but on a busy machine the server has yet to notice.
    const isAlone = async () => !(await othersConnected(server.port, owner))
    if (!(await until(isAlone, goneWithinMs))) return
    process.kill(server.pid, 'SIGINT')
    await until(() => !isAlive(server.pid), 10_000)
  }
  await settleRoles((role) => urlOf(server.port, role), owner, program).catch(async (error) => {
    await stop()
    throw error
  })
  return { url: urlOf(server.port, program), ownerUrl: urlOf(server.port, owner), stop }
}

interface Server {
  readonly pid: number
  readonly port: number
  readonly startedHere: boolean
}

// Two processes may race to start; the loser's server exits on the data folder's lock and it attaches to the winner's.
async function attachOrStart(o: {
  readonly home: PostgresHome
  readonly owner: Role
  readonly folder: string
  readonly logger: Logger
  readonly patienceMs: number
  readonly wantedPort?: number
}): Promise<Server> {
  const { home, owner, folder, logger, patienceMs, wantedPort } = o
  const startedAt = Date.now()
  let deadline = startedAt + patienceMs
  let child: ChildProcess | null = null
  let isTold = false
  while (Date.now() < deadline) {
    const running = readPostmaster(home.dataDir)
    const answer = running !== null && isAlive(running.pid) ? await answerOf(running.port, owner) : null
    // After a reboot the pid in the file may be somebody else's; Postgres itself knows the difference, so let it try.
    const isPatient = Date.now() - startedAt < trustPidMs || child !== null
    if (answer === 'accepts') {
      const startedHere = child?.pid === running!.pid
      if (startedHere) writeFileSync(starterFile(folder), String(process.pid))
      return { ...running!, startedHere }
    }
    if (answer === 'not-yet') {
      deadline = Math.min(Date.now() + patienceMs, startedAt + recoveryDeadlineMs)
      if (!isTold && Date.now() - startedAt > patienceMs / 4) {
        isTold = true
        logger.warn({ pid: running!.pid }, 'embedded Postgres makes good what a crash has left; waiting for it')
      }
    } else if (!(answer === 'silent' && isPatient) && (child === null || child.exitCode !== null || child.signalCode !== null)) {
      const port = wantedPort ?? (await freePort())
      logger.debug({ port }, 'starting embedded Postgres')
      child = spawnServer(home, port, folder)
    }
    await wait(50)
  }
  const waited = Math.round((Date.now() - startedAt) / 1_000)
  const why = `Embedded Postgres did not start within ${waited} s; see ${join(folder, 'postgres.log')}.`
  throw new TollgateError('database_unavailable', why, { retryable: true })
}

function spawnServer(home: PostgresHome, port: number, folder: string): ChildProcess {
  const log = openSync(join(folder, 'postgres.log'), 'a', 0o600)
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    // Several programs may share it, as those of tests do.
    'max_connections=400',
    'shared_buffers=256MB',
    'max_wal_size=2GB',
  ]
  const flags = ['-D', home.dataDir, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]
  // Its own process group: a Ctrl-C meant for us must not stop the server before our last transaction is through.
  const child = spawn(home.binaries.postgres, flags, { ...home.identity, cwd: '/', detached: true, stdio: ['ignore', log, log] })
  // Not started at all: the caller sees no server answer, and this says why.
  child.once('error', (error) => writeSync(log, `${error.message}\n`))
  child.unref()
  return child
}
