// Draws lines over time as a PNG a person can read: title, axes with round marks, a legend where there are several.
import { createRequire } from 'node:module'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type Bitmap, encodePNGToStream, make, registerFont } from 'pureimage'
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

type Context = ReturnType<Bitmap['getContext']>

export async function drawChart(title: string, subtitle: string, lines: readonly ChartLine[]): Promise<Uint8Array> {
  loadFont()
  const bitmap = make(size.width, size.height)
  const context = bitmap.getContext('2d')
  const right = lines.length > 1 ? rightEdge.besideLegend : rightEdge.alone
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, size.width, size.height)
  write(context, title, box.left, 34, 22)
  write(context, subtitle, box.left, 56, 14, '#666666')
  const points = lines.flatMap((line) => line.points)
  const [x, y] = [
    scaleOf(
      points.map((point) => point.at.getTime()),
      0,
    ),
    scaleOf(
      points.map((point) => point.value),
      0.05,
    ),
  ]
  const toX = (time: number) => box.left + ((time - x.least) / (x.most - x.least)) * (right - box.left)
  const toY = (value: number) => box.bottom - ((value - y.least) / (y.most - y.least)) * (box.bottom - box.top)
  for (const tick of numberTicks(y.least, y.most)) {
    stroke(context, '#dddddd', 1, [
      [box.left, toY(tick)],
      [right, toY(tick)],
    ])
    write(context, String(tick), box.left - 10, toY(tick) + 5, 14, '#333333', 'right')
  }
  for (const tick of timeTicks(x.least, x.most)) {
    stroke(context, '#333333', 1, [
      [toX(tick), box.bottom],
      [toX(tick), box.bottom + 6],
    ])
    write(context, timeLabel(tick, x.most - x.least), toX(tick), box.bottom + 24, 14, '#333333', 'center')
  }
  stroke(context, '#333333', 1, [
    [box.left, box.top],
    [box.left, box.bottom],
    [right, box.bottom],
  ])
  write(
    context,
    `time of computing, UTC (${minuteOf(x.least)} to ${minuteOf(x.most)})`,
    (box.left + right) / 2,
    box.bottom + 52,
    14,
    '#666666',
    'center',
  )
  for (const [i, line] of lines.entries()) drawLine(context, line, colours[i % colours.length]!, toX, toY)
  if (lines.length > 1) drawLegend(context, lines)
  const out = new PassThrough()
  const [bytes] = await Promise.all([buffer(out), encodePNGToStream(bitmap, out)])
  return bytes
}

// The marks may show a time without its day, or a day without its time.
const minuteOf = (time: number): string => new Date(time).toISOString().slice(0, 16).replace('T', ' ')

const fontName = 'chart'
let isFontLoaded = false

function loadFont(): void {
  if (isFontLoaded) return
  registerFont(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'), fontName).loadSync()
  isFontLoaded = true
}

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

function drawLine(
  context: Context,
  line: ChartLine,
  colour: string,
  toX: (time: number) => number,
  toY: (value: number) => number,
): void {
  const places = line.points.map(({ at, value }): [number, number] => [toX(at.getTime()), toY(value)])
  // A row holds until the next is computed: steps, so that the picture claims nothing in between.
  stroke(
    context,
    colour,
    2,
    places.flatMap(([x, y], i) =>
      i === 0
        ? [[x, y]]
        : [
            [x, places[i - 1]![1]],
            [x, y],
          ],
    ),
  )
  if (places.length > 200) return
  context.fillStyle = colour
  for (const [x, y] of places) context.fillRect(Math.round(x) - 2, Math.round(y) - 2, 5, 5)
}

function drawLegend(context: Context, lines: readonly ChartLine[]): void {
  for (const [i, line] of lines.slice(0, colours.length).entries()) {
    context.fillStyle = colours[i]!
    context.fillRect(rightEdge.besideLegend + 20, box.top + 6 + i * 20, 14, 4)
    write(context, line.name.slice(0, 18), rightEdge.besideLegend + 42, box.top + 13 + i * 20, 13, '#333333')
  }
}

function stroke(
  context: Context,
  colour: string,
  width: number,
  places: readonly (readonly [number, number] | number[])[],
): void {
  context.strokeStyle = colour
  context.lineWidth = width
  // Each piece is a path of its own: pureimage cannot join a piece to one of no length.
  for (const [i, [x, y]] of places.entries()) {
    const before = places[i - 1]
    if (before === undefined || (before[0] === x && before[1] === y)) continue
    context.beginPath()
    context.moveTo(before[0]!, before[1]!)
    context.lineTo(x!, y!)
    context.stroke()
  }
}

function write(
  context: Context,
  text: string,
  x: number,
  y: number,
  size: number,
  colour = '#111111',
  align: 'left' | 'center' | 'right' = 'left',
): void {
  context.fillStyle = colour
  context.font = `${size}pt ${fontName}`
  context.textAlign = align
  context.fillText(text, x, y)
}
