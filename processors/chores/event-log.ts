// Retention and compaction of the Postgres log; Kafka does its own.
import type { Database } from '../../db/client.ts'
import { createCompactor } from '../../db/log/postgres/compact.ts'
import { expireRecords } from '../../db/log/postgres/expire.ts'
import type { Chore } from './define.ts'

const recordsAtOnce = 2_000

export function eventLogChores(database: Database, compactAfterDays: number): Chore[] {
  const compactor = createCompactor(database, compactAfterDays)
  return [
    { name: 'log retention', everyMinutes: 15, batch: (now) => expireRecords(database, now, recordsAtOnce) },
    { name: 'log compaction', everyMinutes: 60, batch: (now) => compactor.batch(now, recordsAtOnce) },
  ]
}
