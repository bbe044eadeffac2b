// Puts boxes of a page in reading order: cut at column gutters where text runs on both sides, else row by row.
import { type Box, boxAround, median } from '../geometry.ts'
import { isMostlyRightToLeft } from './direction.ts'
import { type Placed, passagesOf } from './passages.ts'

export type { Placed }

const maxDepth = 40
// Looking for columns compares boxes with each other; a page of more boxes than this is a map or a bomb.
const mostBoxes = 1500
const mostCutAcross = 600
/** A page's number, say, right under both columns. */
const mostInGutter = 2

export function readingOrder<T extends Placed>(items: readonly T[]): T[] {
  return cut(items, 0)
}

function cut<T extends Placed>(items: readonly T[], depth: number, proseOnly = false): T[] {
  if (items.length < 2 || items.length > mostBoxes || depth > maxDepth) return byRows(items)
  const gutter = findGutter(items, proseOnly)
  if (!gutter) return cutAcross(items, depth)
  const bands: { across: boolean; items: T[] }[] = []
  const overhanging = overhangs(items, gutter.x)
  for (const item of [...items].sort((a, b) => a.y0 + a.y1 - b.y0 - b.y1)) {
    const across = item.x0 < gutter.x - 1 && item.x1 > gutter.x + 1 && !overhanging.has(item)
    const band = bands.at(-1)
    if (band && band.across === across) band.items.push(item)
    else bands.push({ across, items: [item] })
  }
  for (const [i, band] of bands.entries()) {
    const below = bands[i + 1]
    if (band.across || !below?.across) continue
    const head = headOf(band.items, below.items, gutter.x)
    band.items = band.items.filter((item) => !head.has(item))
    below.items.unshift(...head)
  }
  return bands.flatMap((band) => {
    if (band.across) return cut(band.items, depth + 1, proseOnly)
    const isLeft = (i: T) => (overhanging.has(i) ? i.x0 + i.x1 < 2 * gutter.x : i.x1 <= gutter.x + 1)
    const left = band.items.filter(isLeft)
    const right = band.items.filter((i) => !isLeft(i))
    if (left.length === 0 || right.length === 0) return cut(band.items, depth + 1, proseOnly)
    const notes = notesBegin(left, right)
    const above = (i: T) => (i.y0 + i.y1) / 2 < notes
    const [text, below] = [band.items.filter(above), band.items.filter((i) => !above(i))]
    if (text.length > 0 && below.length > 0) return [...cut(text, depth + 1, proseOnly), ...cut(below, depth + 1, proseOnly)]
    const sides = isMostlyRightToLeft(band.items) ? [right, left] : [left, right]
    return sides.flatMap((side) => cut(side, depth + 1, proseOnly))
  })
}

const mostHeadLines = 2

// What stands under both columns, on the left, and nearer to what reaches across below it than to the column above: its heading.
function headOf<T extends Placed>(columns: readonly T[], across: readonly T[], x: number): ReadonlySet<T> {
  const sorted = [...columns].sort((a, b) => a.y1 - b.y1)
  const top = Math.min(...across.map((i) => i.y0))
  for (let count = 1; count <= mostHeadLines && count < sorted.length; count++) {
    const head = sorted.slice(-count)
    const foot = Math.max(...sorted.slice(0, -count).map((i) => i.y1))
    const [first, last] = [head[0]!, head.at(-1)!]
    const [above, below] = [first.y0 - foot, top - last.y1]
    const isUnder = head.every((i) => i.x1 <= x + 1) && below > -1 && below < 1.5 * last.size
    if (isUnder && above > below + 0.3 * first.size) return new Set(head)
  }
  return new Set()
}

// Small print that begins at one height under both columns belongs to both: it is read after them.
function notesBegin(left: readonly Placed[], right: readonly Placed[]): number {
  if (!isProse(left) || !isProse(right)) return Number.POSITIVE_INFINITY
  const begins = [left, right].map((side) => {
    const main = median(side.map((i) => i.size))
    const sorted = [...side].sort((a, b) => b.y0 - a.y0)
    const body = sorted.findIndex((i) => i.size > 0.9 * Math.max(main, sorted[0]!.size * 1.12))
    const text = sorted.slice(body)
    const isSmaller = median(sorted.slice(0, body).map((i) => i.size)) < 0.95 * median(text.map((i) => i.size))
    return body > 0 && isSmaller && text.length >= 3 && isProse(text) ? sorted[body - 1]!.y0 : Number.POSITIVE_INFINITY
  })
  const [a, b] = [begins[0]!, begins[1]!]
  return Number.isFinite(a) && Number.isFinite(b) && Math.abs(a - b) < 30 ? Math.min(a, b) - 1 : Number.POSITIVE_INFINITY
}

// Where no gutter runs through, a wide enough gap between lines may part a region that has one from a region that has not.
function cutAcross<T extends Placed>(items: readonly T[], depth: number): T[] {
  if (items.length < 6 || items.length > mostCutAcross) return byRows(items)
  const sorted = [...items].sort((a, b) => a.y0 - b.y0)
  const size = median(items.map((i) => i.size))
  let best = { gap: 0.8 * size, at: 0 }
  let reach = sorted[0]!.y1
  for (const [i, item] of sorted.entries()) {
    if (item.y0 - reach > best.gap) best = { gap: item.y0 - reach, at: i }
    reach = Math.max(reach, item.y1)
  }
  if (best.at === 0) return byRows(items)
  // The labels of a chart part easily too, and are better read row by row.
  return [...cut(sorted.slice(0, best.at), depth + 1, true), ...cut(sorted.slice(best.at), depth + 1, true)]
}

/** The x that parts two columns of running text, crossed by few. */
function findGutter(items: readonly Placed[], proseOnly: boolean): { x: number } | null {
  const box = boxAround(items)
  const edges = [...new Set(items.map((i) => Math.round(i.x1)))].sort((a, b) => a - b)
  const size = median(items.map((i) => i.size))
  let best: { x: number; score: number } | null = null
  for (const edge of edges) {
    const left = items.filter((i) => i.x1 <= edge + 0.6)
    const starts = items.filter((i) => i.x0 >= edge - 0.6).map((i) => i.x0)
    const start = starts
      .sort((a, b) => a - b)
      .slice(0, mostInGutter + 1)
      .find((x0) => x0 - edge >= 0.7 * size)
    if (start === undefined) continue
    const x = (edge + start) / 2
    const right = items.filter((i) => i.x0 >= x)
    const across = items.length - left.length - right.length
    if (left.length < 2 || right.length < 2) continue
    const sides = Math.min(left.length, right.length)
    if (proseOnly && !(isProse(left) && isProse(right))) continue
    const few = across <= 0.4 * sides + 1 || across <= 0.15 * items.length
    if (!few && !(sides >= 4 && isProse(left) && isProse(right))) continue
    if (!facing(left, right) || isPaired(left, right, items, box)) continue
    if (
      isOfFields(
        items.filter((i) => i.x1 <= x),
        right,
      )
    )
      continue
    if (besideOthers(items, x) > 1 + 0.1 * sides) continue
    const score = sides * 2 - Math.min(across, 10) * 3 + Math.min(30, start - edge) * 0.3
    if (!best || score > best.score) best = { x, score }
  }
  return best
}

// A caption a little wider than its column, with the other column's lines beside it, is its own column's all the same.
function overhangs<T extends Placed>(items: readonly T[], x: number): ReadonlySet<T> {
  const across = items.filter((i) => i.x0 < x - 1 && i.x1 > x + 1)
  const isBeside = (a: T, o: T) =>
    (o.x0 > a.x1 || o.x1 < a.x0) && Math.min(a.y1, o.y1) - Math.max(a.y0, o.y0) > 0.5 * Math.min(a.y1 - a.y0, o.y1 - o.y0)
  const reach = (a: T) => Math.min(x - a.x0, a.x1 - x)
  return new Set(across.filter((a) => reach(a) < 0.25 * (a.x1 - a.x0) && items.some((o) => isBeside(a, o))))
}

// What spans two columns has nothing beside it; a line across a gutter that shares its row shows there is none.
function besideOthers(items: readonly Placed[], x: number): number {
  const across = items.filter((i) => i.x0 < x - 1 && i.x1 > x + 1)
  const others = items.filter((i) => i.x1 <= x + 1 || i.x0 >= x - 1)
  return across.filter((a) =>
    others.some((o) => Math.min(a.y1, o.y1) - Math.max(a.y0, o.y0) > 0.5 * Math.min(a.y1 - a.y0, o.y1 - o.y0)),
  ).length
}

const isProse = (side: readonly Placed[]) => median(side.map((i) => i.text.length)) >= 24

function facing(left: readonly Placed[], right: readonly Placed[]): boolean {
  const [a, b] = [boxAround(left), boxAround(right)]
  const shared = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0)
  return shared > 0.3 * Math.min(a.y1 - a.y0, b.y1 - b.y0)
}

// "Title ....... 12": short pieces that each stand beside a line on the other side are read with it, not as a column.
function isPaired(left: readonly Placed[], right: readonly Placed[], all: readonly Placed[], box: Box): boolean {
  const beside = (a: Placed, others: readonly Placed[]) =>
    others.some((b) => Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0) > 0.5 * Math.min(a.y1 - a.y0, b.y1 - b.y0))
  const narrow = (side: readonly Placed[]) =>
    side.reduce((s, i) => s + i.text.length, 0) / side.length < 12 &&
    boxAround(side).x1 - boxAround(side).x0 < 0.3 * (box.x1 - box.x0)
  for (const side of [left, right]) {
    const others = all.filter((i) => !side.includes(i))
    if (narrow(side) && side.filter((i) => beside(i, others)).length >= 0.75 * side.length) return true
  }
  return false
}

const value = /^(?:[($€£+−-]*|[€$£] )\d(?:[\d.,:/ ]*\d)?\)?%?(?: ?\p{L}{1,5})?$/u
export const isValue = (text: string) => value.test(text)

const [longestName, leastPaired, leastFields, mostFields] = [30, 0.75, 0.5, 60]

// Names with what was filled in beside them: most of the shorter side stand in a row with one of the other, as name and value.
function isOfFields(left: readonly Placed[], right: readonly Placed[]): boolean {
  const [few, many] = left.length < right.length ? [left, right] : [right, left]
  if (few.length > mostFields) return false
  const inRow = (a: Placed) =>
    many.find((b) => Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0) > 0.5 * Math.min(a.y1 - a.y0, b.y1 - b.y0))
  const pairs = few.flatMap((a) => {
    const b = inRow(a)
    return b === undefined ? [] : [few === left ? { name: a, of: b } : { name: b, of: a }]
  })
  const fields = pairs.filter(
    ({ name, of }) => name.text.length <= longestName && !isValue(name.text) && (name.text.endsWith(':') || isValue(of.text)),
  )
  return pairs.length >= leastPaired * few.length && fields.length >= leastFields * pairs.length
}

// A row's passages that wrap are read one after the other, each to its end.
function byRows<T extends Placed>(items: readonly T[]): T[] {
  const rows: (Box & { items: T[][] })[] = []
  const passages = passagesOf(items)
  for (const passage of passages.sort((a, b) => a[0]!.y0 + a[0]!.y1 - b[0]!.y0 - b[0]!.y1)) {
    const { x0, y0, x1, y1 } = passage[0]!
    const row = rows.at(-1)
    const shared = row ? Math.min(row.y1, y1) - Math.max(row.y0, y0) : 0
    if (row && shared > 0.5 * Math.min(row.y1 - row.y0, y1 - y0)) row.items.push(passage)
    else rows.push({ x0, y0, x1, y1, items: [passage] })
  }
  const isBackwards = isMostlyRightToLeft(items)
  return rows.flatMap((r) => r.items.sort(([a], [b]) => (isBackwards ? b!.x1 - a!.x1 : a!.x0 - b!.x0))).flat()
}
