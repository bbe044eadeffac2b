// The figures of a company's reports by concept: of each period every filing of it, under the best tag that has it.
import { readOrSetAside, type SetAside } from '../../aside.ts'
import { type Row, readDay, readNumber, readRow, readRows } from '../../formats/json.ts'
import { type ConceptName, conceptList } from './concepts.ts'
import type { Figure } from './topic.ts'

const yearsKept = 7
const dayMs = 86_400_000

export type Figures = Partial<Record<ConceptName, Figure[]>>

/** A concept nobody reports is left out. */
export function readFigures(body: unknown, at: Date, setAside?: SetAside): Figures {
  const facts = readRow(readRow(body, 'the company facts').facts, 'facts')
  const from = new Date(at.getTime() - yearsKept * 366 * dayMs).toISOString().slice(0, 10)
  const figures: Figures = {}
  for (const [name, { unit, tags }] of conceptList) {
    const told = new Map<string, Figure>()
    const periods = new Set<string>()
    for (const tag of tags) {
      const own = readTag(facts, tag, unit, setAside).filter((one) => one.end >= from && !periods.has(periodOf(one)))
      for (const one of own) {
        periods.add(periodOf(one))
        told.set(`${periodOf(one)} ${one.filed}`, one)
      }
    }
    if (told.size > 0) figures[name] = [...told.values()].sort(byEnd)
  }
  return figures
}

const periodOf = ({ start, end }: Figure): string => `${start} ${end}`
const order = ({ end, start, filed }: Figure) => `${end} ${start ?? ''} ${filed}`
const byEnd = (a: Figure, b: Figure): number => (order(a) < order(b) ? -1 : 1)

function readTag(facts: Row, tag: string, unit: string, setAside: SetAside | undefined): Figure[] {
  const [taxonomy, name] = tag.split(':') as [string, string]
  if (facts[taxonomy] === undefined) return []
  const concept = readRow(facts[taxonomy], taxonomy)[name]
  if (concept === undefined) return []
  const rows = readRow(readRow(concept, name).units, `${name}.units`)[unit]
  if (rows === undefined) return []
  return readRows(rows, `${name} in ${unit}`, { mayBeEmpty: true }).flatMap((row) => {
    const what = () => `${tag}: ${JSON.stringify(row)}`
    return readOrSetAside(what, () => [readFigure(row)], setAside) ?? []
  })
}

const readFigure = (row: Row): Figure => ({
  start: row.start === undefined || row.start === null ? null : readDay(row.start, 'start'),
  end: readDay(row.end, 'end'),
  filed: readDay(row.filed, 'filed'),
  value: readNumber(row.val, 'val'),
})
