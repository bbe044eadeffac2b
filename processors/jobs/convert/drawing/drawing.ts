// The lines, filled boxes and pictures of a page, in points from the top left: what tables are ruled and shaded with.
import type { Box } from '../geometry.ts'
import type { TextTurns } from './text-turn.ts'

export type Stroke = Box & { white: boolean }
export type Fill = Box & { color: string }
/** Painted without letting anything shine through; order tells what was painted before. */
export type Cover = Box & { order: number; by: 'fill' | 'picture' }
/** Where a piece of text begins on its baseline, and how opaque it is. */
export type ShownText = { x: number; y: number; order: number; alpha: number }
export type Drawing = {
  strokes: Stroke[]
  fills: Fill[]
  images: Box[]
  /** Small curved shapes, as letters are that were drawn as shapes. */
  outlines: Box[]
  shaded: boolean
  covers: Cover[]
  shown: ShownText[]
  turns: TextTurns
}
