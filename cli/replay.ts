// Reads history again into a shadow set of rows, at its end or as of every day, and says how it compares; with another formula, a backtest.
import { listRowsAt } from '../db/rows/history.ts'
import type { SignalRow } from '../db/rows/signals.ts'
import type { Service } from '../processors/kit/define.ts'
import { compareRows } from '../processors/replay/compare.ts'
import { countRecords, type Replayed, replayService } from '../processors/replay/replay.ts'
import { type CommandContext, runCommand, UsageError } from './command.ts'
import { runAsOf } from './replay/as-of.ts'
import { type Format, formats, writeLines } from './replay/columns.ts'
import { describeComparison } from './replay/differences.ts'
import { loadWithFormula } from './replay/formula.ts'
import { partOnRequest } from './replay/on-request.ts'
import { createProgress } from './replay/progress.ts'
import { rowColumns, rowLine } from './replay/row-columns.ts'
import { findService } from './replay/target.ts'
import { readTime } from './time.ts'

const help = `usage: npm run replay -- <label> [--route </route>] [--from <ISO time>] [--to <ISO time>]
                      [--into shadow|csv|jsonl|parquet] [--out <file>] [--formula <path/to/signal.ts>]
       npm run replay -- <label> --as-of <from>..<to> [--step 1d] [--known told|observed|vintage] [--route </route>]
                      [--into shadow|csv|jsonl|parquet] [--out <file>] [--restart]
                      [--formula <path/to/signal.ts>] [--against rise:<field>|fall:<field>] [--horizon 20d] [--chart <file>]

Computes the service's rows again from the records of its topics. The shadow rows are held in memory: nothing that is
served is touched, and nothing is left behind. csv, jsonl and parquet write them to a file (replay-<label>.<format>).
--to T     as of T: only records appended before T, compared with the rows as they were at T.
--from T   older records are facts only; from T on every change of a row is a version in the file. Rows that T finds are
           its first versions.
--formula  the same facts through another signal.ts: a backtest.
It ends with a comparison field by field. On a terminal it shows progress; otherwise it prints JSON lines. Rows made as a
caller asked (portfolio, several tickers of smartmoney) no record asks for: they are counted, and explain --verify makes one.

--as-of    the rows as they would have been at each moment from..to (a day alone is 00:00 UTC, where it begins), from what
           was known before it. A fact is known from its vintage, when it was seen; where a history was read at once, long
           after its times, by observation, after the days its topic says it takes to be told (--known observed: none;
           vintage: not at all before it was seen). The output says for each topic how many facts count by which.
           csv and jsonl grow as the rows are made; after a kill or Ctrl-C the same command goes on, --restart begins anew.
--formula  with it: both histories, how often they agree, a chart of both (replay-<label>.svg), and with --against how
           often a score above zero came before a rise (or fall) of that field of the body over --horizon.
Exit: 0 every row equal (or --formula or --as-of given), 1 rows differ, a formula failed or it was stopped, 2 wrong words.`

const asOfFlags = ['step', 'known', 'restart', 'against', 'horizon', 'chart']

await runCommand({
  name: 'replay',
  help,
  words: 1,
  flags: {
    ...{ route: 'string', from: 'string', to: 'string', into: 'string', out: 'string', formula: 'string' },
    ...{
      'as-of': 'string',
      step: 'string',
      known: 'string',
      restart: 'boolean',
      against: 'string',
      horizon: 'string',
      chart: 'string',
    },
  },
  async run(context) {
    const { flags } = context
    const [from, to] = [readTime(flags.from, 'from'), readTime(flags.to, 'to')]
    const format = formats.find((one) => one === flags.into)
    if (flags.into !== undefined && flags.into !== 'shadow' && format === undefined)
      throw new UsageError(`--into ${flags.into} is not one of shadow, ${formats.join(', ')}`)
    if (format === undefined && flags.out !== undefined) throw new UsageError('--out needs --into csv, jsonl or parquet')
    const service = await findReplayed(context)
    const route = readRoute(service, flags.route)
    if (flags['as-of'] !== undefined) return backfill(context, service, route, format ?? null)
    const alone = asOfFlags.find((name) => flags[name] !== undefined)
    if (alone !== undefined) throw new UsageError(`--${alone} goes with --as-of`)
    const versions: SignalRow[] = []
    const replayed = await run(context, service, { from, to, onVersion: (row) => void versions.push(row) })
    const isWanted = (row: SignalRow) => route === null || row.route === route
    const rows = replayed.rows.filter(isWanted)
    if (format !== undefined) {
      const path = typeof flags.out === 'string' ? flags.out : `replay-${service.label}.${format}`
      const lines = (from === null ? rows : versions.filter(isWanted)).map(rowLine)
      await writeLines(path, rowColumns, lines, format)
      context.print(process.stdout.isTTY ? `${path}: ${lines.length} row(s)` : JSON.stringify({ file: path, rows: lines.length }))
    }
    return compare(context, service, route, to, replayed, rows)
  },
})

async function backfill(context: CommandContext, service: Service, route: string | null, format: Format | null): Promise<number> {
  const { formula, out } = context.flags
  const own = await findService(service.label)
  const other = typeof formula === 'string' ? { service, path: formula } : null
  const path = typeof out === 'string' ? out : `replay-${service.label}-as-of.${format}`
  return runAsOf(context, own, other, { route, format, out: path })
}

async function findReplayed(context: CommandContext): Promise<Service> {
  const service = await findService(context.positionals[0])
  if (service.reads.length === 0)
    throw new UsageError(`${service.label} is answered by queued work and reads no topic; there is nothing to replay`)
  const { formula } = context.flags
  return typeof formula === 'string' ? loadWithFormula(service.label, formula) : service
}

function readRoute(service: Service, flag: string | boolean | undefined): string | null {
  if (flag === undefined) return null
  const path = `/${String(flag).replace(/^\//, '')}`
  if (service.routes.some((route) => route.path === path)) return path
  throw new UsageError(`${service.label} has no route ${path}; it has ${service.routes.map((route) => route.path).join(', ')}`)
}

async function run(
  context: CommandContext,
  service: Service,
  options: { from: Date | null; to: Date | null; onVersion(row: SignalRow): void },
): Promise<Replayed> {
  const log = await context.openLog()
  const progress = createProgress(await countRecords({ log, service, to: options.to }), process.stdout)
  const end = new AbortController()
  process.once('SIGINT', () => end.abort(new Error('stopped; nothing was changed')))
  try {
    const computedAt = options.to ?? new Date()
    return await replayService({ ...options, log, service, computedAt, signal: end.signal, onProgress: progress.show })
  } finally {
    progress.end()
  }
}

async function compare(
  context: CommandContext,
  service: Service,
  route: string | null,
  to: Date | null,
  replayed: Replayed,
  rows: readonly SignalRow[],
): Promise<number> {
  const database = await context.openDatabase()
  const all = compareRows(rows, await listRowsAt(database.pool, service.label, route, to))
  const { onRequest, others } = partOnRequest(service, all.onlyThere)
  const comparison = { ...all, onlyThere: others }
  const { records, dead, failed } = replayed
  if (process.stdout.isTTY) {
    context.print(`${records} record(s), ${dead} dead letter(s), ${failed.size} failed key(s)`)
    for (const line of describeComparison(comparison, 'replayed', 'served')) context.print(line)
    if (onRequest.length > 0)
      context.print(
        `${onRequest.length} row(s) made as a caller asked for them: npm run explain -- --row <id> --verify makes one again`,
      )
    for (const [key, reason] of failed) context.print(`  ${key}: the formula failed: ${reason}`)
  } else {
    const { onlyHere, onlyThere, ...rest } = comparison
    const counts = { ...rest, only_here: onlyHere, only_there: onlyThere, made_on_request: onRequest.length }
    context.print(JSON.stringify({ comparison: { records, dead, failed: Object.fromEntries(failed), ...counts } }))
  }
  const isSame = comparison.different === 0 && comparison.onlyHere.length === 0 && comparison.onlyThere.length === 0
  return failed.size === 0 && (isSame || context.flags.formula !== undefined) ? 0 : 1
}
