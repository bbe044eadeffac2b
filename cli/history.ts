// What a signal said over time, as a table or as a picture.
import { writeFile } from 'node:fs/promises'
import { readSeries } from '../db/rows/history.ts'
import { type CommandContext, runCommand, UsageError } from './command.ts'
import { drawChart } from './history/chart.ts'
import { seriesColumns, seriesLine } from './history/series.ts'
import { formatLines, formats, type Line, writeLines } from './replay/columns.ts'
import { readTarget, type Target } from './replay/target.ts'
import { readTime } from './replay/time.ts'

const help = `usage: npm run history -- <label>/<route> [--key <key>] [--from <ISO time>] [--to <ISO time>]
                       [--field signal.score] [--format csv|jsonl|parquet|svg] [--out <file>]

Every version of the row (of every key where none is named) computed in [from, to), with one field of its body.
csv and jsonl go to the terminal unless --out names a file; parquet and svg go to history-<label>.<format>.
Exit: 0 done, 1 there is no history there, 2 wrong words.`

const mostLines = 1_000_000
const mostDrawn = 8

await runCommand({
  name: 'history',
  help,
  words: 1,
  flags: { key: 'string', from: 'string', to: 'string', field: 'string', format: 'string', out: 'string' },
  async run(context) {
    const { flags } = context
    const target = await readTarget(context.positionals[0])
    const [from, to] = [readTime(flags.from, 'from'), readTime(flags.to, 'to')]
    const format = flags.format === 'svg' ? 'svg' : formats.find((one) => one === (flags.format ?? 'csv'))
    if (format === undefined) throw new UsageError(`--format ${flags.format} is not one of ${formats.join(', ')}, svg`)
    const field = typeof flags.field === 'string' ? flags.field : 'signal.score'
    const lines = await readLines(context, target, { from, to, field })
    const out = typeof flags.out === 'string' ? flags.out : null
    if (out === null && (format === 'csv' || format === 'jsonl')) {
      process.stdout.write(formatLines(seriesColumns(field, lines), lines, format))
      return 0
    }
    const path = out ?? `history-${target.service.label}.${format}`
    if (format === 'svg') await writeFile(path, draw(target, field, lines))
    else await writeLines(path, seriesColumns(field, lines), lines, format)
    context.print(`${path}: ${lines.length} version(s)`)
    return 0
  },
})

async function readLines(
  context: CommandContext,
  { service, route }: Target,
  options: { from: Date | null; to: Date | null; field: string },
): Promise<Line[]> {
  const database = await context.openDatabase()
  const key = typeof context.flags.key === 'string' ? context.flags.key : null
  const lines: Line[] = []
  await database.transaction(async (connection) => {
    for await (const row of readSeries(connection, { service: service.label, route: route.path, key, ...options })) {
      if (lines.length === mostLines) throw new Error(`there are more than ${mostLines} versions; narrow --from and --to`)
      lines.push(seriesLine(row, options.field))
    }
  })
  if (lines.length === 0)
    throw new Error(`there is no history of ${service.label}${route.path} there; try a wider --from and --to or another --key`)
  if (lines.every((line) => line[options.field] === null))
    throw new Error(`no version has a field ${options.field}; npm run explain -- ${service.label}${route.path} shows the body`)
  return lines
}

function draw({ service, route }: Target, field: string, lines: readonly Line[]): string {
  const drawn = lines.filter((line) => typeof line[field] === 'number')
  if (drawn.length === 0) throw new UsageError(`${field} is not a number, so it cannot be drawn; csv and jsonl show it`)
  const series = [...Map.groupBy(drawn, (line) => String(line.key))]
  const keys = series.length === 1 ? series[0]![0] : `${Math.min(series.length, mostDrawn)} of ${series.length} keys`
  const chart = series.slice(0, mostDrawn).map(([name, points]) => ({
    name,
    points: points.map((line) => ({ at: line.computed_at as Date, value: line[field] as number })),
  }))
  const title = `${service.label}${route.path}  ${field}`
  return drawChart(title, `${keys}, ${drawn.length} version(s)`, chart)
}
