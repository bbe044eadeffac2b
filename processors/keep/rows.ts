// Writes a kept service's rows as they are made, in order, through the connection that proves who may; rows of the same facts are left alone.
import type { Logger } from 'pino'
import type { Clock } from '../../base/clock.ts'
import type { Held } from '../../db/locks/held.ts'
import { announceRows } from '../../db/rows/announced.ts'
import { removeRows, type SignalRow, upsertRows } from '../../db/rows/signals.ts'
import type { Draft, RenderedDraft, Service } from '../kit/define.ts'
import { type Basis, rowOf } from '../runner/compute.ts'
import { createHistoryCut } from './history-cut.ts'
import type { Summary } from './ledger.ts'

const mostNamed = 10

export interface RowWriter {
  write(draft: Draft | RenderedDraft, summary: Summary, now: Date): void
  retire(route: string, isGone: (key: string) => boolean): void
  /** Resolves when all is written; rejects with what went wrong. */
  settled(): Promise<void>
}

export async function createRowWriter(deps: {
  readonly service: Service
  readonly held: Held
  readonly clock: Clock
  readonly logger: Logger
}): Promise<RowWriter> {
  const { service, held, clock, logger } = deps
  const madeOf = await readMadeOf(held, service)
  const cutForHistory = createHistoryCut(service)
  let writing: Promise<void> = Promise.resolve()

  async function writeRow(row: SignalRow): Promise<void> {
    const historyBody = cutForHistory(row)
    const options = { keepHistory: true, ...(historyBody === null ? {} : { historyBody }) }
    const changes = await held.transaction(async (connection) => {
      const changes = await upsertRows(connection, [row], options)
      await announceRows(connection, changes)
      return changes
    })
    logger.debug({ group: service.label, route: row.route, key: row.key, rows: changes.length }, 'row')
  }

  function doNext(work: () => Promise<void>): void {
    writing = writing.then(work)
    // Heard by settled(); a rejection that nobody awaits yet is no crash.
    writing.catch(() => undefined)
  }

  return {
    write(draft, summary, now) {
      const name = `${draft.route} ${draft.key}`
      const made = `${service.label}/${service.version} ${summary.inputsHash}`
      if (madeOf.get(name) === made) return
      madeOf.set(name, made)
      const row = rowOf(service, draft, basisOf(summary, now, clock.now()))
      doNext(() => writeRow(row))
    },
    retire(route, isGone) {
      const prefix = `${route} `
      const names = [...madeOf.keys()].filter((name) => name.startsWith(prefix) && isGone(name.slice(prefix.length)))
      if (names.length === 0) return
      for (const name of names) madeOf.delete(name)
      const keys = names.map((name) => name.slice(prefix.length))
      doNext(() => held.transaction((connection) => removeRows(connection, service.label, route, keys)))
      logger.info({ group: service.label, route, keys: keys.slice(0, mostNamed), rows: keys.length }, 'rows taken away')
    },
    settled: () => writing,
  }
}

function basisOf(summary: Summary, now: Date, computedAt: Date): Basis {
  const { inputs, inputsHash, newest } = summary
  return { now, computedAt, inputs: JSON.stringify(inputs), inputsHash, newestOfTopic: (topic) => newest.get(topic) ?? null }
}

async function readMadeOf({ connection }: Held, service: Service): Promise<Map<string, string>> {
  const { rows } = await connection.query<{ route: string; key: string; formula: string; inputs_hash: string }>(
    'SELECT route, key, formula, inputs_hash FROM signal_row WHERE service = $1',
    [service.label],
  )
  return new Map(rows.map((row) => [`${row.route} ${row.key}`, `${row.formula} ${row.inputs_hash}`]))
}
