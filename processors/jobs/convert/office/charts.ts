// A chart of an office file as what its reader is told by it: its title, and its series as a table of the values that were last shown.
import type { Cell, Element } from '../element.ts'
import type { Box } from '../geometry.ts'
import { escapeLineStart, escapeMarkdown } from '../render/inline.ts'
import { showNumber } from './sheets/cell-format.ts'
import { allNamed, childrenOf, descendants, find, isOn, textOf, type XmlElement } from './xml.ts'

export type Chart = {
  readonly title: string
  /** Of axes but the first, whose title stands over the names along it, and of shapes in the chart. */
  readonly words: readonly string[]
  /** Names of series first; none where the file keeps no values. */
  readonly rows: readonly (readonly string[])[]
  /** Whether it has more series or points than are told. */
  readonly isCut: boolean
}

const most = { series: 50, points: 1_000, levels: 5, words: 100, characters: 300 }

/** `drawn` are the words of shapes that stand in it. */
export function readChart(chart: XmlElement, drawn: readonly string[]): Chart {
  const inside = find(chart, 'c:chart')
  const all = childrenOf(find(inside, 'c:plotArea') ?? chart)
    .filter(({ name }) => name.endsWith('Chart'))
    .flatMap((plot) => allNamed(plot, 'c:ser'))
  const series = all.slice(0, most.series)
  const shows = whatIsWritten(inside, series.length)
  const columns = series.map((one) => ({
    name: shows.names ? (pointsOf(find(one, 'c:tx')).get(0) ?? textIn(find(one, 'c:tx'))) : '',
    values: pointsOf(find(one, 'c:val') ?? find(one, 'c:yVal')),
  }))
  const labels = series.map((one) => namesOf(shows.categories ? (find(one, 'c:cat') ?? find(one, 'c:xVal')) : undefined))
  const places = [...new Set(columns.flatMap(({ values }) => [...values.keys()]))].sort((a, b) => a - b)
  const labelAt = (place: number) => labels.find((own) => own.has(place))?.get(place) ?? String(place + 1)
  const rows = places
    .slice(0, most.points)
    .map((place) => [labelAt(place), ...columns.map(({ values }) => values.get(place) ?? '')])
  const axes = axesOf(inside).filter((axis) => !isOn(find(axis, 'c:delete'), 'val'))
  const first = axes.find((axis) => axis === firstOf(axesOf(inside)))
  const others = axes.filter((axis) => axis !== first).map((axis) => textIn(find(axis, 'c:title')))
  return {
    title: textIn(find(inside, 'c:title')),
    words: [...others, ...drawn.map((text) => text.slice(0, most.characters))].filter((text) => text !== '').slice(0, most.words),
    rows: rows.length === 0 ? [] : [[textIn(find(first, 'c:title')), ...columns.map(({ name }) => name)], ...rows],
    isCut: all.length > series.length || places.length > rows.length,
  }
}

export function chartElements({ title, words, rows }: Chart, box: Box): Element[] {
  const head = [title, ...words]
    .filter((text) => text !== '')
    .map((text): Element => ({ kind: 'paragraph', ready: escapeLineStart(escapeMarkdown(text)), lines: [], ...box }))
  if (rows.length === 0) return head
  const cells = rows.flatMap((texts, row) =>
    texts.map((text, column): Cell => ({ row, column, rowSpan: 1, columnSpan: 1, text })),
  )
  const grid = { rows: rows.length, columns: rows[0]!.length, headerRows: 1, cells }
  return [...head, { kind: 'table', grid, caption: title === '' ? null : title, ...box }]
}

// Names of categories stand at an axis, or of round charts in the legend; those of series in the legend, a lone one's as the title.
function whatIsWritten(chart: XmlElement | undefined, series: number): { categories: boolean; names: boolean } {
  const plot = find(chart, 'c:plotArea') ?? empty
  const axes = axesOf(chart)
  const isRound = axes.length === 0
  const hasLegend = find(chart, 'c:legend') !== undefined
  const isLabelled = (name: string) => [...descendants(plot)].some((e) => e.name === name && isOn(e, 'val'))
  const first = firstOf(axes)
  return {
    categories: isRound
      ? hasLegend || isLabelled('c:showCatName')
      : !isOn(find(first, 'c:delete'), 'val') || isLabelled('c:showCatName'),
    names:
      (hasLegend && !isRound) ||
      isLabelled('c:showSerName') ||
      (series === 1 && !isOn(find(chart, 'c:autoTitleDeleted'), 'val') && textIn(find(chart, 'c:title')) === ''),
  }
}

const axesOf = (chart: XmlElement | undefined): XmlElement[] =>
  childrenOf(find(chart, 'c:plotArea') ?? empty).filter(({ name }) => /^c:(?:cat|date|val|ser)Ax$/.test(name))
/** Along which the points stand. */
const firstOf = (axes: readonly XmlElement[]) => axes.find(({ name }) => /^c:(?:cat|date)Ax$/.test(name)) ?? axes[0]

const empty: XmlElement = { name: '', attributes: {}, children: [] }

/** Names of categories, by place; those of a group come before each of its own. */
function namesOf(element: XmlElement | undefined): Map<number, string> {
  const grouped = element === undefined ? undefined : [...descendants(element)].find(({ name }) => name === 'c:multiLvlStrCache')
  if (grouped === undefined) return pointsOf(element)
  const [inner = new Map<number, string>(), ...outer] = allNamed(grouped, 'c:lvl').slice(0, most.levels).map(pointsIn)
  const names = new Map<number, string>()
  const current = outer.map(() => '')
  for (let place = 0; place <= most.points; place++) {
    for (const [i, level] of outer.entries()) current[i] = level.get(place) ?? current[i]!
    const name = [...current.toReversed(), inner.get(place) ?? ''].filter((part) => part !== '').join(' ')
    if (name !== '') names.set(place, name)
  }
  return names
}

/** What the file keeps of the cells that a chart points to, by place. */
function pointsOf(element: XmlElement | undefined): Map<number, string> {
  const cache =
    element === undefined ? undefined : [...descendants(element)].find(({ name }) => /^c:(?:str|num)(?:Cache|Lit)$/.test(name))
  return cache === undefined ? new Map() : pointsIn(cache)
}

function pointsIn(cache: XmlElement): Map<number, string> {
  const points = new Map<number, string>()
  const format = textIn(find(cache, 'c:formatCode'))
  const look = { format: format === '' ? 'General' : format.slice(0, 200), isHidden: false, isOnPaper: true }
  // One more than is told shows that there are more.
  for (const point of allNamed(cache, 'c:pt').slice(0, most.points + 1)) {
    const value = textIn(find(point, 'c:v'))
    const place = Number(point.attributes.idx)
    if (value === '' || !Number.isInteger(place) || place < 0) continue
    points.set(place, cache.name.startsWith('c:num') ? showNumber(value, look, false) : value)
  }
  return points
}

const textIn = (element: XmlElement | undefined): string =>
  element === undefined
    ? ''
    : (element.name === 'c:v' || element.name === 'c:formatCode'
        ? textOf(element)
        : [...descendants(element)].flatMap((e) => (e.name === 'a:t' || e.name === 'c:v' ? [textOf(e)] : [])).join('')
      )
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, most.characters)
