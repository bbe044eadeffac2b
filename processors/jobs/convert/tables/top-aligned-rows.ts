// Tables without a rule between rows whose cells wrap and begin at one height: what has no room in its column goes on below.
import type { SegmentRow as Row } from './grid-from-rows.ts'
import { type Column, columnRange } from './text-columns.ts'
import type { Segment } from './text-rows.ts'
import { isClose, overflows } from './wrapped-rows.ts'

const fewestLines = 4
const mostLines = 400
const fewestWrapped = 3
/** Of the cells that go on: the others may end early by chance. */
const leastFull = 0.7
const mostDoubtful = 0.15
/** Two names, one under the other, seldom have room in one line either: a phrase has more words. */
const phrase = 3
const leastCapital = 0.8

/** Which lines go on with the row above them, or null where the table does not show that its rows are set so. */
export function topAlignedRows(rows: readonly Row[], columns: readonly Column[]): ReadonlySet<Row> | null {
  if (columns.length < 2 || rows.length < fewestLines || rows.length > mostLines) return null
  const cells = rows.map((row) => Map.groupBy(row.segments, (s) => columnRange(columns, s)[0]))
  const ends = columns.map((_, c) => Math.max(...cells.flatMap((own) => (own.get(c) ?? []).map((s) => s.x1))))
  const capital = rows.filter((r) => /^[^\p{Ll}(]/u.test(r.segments[0]?.text ?? '')).length >= 0.5 * rows.length
  const wrapped = new Set<Row>()
  const starts: Row[] = []
  let [doubtful, pieces, full] = [0, 0, 0]
  for (let i = 1; i < rows.length; i++) {
    const [own, row] = [cells[i]!, rows[i]!]
    const pairs = [...own].map(([c, [first]]) => ({ first: first!, last: cells[i - 1]!.get(c)?.at(-1) ?? null, end: ends[c]! }))
    const over = pairs.filter(({ first, last, end }) => overflows(first, last, end))
    const isUnder = isClose(rows[i - 1]!, row) && pairs.every(({ last }) => last !== null)
    const goesOn = over.some(({ last }) => last!.words.length >= phrase) || pairs.some((p) => isInPhrase(p, capital))
    if (isUnder && goesOn && (!own.has(0) || over.length === pairs.length)) {
      wrapped.add(row)
      pieces += pairs.length
      full += over.length
    } else if (!own.has(0) || own.size < Math.max(2, 0.6 * columns.length)) doubtful++
    else starts.push(row)
  }
  const isNamed = starts.filter((r) => /^[^\p{Ll}]/u.test(r.segments[0]!.text)).length >= leastCapital * starts.length
  const isSetSo = wrapped.size >= fewestWrapped && full >= leastFull * pieces && doubtful <= mostDoubtful * rows.length
  return isSetSo && (isNamed || !capital) && starts.length > 0 ? wrapped : null
}

// Where names begin with a capital, what does not goes on; so does what follows a comma or a word that ends no phrase.
const isInPhrase = ({ first, last }: { first: Segment; last: Segment | null }, capital: boolean): boolean =>
  (capital && /^[\p{Ll}(]/u.test(first.text)) ||
  (last !== null && /(?:[,&/-]|\b(?:and|or|of|the|in|for|to|with|by|per|from|a|an))$/i.test(last.text))
