// A service's rows as they would have been on each of many days, written as they are made; with another formula, both histories compared.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Log } from '../../db/log/port.ts'
import type { Service } from '../../processors/kit/define.ts'
import { type Ends, endsOf, readKnown, sweep } from '../../processors/replay/as-of.ts'
import { type KnownBy, knownBys } from '../../processors/replay/known.ts'
import { countRecords } from '../../processors/replay/replay.ts'
import { type CommandContext, UsageError } from '../command.ts'
import { asOfColumns, asOfLine, readTold, type Told, toldOf } from './as-of-columns.ts'
import { readRange, readSpan } from './as-of-range.ts'
import { type Swept, tellComparison, tellHistory } from './as-of-report.ts'
import { type Format, formatLines, type Line, writeLines } from './columns.ts'
import { expectField, type Outcome } from './hits.ts'
import { findUnfinished, type Journal, openJournal } from './journal.ts'
import { createProgress } from './progress.ts'

/** What the first run of a file read of the log; one that goes on reads the same. */
interface Pinned {
  readonly ends: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly records: number
}

const noteEveryMs = 500

export async function runAsOf(
  context: CommandContext,
  service: Service,
  other: { service: Service; path: string } | null,
  { route, format, out }: { route: string | null; format: Format | null; out: string },
): Promise<number> {
  const { flags } = context
  for (const name of ['from', 'to']) if (flags[name] !== undefined) throw new UsageError(`--${name} does not go with --as-of`)
  const { moments, stepMs } = readRange(flags['as-of'], flags.step, new Date())
  const by = readBy(flags.known)
  const outcome = readOutcome(flags.against)
  const usualHorizonMs = Math.ceil((20 * 86_400_000) / stepMs) * stepMs
  const horizonMs = flags.horizon === undefined ? usualHorizonMs : readSpan(flags.horizon, 'horizon')
  if (horizonMs % stepMs !== 0) throw new UsageError('--horizon must be a multiple of --step')
  const formulas = [`${service.label}/${service.version}`, ...(other === null ? [] : [other.path])]
  const log = await context.openLog({ mayLag: true })
  const isGrown = format === 'csv' || format === 'jsonl'
  const of = {
    service: formulas[0],
    formula: other === null ? null : createHash('sha256').update(readFileSync(other.path)).digest('hex'),
    ...{ from: moments[0], to: moments.at(-1), step_ms: stepMs, known: by, route, format },
  }
  const left = isGrown && flags.restart !== true ? findUnfinished<Pinned>(out, of) : null
  const ends = left === null ? await endsOf(log, service) : endsFrom(left.pinned.ends)
  const known = await read(log, service, by, ends)
  if (left !== null && known.records !== left.pinned.records)
    throw new Error(
      `the log has ${known.records} of the ${left.pinned.records} records that ${out} was begun with; --restart begins it anew`,
    )
  const pinned = { ends: textOf(ends), records: known.records }
  const told: Told[] = left !== null && other !== null ? readWritten(out, left.bytes, format as 'csv', outcome) : []
  const head = format === 'csv' ? formatLines(asOfColumns, [], format) : ''
  const journal = isGrown ? openJournal<Pinned>(out, { of, pinned, head }, left) : null
  try {
    const kept: Line[] = []
    const swept = await makeRows(
      [service, ...(other === null ? [] : [other.service])],
      {
        changes: known.changes,
        moments,
        formulas,
        route,
        outcome: outcome?.field ?? null,
        journal,
        format,
        first: left?.next ?? 0,
      },
      told,
      kept,
    )
    if (swept.stoppedAt !== null) {
      context.print(
        `stopped at ${swept.stoppedAt.toISOString()}${journal === null ? '' : '; the same command goes on from there'}`,
      )
      return 1
    }
    if (format === 'parquet') await writeLines(out, asOfColumns, kept, format)
    journal?.finish()
    tellHistory(context, { known, moments, swept, by, out: format === null ? null : out })
    if (outcome !== null) expectField(service.label, told, outcome)
    if (other !== null)
      await tellComparison(context, service, told, { formulas: formulas as [string, string], outcome, horizonMs })
    return 0
  } finally {
    journal?.close()
  }
}

async function read(log: Log, service: Service, by: KnownBy, ends: Ends) {
  const progress = createProgress(await countRecords({ log, service, to: null }), process.stdout)
  try {
    return await readKnown({ log, service, by, ends, onProgress: progress.show })
  } finally {
    progress.end()
  }
}

function readWritten(path: string, bytes: number, format: 'csv' | 'jsonl', outcome: Outcome | null): Told[] {
  return readTold(readFileSync(path).subarray(0, bytes).toString(), format, outcome?.field ?? null)
}

interface Making {
  readonly changes: Parameters<typeof sweep>[1]
  readonly moments: readonly Date[]
  readonly formulas: readonly string[]
  readonly route: string | null
  readonly outcome: string | null
  readonly journal: Journal | null
  readonly first: number
  readonly format: Format | null
}

async function makeRows(services: readonly Service[], making: Making, told: Told[], kept: Line[]): Promise<Swept> {
  const { changes, moments, formulas, journal, format, first } = making
  const progress = createProgress(moments.length - first, process.stdout, 'days')
  const swept = { rows: 0, days: 0, failedDays: 0, failure: null as string | null, first, stoppedAt: null as Date | null }
  let isStopped = false
  const stop = () => {
    isStopped = true
  }
  process.once('SIGINT', stop)
  let [notedAt, waiting] = [performance.now(), [] as Line[]]
  const note = (place: number) => {
    if (journal !== null && waiting.length > 0) journal.write(textOfLines(waiting, format as 'csv' | 'jsonl'))
    waiting = []
    journal?.reach(place)
    notedAt = performance.now()
  }
  try {
    for (const { place, at, rows, failed } of sweep(services, changes, moments, first)) {
      const lists = rows.map((own) => own.filter((row) => making.route === null || row.route === making.route))
      const lines = lists.flatMap((own, i) => own.map((row) => asOfLine(row, at, formulas[i]!)))
      if (services.length > 1)
        told.push(...lists.flatMap((own, i) => own.map((row) => toldOf(row, at, formulas[i]!, making.outcome))))
      if (journal !== null) waiting.push(...lines)
      else if (format === 'parquet') kept.push(...lines)
      swept.rows += lines.length
      if (lines.length > 0) swept.days++
      if (failed.length > 0) swept.failedDays++
      swept.failure = failed[0] ?? swept.failure
      progress.show(place + 1 - first)
      if (performance.now() - notedAt > noteEveryMs) note(place + 1)
      // So that Ctrl-C is heard between two days.
      await new Promise((done) => setImmediate(done))
      if (isStopped && place + 1 < moments.length) {
        note(place + 1)
        swept.stoppedAt = at
        return swept
      }
    }
    note(moments.length)
    return swept
  } finally {
    process.off('SIGINT', stop)
    progress.end()
  }
}

function textOfLines(lines: readonly Line[], format: 'csv' | 'jsonl'): string {
  const text = formatLines(asOfColumns, lines, format)
  return format === 'csv' ? text.slice(text.indexOf('\r\n') + 2) : text
}

function readBy(flag: unknown): KnownBy {
  const by = knownBys.find((one) => one === (flag ?? 'told'))
  if (by === undefined) throw new UsageError(`--known ${flag} is not one of ${knownBys.join(', ')}`)
  return by
}

function readOutcome(flag: unknown): Outcome | null {
  if (flag === undefined) return null
  const [direction, field = ''] = String(flag).split(':')
  if ((direction !== 'rise' && direction !== 'fall') || field === '')
    throw new UsageError(`--against ${flag} is not rise:<field> or fall:<field>, such as rise:yields.10y`)
  return { direction, field }
}

const textOf = (ends: Ends): Pinned['ends'] =>
  Object.fromEntries([...ends].map(([topic, own]) => [topic, Object.fromEntries([...own].map(([p, end]) => [p, String(end)]))]))

const endsFrom = (ends: Pinned['ends']): Ends =>
  new Map(
    Object.entries(ends).map(([topic, own]) => [topic, new Map(Object.entries(own).map(([p, end]) => [Number(p), BigInt(end)]))]),
  )
