// The figures of a company's reports by concept: of each period the newest filing under the best tag that has it.
import { toIsoDate } from '../../formats/csv.ts'
import { readNumber, readRow, readRows, readText } from '../../formats/json.ts'
import { type ConceptName, conceptList } from './concepts.ts'
import type { Figure } from './topic.ts'

const yearsKept = 7
const dayMs = 86_400_000

export type Figures = Partial<Record<ConceptName, Figure[]>>

/** A concept nobody reports is left out. */
export function readFigures(body: unknown, at: Date): Figures {
  const facts = readRow(readRow(body, 'the company facts').facts, 'facts')
  const from = new Date(at.getTime() - yearsKept * 366 * dayMs).toISOString().slice(0, 10)
  const figures: Figures = {}
  for (const [name, { unit, tags, keepsFilings }] of conceptList) {
    const held = new Map<string, Figure>()
    for (const tag of tags) {
      const own = new Map<string, Figure>()
      for (const figure of readTag(facts, tag, unit)) {
        if (figure.end < from) continue
        const period = `${figure.start} ${figure.end}${keepsFilings ? ` ${figure.filed}` : ''}`
        const known = own.get(period)
        if (known === undefined || known.filed <= figure.filed) own.set(period, figure)
      }
      for (const [period, figure] of own) if (!held.has(period)) held.set(period, figure)
    }
    if (held.size > 0) figures[name] = [...held.values()].sort(byEnd)
  }
  return figures
}

const order = ({ end, start, filed }: Figure) => `${end} ${start ?? ''} ${filed}`
const byEnd = (a: Figure, b: Figure): number => (order(a) < order(b) ? -1 : 1)

function readTag(facts: Readonly<Record<string, unknown>>, tag: string, unit: string): Figure[] {
  const [taxonomy, name] = tag.split(':') as [string, string]
  if (facts[taxonomy] === undefined) return []
  const concept = readRow(facts[taxonomy], taxonomy)[name]
  if (concept === undefined) return []
  const rows = readRow(readRow(concept, name).units, `${name}.units`)[unit]
  if (rows === undefined) return []
  return readRows(rows, `${name} in ${unit}`, { mayBeEmpty: true }).map((row) => ({
    start: row.start === undefined || row.start === null ? null : toIsoDate(readText(row.start, 'start')),
    end: toIsoDate(readText(row.end, 'end')),
    filed: toIsoDate(readText(row.filed, 'filed')),
    value: readNumber(row.val, 'val'),
  }))
}
