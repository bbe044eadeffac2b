// The database and the event log: there, of a version that is known, and answering.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { oldestRelease } from '../../db/server.ts'
import type { CommandContext } from '../command.ts'
import { examine, type Finding } from './finding.ts'

export async function examineEngines(context: CommandContext): Promise<Finding[]> {
  const { config } = context
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, 'postgres'))) {
    const seen = `no data in ${config.dataDir} yet`
    return [
      { part: 'database', name: 'embedded', state: 'off', seen, todo: 'npm start makes it; or set DATABASE_URL or DATA_DIR' },
    ]
  }
  const name = config.databaseUrl === null ? 'embedded' : 'DATABASE_URL'
  const database = await examine({ part: 'database', name }, 'is Postgres running and reachable from here?', async () => {
    const { pool } = await context.openDatabase()
    const { rows } = await pool.query<{ number: string; version: string; size: string }>(
      `SELECT current_setting('server_version_num') AS number, current_setting('server_version') AS version,
         pg_size_pretty(pg_database_size(current_database())) AS size`,
    )
    const [{ number, version, size }] = rows as [{ number: string; version: string; size: string }]
    const seen = `Postgres ${version}, ${size}, tables of this release`
    return Number(number) >= oldestRelease * 10_000
      ? { seen }
      : { seen, state: 'wrong', todo: `Postgres ${oldestRelease} or newer is needed` }
  })
  if (database.state !== 'ok') return [database]
  const kind = config.kafka.brokers.length > 0 ? 'Kafka' : 'Postgres log'
  const log = await examine({ part: 'log', name: kind }, 'do the brokers of KAFKA_BROKERS answer from here?', async () => {
    await context.openLog()
    return { seen: config.kafka.brokers.length > 0 ? `${config.kafka.brokers.length} broker(s) named` : 'in the database' }
  })
  return [database, log]
}
