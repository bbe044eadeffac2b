// Postgres refuses to run as root; this picks who runs it and where that user can reach its files.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { TollgateError } from '../../base/errors.ts'
import type { PostgresBinaries } from './binaries.ts'

export interface PostgresHome {
  readonly dataDir: string
  readonly binaries: PostgresBinaries
  readonly identity: { uid: number; gid: number } | Record<string, never>
}

const sharedRoot = '/var/lib/tollgate'

export function preparePostgresHome(folder: string, binaries: PostgresBinaries): PostgresHome {
  mkdirSync(folder, { recursive: true })
  if (process.getuid?.() !== 0) return { dataDir: join(folder, 'postgres'), binaries, identity: {} }
  const identity = findUnprivilegedUser()
  if (canReach(identity, folder) && canReach(identity, binaries.postgres)) {
    return { dataDir: ownedFolder(join(folder, 'postgres'), identity), binaries, identity }
  }
  // A clone below a home only root may enter: the server's files go where its user can enter, one place per clone.
  const place = sharedPlaceOf(folder)
  mkdirSync(place, { recursive: true, mode: 0o755 })
  const copy = join(sharedRoot, `postgres-${binaries.majorVersion}`)
  if (!existsSync(join(copy, 'native', 'bin', 'postgres'))) {
    cpSync(join(binaries.root, 'native'), join(copy, 'native'), { recursive: true, verbatimSymlinks: true })
    chmodSync(copy, 0o755)
  }
  return {
    dataDir: ownedFolder(join(place, 'postgres'), identity),
    binaries: { ...binaries, root: copy, postgres: join(copy, 'native/bin/postgres'), initdb: join(copy, 'native/bin/initdb') },
    identity,
  }
}

/** Whether a server of this data folder has ever been started. */
export function hasDatabase(folder: string): boolean {
  const places = [resolve(folder), sharedPlaceOf(resolve(folder))]
  return places.some((place) => existsSync(join(place, 'postgres', 'PG_VERSION')))
}

/** Where the server of a data folder keeps its files when its user may not enter that folder. */
export function sharedPlaceOf(folder: string): string {
  return join(sharedRoot, createHash('sha256').update(folder).digest('hex').slice(0, 12))
}

function ownedFolder(folder: string, identity: { uid: number; gid: number }): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chownSync(folder, identity.uid, identity.gid)
  return folder
}

function findUnprivilegedUser(): { uid: number; gid: number } {
  for (const name of ['postgres', 'nobody']) {
    const ids = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }))
    const [uid, gid] = ids.map((asked) => (asked.status === 0 ? Number(asked.stdout) : Number.NaN))
    if (uid && gid) return { uid, gid }
  }
  throw new TollgateError(
    'database_unavailable',
    'Postgres does not run as root and no user "postgres" or "nobody" exists. Run as another user, or set DATABASE_URL.',
  )
}

function canReach(identity: { uid: number; gid: number }, path: string): boolean {
  return spawnSync('test', ['-x', path], { ...identity, stdio: 'ignore', cwd: '/' }).status === 0
}
