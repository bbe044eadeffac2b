// Which way a page's text runs: how much of it is drawn along each of the four directions a reader may turn a page to.

import type { Matrix } from './matrix.ts'
import { isString, type PdfValue } from './pdf-value.ts'

/** How much text runs to the right, upwards, to the left and downwards. */
export type TextTurns = [number, number, number, number]
/** How far a page must be turned clockwise so that its text runs to the right. */
export type Turn = 0 | 90 | 180 | 270

const turnsOf = [0, 90, 180, 270] as const
// Text at a slant belongs to no direction.
const slant = 0.2
const mostText = 0.5

export function addTextTurn(turns: TextTurns, ctm: Matrix, axis: { x: number; y: number }, operands: readonly PdfValue[]): void {
  const x = axis.x * ctm[0] + axis.y * ctm[2]
  const y = axis.x * ctm[1] + axis.y * ctm[3]
  const isLevel = Math.abs(y) < slant * Math.abs(x)
  if (!isLevel && Math.abs(x) >= slant * Math.abs(y)) return
  // Measured from the top, what runs upwards loses height.
  turns[isLevel ? (x > 0 ? 0 : 2) : y < 0 ? 1 : 3] += lengthOf(operands.at(-1))
}

/** The way most of a page's text runs; upright where none has most of it. */
export function mainTurn(turns: TextTurns): Turn {
  const all = turns[0] + turns[1] + turns[2] + turns[3]
  return turnsOf.find((_, i) => turns[i]! > mostText * all) ?? 0
}

function lengthOf(shown: PdfValue | undefined): number {
  if (isString(shown)) return shown.isHex ? shown.string.length / 2 : shown.string.length
  return Array.isArray(shown) ? shown.reduce<number>((sum, piece) => sum + (isString(piece) ? lengthOf(piece) : 0), 0) : 0
}
