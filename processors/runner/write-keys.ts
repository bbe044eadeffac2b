// Computes keys and writes their rows, together or each by itself, and tells which have none and why.
import type { Logger } from 'pino'
import type { Clock } from '../../base/clock.ts'
import { messageOf, TollgateError } from '../../base/errors.ts'
import type { Connection } from '../../db/client.ts'
import { attempt } from '../../db/refusal.ts'
import { type RowChange, type SignalRow, upsertRows } from '../../db/rows/signals.ts'
import type { Service } from '../kit/define.ts'
import { computeRows, loadSelected } from './compute.ts'

interface Written {
  readonly changes: RowChange[]
  /** Why a key has no row. */
  readonly failed: ReadonlyMap<string, string>
}

export interface ComputeOptions {
  readonly service: Service
  readonly clock: Clock
  readonly logger: Logger
  /** Told to stop, a batch is rolled back rather than ended: the next start applies it whole. */
  readonly stop?: AbortSignal
}

export async function writeKeys(
  options: ComputeOptions,
  connection: Connection,
  keys: readonly string[],
  before: (step: 'keys' | 'compute' | 'rows') => void | Promise<void> = () => undefined,
): Promise<Written> {
  await before('keys')
  await lockKeys(connection, options.service.label, keys)
  await before('compute')
  const { rows, failed } = await computeKeys(options, connection, keys)
  await before('rows')
  return { changes: await upsertRows(connection, rows), failed }
}

/** At a higher price: a key that Postgres refuses costs only its own rows. */
export async function writeEachKey(options: ComputeOptions, connection: Connection, keys: readonly string[]): Promise<Written> {
  const changes: RowChange[] = []
  const failed = new Map<string, string>()
  for (const key of keys) {
    const tried = await attempt(connection, () => writeKeys(options, connection, [key]))
    if ('refused' in tried) {
      failed.set(key, tried.refused)
      continue
    }
    changes.push(...tried.done.changes)
    for (const [of, reason] of tried.done.failed) failed.set(of, reason)
  }
  return { changes, failed }
}

// A key's lock is held until commit: whoever computes it next sees every fact this batch stored.
async function lockKeys(connection: Connection, group: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await connection.query({
    name: 'keys-lock',
    text: "SELECT pg_advisory_xact_lock(hashtextextended($1 || ':' || k, 0)) FROM unnest($2::text[]) k",
    values: [group, keys],
  })
}

async function computeKeys({ service, clock, logger, stop }: ComputeOptions, connection: Connection, keys: readonly string[]) {
  const rows: SignalRow[] = []
  const failed = new Map<string, string>()
  // The database's faults are not a formula's, and pass through.
  function tryFormula<T>(key: string, work: () => T): T | null {
    try {
      return work()
    } catch (error) {
      if (error instanceof TollgateError && error.code === 'not_enough_data') {
        logger.debug({ group: service.label, key, reason: error.message }, 'no row yet')
        return null
      }
      logger.error({ group: service.label, key, err: error }, 'a formula failed')
      failed.set(key, messageOf(error))
      return null
    }
  }
  for (const key of keys) {
    stop?.throwIfAborted()
    const selections = tryFormula(key, () => service.selects(key))
    if (selections === null) continue
    const facts = await loadSelected(connection, selections)
    rows.push(...(tryFormula(key, () => computeRows(service, key, facts, clock.now())) ?? []))
  }
  return { rows, failed }
}
