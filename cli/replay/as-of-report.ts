// What a backfill made, by what its facts were known, and how two formulas' histories compare, for people or as JSON lines.
import { writeFile } from 'node:fs/promises'
import type { Service } from '../../processors/kit/define.ts'
import type { KnownHistory } from '../../processors/replay/as-of.ts'
import type { KnownBy } from '../../processors/replay/known.ts'
import type { CommandContext } from '../command.ts'
import { drawChart } from '../history/chart.ts'
import type { Told } from './as-of-columns.ts'
import { compareHistories, type HistoryComparison, type Outcome, type Rate } from './hits.ts'

export interface Swept {
  readonly rows: number
  readonly days: number
  readonly failedDays: number
  readonly failure: string | null
  readonly first: number
  readonly stoppedAt: Date | null
}

interface Made {
  readonly known: KnownHistory
  readonly moments: readonly Date[]
  readonly swept: Swept
  readonly by: KnownBy
  readonly out: string | null
}

const mostDrawn = 8
const mostTold = 10

export function tellHistory(context: CommandContext, { known, moments, swept, by, out }: Made): void {
  const { rows, days, failedDays, failure, first } = swept
  if (!process.stdout.isTTY) {
    const counts = known.counts.map(({ delayDays, ...rest }) => ({ ...rest, delay_days: delayDays }))
    const made = { rows, days, moments: moments.length, resumed_at: first, failed_days: failedDays, failure }
    context.print(
      JSON.stringify({ as_of: { ...made, known: by, records: known.records, dead: known.dead, topics: counts, file: out } }),
    )
    return
  }
  context.print(`${out ?? 'shadow rows, in memory'}: ${rows} row(s) on ${days} of ${moments.length - first} day(s)`)
  if (first > 0) context.print(`  went on after ${first} day(s) that were there`)
  for (const { topic, seen, observed, delayDays } of known.counts) {
    const parts = [
      ...(seen > 0 ? [`${seen} fact(s) from when they were seen`] : []),
      ...(observed > 0 ? [`${observed} by observation, at most ${delayDays} day(s) after it, as newest revised`] : []),
    ]
    context.print(`  ${topic}: ${parts.join('; ')}`)
  }
  if (known.dead > 0) context.print(`  ${known.dead} dead letter(s)`)
  if (failedDays > 0) context.print(`  the formula failed on ${failedDays} day(s): ${failure}`)
  const earliest = known.changes[0]
  if (rows === 0)
    context.print(
      earliest === undefined
        ? '  the log has no fact of this service'
        : `  no day had enough facts; the first was known on ${new Date(earliest.at).toISOString().slice(0, 10)}`,
    )
}

export async function tellComparison(
  context: CommandContext,
  service: Service,
  told: readonly Told[],
  options: { formulas: readonly [string, string]; outcome: Outcome | null; horizonMs: number },
): Promise<void> {
  const { formulas, outcome, horizonMs } = options
  const compared = compareHistories(told, formulas, outcome, horizonMs)
  const chart = typeof context.flags.chart === 'string' ? context.flags.chart : `replay-${service.label}.svg`
  const isDrawn = await draw(chart, service, told, formulas)
  if (!process.stdout.isTTY) {
    for (const one of compared) context.print(JSON.stringify({ compared: one }))
    if (isDrawn) context.print(JSON.stringify({ chart }))
    return
  }
  for (const one of compared.slice(0, mostTold)) for (const line of describe(one, outcome, horizonMs)) context.print(line)
  if (compared.length > mostTold)
    context.print(`… ${compared.length - mostTold} more row(s); | cat prints them all as JSON lines`)
  if (outcome === null) context.print('what came of it: add --against rise:<field> or fall:<field>, such as rise:yields.10y')
  if (isDrawn) context.print(`chart: ${chart}`)
}

function describe(one: HistoryComparison, outcome: Outcome | null, horizonMs: number): string[] {
  const { row, both, onlyFirst, onlySecond, sameLabel, meanDifference, largest, records } = one
  const span = `${horizonMs / 86_400_000} day(s)`
  return [
    `${row}: ${both} day(s) with both, ${onlyFirst} with the first alone, ${onlySecond} with the second alone`,
    `  same label ${share(sameLabel)}; scores differ by ${meanDifference?.toFixed(1) ?? '-'} in the mean` +
      (largest === null
        ? ''
        : `, most on ${new Date(largest.at).toISOString().slice(0, 10)}: ${largest.first} and ${largest.second}`),
    ...records.flatMap(({ formula, held, hit, always }) => [
      `  ${formula}: its sign held over ${span} ${share(held)}`,
      ...(hit === null || always === null
        ? []
        : [
            `  ${formula}: hit rate ${share(hit)} (${outcome!.field} to ${outcome!.direction} in ${span}); always the same: ${share(always)}`,
          ]),
    ]),
  ]
}

const share = ({ hits, of }: Rate): string => (of === 0 ? '- (none)' : `${((100 * hits) / of).toFixed(1)} % of ${of}`)

async function draw(path: string, service: Service, told: readonly Told[], formulas: readonly string[]): Promise<boolean> {
  const scored = told.filter((one): one is Told & { score: number } => one.score !== null)
  const rows = [...Map.groupBy(scored, ({ name }) => name)].slice(0, mostDrawn / formulas.length)
  if (rows.length === 0) return false
  const lines = rows.flatMap(([name, own]) =>
    formulas.map((formula) => ({
      name: rows.length === 1 ? formula : `${name} ${formula}`,
      points: own.filter((one) => one.formula === formula).map(({ at, score }) => ({ at: new Date(at), value: score })),
    })),
  )
  await writeFile(path, drawChart(`${service.label}  signal.score`, formulas.join(' and '), lines, 'as of, UTC'))
  return true
}
