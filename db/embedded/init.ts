// Makes an embedded server's data folder and password once, and refuses a folder another major version made.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { messageOf, TollgateError } from '../../base/errors.ts'
import { isAlive } from './probe.ts'
import { ownerName } from './roles.ts'
import type { PostgresHome } from './user.ts'

// As in a container that is started with a number for a user.
const nameless =
  'Postgres runs under no user without a name: give this one a line in /etc/passwd, or set DATABASE_URL to a Postgres elsewhere.'

// Two processes may come here at once; the second waits for the first and then finds the folder made.
export async function initialise(home: PostgresHome, password: string, folder: string): Promise<void> {
  const lock = join(folder, 'initdb.lock')
  while (!takeLock(lock)) await wait(100)
  try {
    await makeDataFolder(home, password, folder)
  } finally {
    rmSync(lock, { force: true })
  }
}

function takeLock(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  // Its holder was killed, perhaps before it wrote its pid: the next round takes the lock.
  const found = statSync(lock, { throwIfNoEntry: false })
  const holder = found === undefined ? 0 : Number(readFileSync(lock, 'utf8'))
  const isOrphan = holder > 0 ? !isAlive(holder) : found !== undefined && Date.now() - found.mtimeMs > 5_000
  if (isOrphan) rmSync(lock, { force: true })
  return false
}

async function makeDataFolder(home: PostgresHome, password: string, folder: string): Promise<void> {
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
  // Made beside its place and moved there whole: an initdb that is killed has written PG_VERSION first of all, and one
  // whose program was killed goes on writing.
  removeAbandoned(home.dataDir)
  const making = `${home.dataDir}.making-${process.pid}`
  const passwordFile = join(home.dataDir, '..', `.initdb-${process.pid}`)
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  mkdirSync(making, { mode: 0o700 })
  if ('uid' in home.identity) for (const path of [making, passwordFile]) chownSync(path, home.identity.uid!, home.identity.gid!)
  const flags = ['-U', ownerName, '-A', 'scram-sha-256', '-E', 'UTF8', '--locale=C', `--pwfile=${passwordFile}`, '-D', making]
  try {
    // Beside the event loop: the rest of the program loads meanwhile.
    await promisify(execFile)(home.binaries.initdb, flags, { ...home.identity, cwd: '/' })
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string }
    const reason = (stderr || messageOf(error)).trim()
    const whatToDo = /could not look up effective user ID/.test(reason) ? `\n${nameless}` : ''
    throw new TollgateError('database_unavailable', `initdb failed in ${folder}: ${reason}${whatToDo}`, { cause: error })
  } finally {
    rmSync(passwordFile, { force: true })
  }
  rmSync(home.dataDir, { recursive: true, force: true })
  renameSync(making, home.dataDir)
}

function removeAbandoned(dataDir: string): void {
  const prefix = `${basename(dataDir)}.making-`
  for (const name of readdirSync(dirname(dataDir)).filter((name) => name.startsWith(prefix)))
    if (!isAlive(Number(name.slice(prefix.length))) || name === `${prefix}${process.pid}`)
      rmSync(join(dirname(dataDir), name), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}

export function readOrCreatePassword(file: string): string {
  if (!existsSync(file)) {
    // Whole or not there, whenever this process is killed; and the one that two of them read is the first.
    const making = `${file}.making-${process.pid}`
    writeFileSync(making, randomBytes(24).toString('base64url'), { mode: 0o600 })
    try {
      linkSync(making, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      rmSync(making, { force: true })
    }
  }
  return readFileSync(file, 'utf8').trim()
}
