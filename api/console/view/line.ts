// What a score was over time: a row holds until the next one is computed, so the line goes in steps and claims nothing in between.
import { h, type PageNode } from './node.ts'
import { figure } from './words.ts'

export interface ScoreAt {
  /** ISO time. */
  readonly at: string
  readonly score: number
}

const [width, height, left, right, top, bottom] = [320, 110, 44, 6, 10, 24]
// More marks than this would be one thick line.
const mostMarked = 40

/** Oldest first; null where there is no line to draw yet. */
export function drawScores(points: readonly ScoreAt[]): PageNode | null {
  const known = points.filter(({ at, score }) => Number.isFinite(score) && Number.isFinite(Date.parse(at)))
  const [first, last] = [known[0], known.at(-1)]
  if (first === undefined || last === undefined || known.length < 2) return null
  const times = known.map(({ at }) => Date.parse(at))
  const [from, to] = [Math.min(...times), Math.max(...times)]
  const scores = known.map(({ score }) => score)
  const [least, most] = [Math.min(...scores), Math.max(...scores)]
  const x = (time: number) => round(left + ((time - from) / (to - from || 1)) * (width - left - right))
  // Halves, since the widest range is no number; a score that stood still, or all but, is drawn in the middle.
  const range = most / 2 - least / 2
  const y = (score: number) =>
    range === 0
      ? (top + height - bottom) / 2
      : round(height - bottom - ((score / 2 - least / 2) / range) * (height - bottom - top))
  const places = known.map(({ score }, i) => ({ x: x(times[i]!), y: y(score) }))
  const way = places.map((place, i) => (i === 0 ? `M${place.x} ${place.y}` : `H${place.x}V${place.y}`)).join('')
  const words = `Score in ${known.length} versions from ${minuteOf(first.at)} to ${minuteOf(last.at)} UTC: first ${figure(first.score)}, last ${figure(last.score)}, between ${figure(least)} and ${figure(most)}`
  return h(
    'svg',
    { class: 'line', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': words },
    [...new Set([least, most])].map((score) => [
      h('line', { class: 'grid', x1: left, x2: width - right, y1: y(score), y2: y(score) }),
      h('text', { x: left - 6, y: y(score) + 4, 'text-anchor': 'end' }, figure(score)),
    ]),
    h('path', { class: 'way', d: way }),
    places.length <= mostMarked && places.map((place) => h('circle', { class: 'mark', cx: place.x, cy: place.y, r: 2 })),
    h('text', { x: left, y: height - 6 }, minuteOf(first.at)),
    h('text', { x: width - right, y: height - 6, 'text-anchor': 'end' }, `${minuteOf(last.at)} UTC`),
  )
}

const minuteOf = (at: string): string => new Date(at).toISOString().slice(5, 16).replace('T', ' ')
const round = (value: number): number => Math.round(value * 10) / 10
