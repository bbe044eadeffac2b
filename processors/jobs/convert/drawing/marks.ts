// Keeps where anything but text is painted: there, a picture of the page does not tell what is ink of letters.
import type { Box } from '../geometry.ts'
import type { Drawing } from './drawing.ts'
import { everywhere, mixes, type Paint } from './paint.ts'
import { hullOf, isRectangle, type Subpath } from './path.ts'

const mostMarks = 50_000

/** lineWidth: null where the path is filled alone. */
export function keepMark(
  out: Drawing,
  path: readonly Subpath[],
  { paint, fill }: { readonly paint: Paint; readonly fill: string },
  lineWidth: number | null,
): void {
  const isOneBox = path.length === 1 && !path[0]!.curved && isRectangle(path[0]!)
  const hull = hullOf(path)
  // Of a box in one colour only the edges are seen as ink.
  if (lineWidth === null && isOneBox && fill.startsWith('#') && !mixes(paint))
    for (const edge of edgesOf(hull)) addMark(out, paint, edge)
  else addMark(out, paint, hull, lineWidth ?? 0)
}

/** Half a line's width around the box, too. */
export function addMark(out: Drawing, paint: Paint, box: Box, lineWidth = 0): void {
  const { within } = paint
  if (mixes(paint)) out.mixed = true
  const half = lineWidth / 2
  const seen = {
    x0: Math.max(box.x0 - half, within.x0),
    y0: Math.max(box.y0 - half, within.y0),
    x1: Math.min(box.x1 + half, within.x1),
    y1: Math.min(box.y1 + half, within.y1),
  }
  if (!(seen.x0 <= seen.x1 && seen.y0 <= seen.y1)) return
  if (out.marks.length < mostMarks) out.marks.push(seen)
  else out.marks[0] = everywhere
}

const edgesOf = ({ x0, y0, x1, y1 }: Box): Box[] => [
  { x0, y0, x1, y1: y0 },
  { x0, y0: y1, x1, y1 },
  { x0, y0, x1: x0, y1 },
  { x0: x1, y0, x1, y1 },
]
