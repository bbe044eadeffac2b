// A throw-away Postgres for one benchmark, and the few figures every benchmark prints.
import { pino } from 'pino'
import { createDatabase, type Database } from '../../../db/client.ts'
import { startEmbeddedPostgres } from '../../../db/embedded/index.ts'
import { migrateDatabase } from '../../../db/migrate.ts'
import { createDataDir, removeDataDir } from '../../support/data-dir.ts'

export const quiet = pino({ level: 'error' })

export async function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  const dataDir = createDataDir('bench')
  const postgres = await startEmbeddedPostgres({ dataDir, logger: quiet })
  try {
    await migrateDatabase(postgres.url)
    const database = createDatabase({ url: postgres.url, poolSize: 16, logger: quiet })
    await work(database)
    await database.close()
  } finally {
    await postgres.stop()
    removeDataDir(dataDir)
  }
}

export function printFigure(figure: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify(figure)}\n`)
}

/** What is asked of a figure, and whether it was met in this run. */
export function barOf(
  measured: number,
  sense: 'at least' | 'below',
  bar: number,
  unit: string,
): { bar: string; is_met: boolean } {
  return { bar: `${sense} ${bar} ${unit}`, is_met: sense === 'at least' ? measured >= bar : measured < bar }
}

export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1_000
}

export const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
}

export const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits))
