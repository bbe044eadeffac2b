// Where a command works: a database that is there and of this release, never one that the command makes by being started elsewhere.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '../app/config/index.ts'
import { countMissingMigrations } from '../db/migrate.ts'

/** Exit 2: nothing was read, nothing was made. */
export class WrongPlace extends Error {}

export function expectPlace(dataDir: string): void {
  if (existsSync(join(dataDir, 'postgres', 'PG_VERSION'))) return
  throw new WrongPlace(
    `there is no database in ${resolve(dataDir)}; set DATA_DIR to the gateway's folder, or DATABASE_URL, or start it once (npm start)`,
  )
}

export async function expectOurTables(url: string, { databaseUrl }: Pick<Config, 'databaseUrl'>): Promise<void> {
  const missing = await countMissingMigrations(url)
  if (missing === 0) return
  const where = databaseUrl === null ? 'the database in DATA_DIR' : 'the database of DATABASE_URL'
  throw new WrongPlace(
    missing === null
      ? `${where} has no tables of the gateway; is it the right one? The gateway makes them when it starts (npm start)`
      : `${where} is of an earlier release (${missing} migration(s) behind); start the gateway of this release, which brings it up ` +
          'to date, or use the commands of the release that runs',
  )
}
