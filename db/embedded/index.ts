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
import { accepts, isAlive, isStarterAlive, othersConnected, readPostmaster, starterFile, until, urlOf } from './probe.ts'
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

const startDeadlineMs = 60_000
const watchEveryMs = 1_000
const goneWithinMs = 3_000
const trustPidMs = 10_000

export async function startEmbeddedPostgres(options: { dataDir: string; logger: Logger }): Promise<EmbeddedPostgres> {
  const { logger } = options
  const folder = resolve(options.dataDir)
  const home = preparePostgresHome(folder, findPostgresBinaries())
  const owner = { name: ownerName, password: readOrCreatePassword(join(folder, 'postgres.password')) }
  const program = { name: programName, password: readOrCreatePassword(join(folder, 'postgres.program.password')) }
  await initialise(home, owner.password, folder)
  let server = await attachOrStart(home, owner, folder, logger)
  let restart: Promise<void> | null = null
  const startAgain = async (): Promise<void> => {
    logger.warn({ pid: server.pid }, 'embedded Postgres is gone; starting it again')
    try {
      server = await attachOrStart(home, owner, folder, logger, server.port)
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
async function attachOrStart(
  home: PostgresHome,
  owner: Role,
  folder: string,
  logger: Logger,
  wantedPort?: number,
): Promise<Server> {
  const startedAt = Date.now()
  const deadline = startedAt + startDeadlineMs
  let child: ChildProcess | null = null
  while (Date.now() < deadline) {
    const running = readPostmaster(home.dataDir)
    // After a reboot the pid in the file may be somebody else's; Postgres itself knows the difference, so let it try.
    const isPatient = Date.now() - startedAt < trustPidMs || child !== null
    if (running !== null && isAlive(running.pid) && (isPatient || (await accepts(running.port, owner)))) {
      if (await accepts(running.port, owner)) {
        const startedHere = child?.pid === running.pid
        if (startedHere) writeFileSync(starterFile(folder), String(process.pid))
        return { ...running, startedHere }
      }
    } else if (child === null || child.exitCode !== null || child.signalCode !== null) {
      const port = wantedPort ?? (await freePort())
      logger.debug({ port }, 'starting embedded Postgres')
      child = spawnServer(home, port, folder)
    }
    await wait(50)
  }
  throw new TollgateError(
    'database_unavailable',
    `Embedded Postgres did not start within ${startDeadlineMs / 1000} s; see ${join(folder, 'postgres.log')}.`,
    { retryable: true },
  )
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
