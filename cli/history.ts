// What a signal said over time, as a table or as a picture.
import { writeFile } from 'node:fs/promises'
import { readSeries } from '../db/rows/history.ts'
import { type CommandContext, runCommand, UsageError } from './command.ts'
import { drawChart } from './history/chart.ts'
import { seriesColumns, seriesLine } from './history/series.ts'
import { nameIn, type Target } from './replay/asked.ts'
import { formatLines, formats, type Line, writeLines } from './replay/columns.ts'
import { chooseKey, readTarget } from './replay/target.ts'
import { readTime } from './time.ts'

const help = `usage: npm run history -- <label>/<route> [--key <key or name> | --input <name=value>] [--from <ISO time>]
                       [--to <ISO time>] [--field signal.score,signal.label] [--format csv|jsonl|parquet|svg] [--out <file>]

Every version of the row (of every key where none is named) computed in [from, to), with fields of its body,
as many as are named: signal.score, yields.10y; a part such as signal or yields comes as JSON.
csv and jsonl go to the terminal unless --out names a file; parquet and svg go to history-<label>.<format>.
Exit: 0 done, 1 there is no history there, 2 wrong words.`

const mostLines = 1_000_000
const mostDrawn = 8

await runCommand({
  name: 'history',
  help,
  words: 1,
  flags: { key: 'string', input: 'string', from: 'string', to: 'string', field: 'string', format: 'string', out: 'string' },
  async run(context) {
    const { flags } = context
    const target = await readTarget(context.positionals[0])
    const [from, to] = [readTime(flags.from, 'from'), readTime(flags.to, 'to')]
    const format = flags.format === 'svg' ? 'svg' : formats.find((one) => one === (flags.format ?? 'csv'))
    if (format === undefined) throw new UsageError(`--format ${flags.format} is not one of ${formats.join(', ')}, svg`)
    const fields = readFields(flags.field)
    const { lines, names } = await readLines(context, target, { from, to, fields })
    const out = typeof flags.out === 'string' ? flags.out : null
    if (out === null && (format === 'csv' || format === 'jsonl')) {
      process.stdout.write(formatLines(seriesColumns(fields, lines), lines, format))
      return 0
    }
    const path = out ?? `history-${target.service.label}.${format}`
    if (format === 'svg') await writeFile(path, draw(target, fields, lines, names))
    else await writeLines(path, seriesColumns(fields, lines), lines, format)
    context.print(`${path}: ${lines.length} version(s)`)
    return 0
  },
})

async function readLines(
  context: CommandContext,
  target: Target,
  options: { from: Date | null; to: Date | null; fields: readonly string[] },
): Promise<{ lines: Line[]; names: ReadonlyMap<string, string> }> {
  const database = await context.openDatabase({ mayLag: true })
  const { service, route } = target
  const isOne = context.flags.key !== undefined || context.flags.input !== undefined
  const key = isOne ? await chooseKey(database, target, context.flags) : null
  const lines: Line[] = []
  const names = new Map<string, string>()
  await database.transaction(async (connection) => {
    for await (const row of readSeries(connection, { service: service.label, route: route.path, key, ...options })) {
      if (lines.length === mostLines) throw new Error(`there are more than ${mostLines} versions; narrow --from and --to`)
      lines.push(seriesLine(row, options.fields))
      if (!names.has(row.key)) names.set(row.key, nameIn(JSON.parse(row.body), row.key) ?? row.key)
    }
  })
  if (lines.length === 0)
    throw new Error(`there is no history of ${service.label}${route.path} there; try a wider --from and --to or another --key`)
  const strange = options.fields.find((field) => lines.every((line) => line[field] === null))
  if (strange !== undefined)
    throw new Error(`no version has a field ${strange}; npm run explain -- ${service.label}${route.path} shows the body`)
  return { lines, names }
}

function readFields(flag: string | boolean | undefined): string[] {
  const fields = typeof flag === 'string' ? flag.split(',').map((field) => field.trim()) : ['signal.score']
  const own = Object.keys(seriesColumns([], []))
  const wrong = fields.find((field, place) => field === '' || own.includes(field) || fields.indexOf(field) !== place)
  if (wrong !== undefined)
    throw new UsageError(`--field ${flag}: ${wrong === '' ? 'a name is empty' : `${wrong} is there already`}`)
  return fields
}

function draw(
  { service, route }: Target,
  fields: readonly string[],
  lines: readonly Line[],
  names: ReadonlyMap<string, string>,
): string {
  const series = fields.flatMap((field) => {
    const drawn = lines.filter((line) => typeof line[field] === 'number')
    if (drawn.length === 0) throw new UsageError(`${field} is not a number, so it cannot be drawn; csv and jsonl show it`)
    return [...Map.groupBy(drawn, (line) => String(line.key))].map(([key, points]) => ({ key, field, points }))
  })
  const keys = new Set(series.map(({ key }) => key))
  const nameOf = ({ key, field }: { key: string; field: string }) =>
    [...(keys.size > 1 || fields.length === 1 ? [names.get(key) ?? key] : []), ...(fields.length > 1 ? [field] : [])].join(' ')
  const chart = series.slice(0, mostDrawn).map(({ points, ...one }) => ({
    name: nameOf(one),
    points: points.map((line) => ({ at: line.computed_at as Date, value: line[one.field] as number })),
  }))
  const told = keys.size === 1 ? (names.get(series[0]!.key) ?? series[0]!.key) : `${keys.size} keys`
  const shown = series.length > mostDrawn ? `, ${mostDrawn} of ${series.length} lines` : ''
  return drawChart(`${service.label}${route.path}  ${fields.join(', ')}`, `${told}, ${lines.length} version(s)${shown}`, chart)
}
