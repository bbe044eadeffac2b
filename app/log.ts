// Opens the event log that the configuration names; topics of Kafka are made by one process at a time.
import type { Logger } from 'pino'
import type { Database } from '../db/client.ts'
import { inTurn } from '../db/locks/in-turn.ts'
import type { Log } from '../db/log/port.ts'
import { createPostgresLog } from '../db/log/postgres/index.ts'
import type { Config } from './config/index.ts'

export async function openLog(
  { kafka, compactAfterDays }: Pick<Config, 'kafka' | 'compactAfterDays'>,
  database: Database,
  logger: Logger,
): Promise<Log> {
  if (kafka.brokers.length === 0) return createPostgresLog({ database, logger })
  // Loaded only where one is named: most programs would read its 142 files for nothing.
  const { createKafkaLog } = await import('../db/log/kafka/index.ts')
  return createKafkaLog({ ...kafka, compactAfterDays, logger, inTurn: (work) => inTurn(database.pool, 'topics', work) })
}
