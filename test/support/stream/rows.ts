// Writes counter rows as a processor does: versions drawn and announced in one transaction.
import type { Connection, Database } from '../../../db/client.ts'
import { announceRows } from '../../../db/rows/announced.ts'
import { type SignalRow, upsertRows } from '../../../db/rows/signals.ts'

export function counterRow(key: string, score: number, label = 'counted'): SignalRow {
  const now = new Date()
  return {
    service: 'counter',
    route: '/count',
    key,
    body: JSON.stringify({ signal: { label, score, as_of: now.toISOString() }, count: score }),
    meta: '{"coverage":{},"sources":[]}',
    observedAt: now,
    computedAt: now,
    staleAfter: new Date(now.getTime() + 60_000),
    formula: 'counter/1',
    inputs: '[]',
    inputsHash: 'h',
  }
}

export async function writeRows(connection: Connection, rows: readonly SignalRow[]): Promise<number[]> {
  const changes = await upsertRows(connection, rows)
  await announceRows(connection, changes)
  return changes.map(({ id }) => id)
}

export function changeRow(database: Database, key: string, score: number, label?: string): Promise<number> {
  return database.transaction(async (connection) => (await writeRows(connection, [counterRow(key, score, label)]))[0]!)
}
