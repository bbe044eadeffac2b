// Where a command works: a database that is there and of this release, never one that the command makes by being started elsewhere.
import { resolve } from 'node:path'
import type { Config } from '../app/config/index.ts'
import { hasDatabase } from '../db/embedded/user.ts'
import { countMissingMigrations } from '../db/migrate.ts'

const settings = { databaseUrl: 'DATABASE_URL', databaseReadUrl: 'DATABASE_READ_URL' } as const

/** Exit 2: nothing was read, nothing was made. */
export class WrongPlace extends Error {}

export function expectPlace(dataDir: string): void {
  if (hasDatabase(dataDir)) return
  throw new WrongPlace(
    `there is no database in ${resolve(dataDir)}; set DATA_DIR to the gateway's folder, or DATABASE_URL, or start it once (npm start)`,
  )
}

export async function expectOurTables(url: string, given: Pick<Config, 'databaseUrl' | 'databaseReadUrl'>): Promise<void> {
  const missing = await countMissingMigrations(url)
  if (missing === 0) return
  const setting = (['databaseReadUrl', 'databaseUrl'] as const).find((name) => given[name] === url)
  const where = setting === undefined ? 'the database in DATA_DIR' : `the database of ${settings[setting]}`
  throw new WrongPlace(
    missing === null
      ? `${where} has no tables of the gateway; is it the right one? The gateway makes them when it starts (npm start)`
      : `${where} is of an earlier release (${missing} migration(s) behind); start the gateway of this release, which brings it up ` +
          'to date, or use the commands of the release that runs',
  )
}
