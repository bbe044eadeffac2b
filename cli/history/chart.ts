// Lines over time as an SVG a person can read: title, axes with round marks, a legend where there are several.
import { numberTicks, timeLabel, timeTicks } from './scale.ts'

export interface Point {
  readonly at: Date
  readonly value: number
}

export interface ChartLine {
  readonly name: string
  readonly points: readonly Point[]
}

const size = { width: 1_200, height: 600 }
const box = { left: 90, top: 70, bottom: 530 }
const rightEdge = { alone: 1_150, besideLegend: 990 }
const colours = ['#1f5fbf', '#c4501b', '#2a8a4a', '#8a3fb0', '#a08000', '#0f8b94', '#b52a60', '#555555']
// More marks than this would be one thick line.
const mostMarked = 200
const longestName = 24

export function drawChart(
  title: string,
  subtitle: string,
  lines: readonly ChartLine[],
  along = 'time of computing, UTC',
): string {
  const right = lines.length > 1 ? rightEdge.besideLegend : rightEdge.alone
  const points = lines.flatMap((line) => line.points)
  const times = points.map((point) => point.at.getTime())
  const values = points.map((point) => point.value)
  const [x, y] = [scaleOf(times, 0), scaleOf(values, 0.05)]
  const toX = (time: number) => box.left + ((time - x.least) / (x.most - x.least)) * (right - box.left)
  const toY = (value: number) => box.bottom - ((value - y.least) / (y.most - y.least)) * (box.bottom - box.top)
  const across = numberTicks(y.least, y.most).flatMap((tick) => [
    path('#ddd', 1, `M${box.left} ${at(toY(tick))}H${right}`),
    text(String(tick), { x: box.left - 10, y: toY(tick) + 5, anchor: 'end' }),
  ])
  const marks = timeTicks(x.least, x.most).flatMap((tick) => [
    path('#333', 1, `M${at(toX(tick))} ${box.bottom}v6`),
    text(timeLabel(tick, x.most - x.least), { x: toX(tick), y: box.bottom + 24, anchor: 'middle' }),
  ])
  const span = `${along} (${minuteOf(x.least)} to ${minuteOf(x.most)})`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" ` +
      `viewBox="0 0 ${size.width} ${size.height}" font-family="DejaVu Sans, Verdana, sans-serif" role="img">`,
    `<title>${escaped(title)}</title>`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    text(title, { x: box.left, y: 34, points: 22, colour: '#111' }),
    text(subtitle, { x: box.left, y: 56, colour: '#666' }),
    ...across,
    ...marks,
    path('#333', 1, `M${box.left} ${box.top}V${box.bottom}H${right}`),
    text(span, { x: (box.left + right) / 2, y: box.bottom + 52, anchor: 'middle', colour: '#666' }),
    ...lines.flatMap((line, i) => drawLine(line, colourOf(i), toX, toY)),
    ...(lines.length > 1 ? lines.flatMap(({ name }, i) => legendOf(name, i)) : []),
    '</svg>\n',
  ].join('\n')
}

// A row holds until the next is computed: steps, so that the picture claims nothing in between.
function drawLine({ points }: ChartLine, colour: string, toX: (time: number) => number, toY: (value: number) => number) {
  const places = points.map((point) => ({ x: at(toX(point.at.getTime())), y: at(toY(point.value)) }))
  const steps = places.map(({ x, y }, i) => (i === 0 ? `M${x} ${y}` : `H${x}V${y}`)).join('')
  const marks =
    places.length > mostMarked ? [] : places.map(({ x, y }) => `<circle cx="${x}" cy="${y}" r="2.5" fill="${colour}"/>`)
  return [path(colour, 2, steps), ...marks]
}

function legendOf(name: string, place: number): string[] {
  const [x, y] = [rightEdge.besideLegend + 20, box.top + 13 + place * 20]
  return [path(colourOf(place), 4, `M${x} ${y - 5}h14`), text(name.slice(0, longestName), { x: x + 22, y, points: 13 })]
}

const colourOf = (place: number): string => colours[place % colours.length]!

// The marks may show a time without its day, or a day without its time.
const minuteOf = (time: number): string => new Date(time).toISOString().slice(0, 16).replace('T', ' ')

function scaleOf(values: readonly number[], margin: number): { least: number; most: number } {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  // A single value still needs an axis to stand on.
  if (least === most) return { least: least - 1, most: most + 1 }
  const room = (most - least) * margin
  return { least: least - room, most: most + room }
}

const at = (place: number): number => Math.round(place * 100) / 100

const path = (colour: string, width: number, way: string): string =>
  `<path d="${way}" fill="none" stroke="${colour}" stroke-width="${width}"/>`

interface Placed {
  readonly x: number
  readonly y: number
  readonly points?: number
  readonly colour?: string
  readonly anchor?: 'start' | 'middle' | 'end'
}

const text = (words: string, { x, y, points = 14, colour = '#333', anchor = 'start' }: Placed): string =>
  `<text x="${at(x)}" y="${at(y)}" font-size="${points}" fill="${colour}" text-anchor="${anchor}">${escaped(words)}</text>`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (words: string): string => words.replace(/[&<>"]/g, (mark) => entities[mark]!)
