// The lines, filled boxes and pictures of a page, in points from the top left: what tables are ruled and shaded with.
import type { Box } from '../geometry.ts'
import type { TextTurns } from './text-turn.ts'

export type Stroke = Box & { white: boolean }
export type Fill = Box & { color: string }
/** Painted without letting anything shine through; order tells what was painted before. */
export type Cover = Box & { order: number; by: 'fill' | 'picture' }
/** May cover what was painted before it, wholly or in part: its shape, its ink or where it is cut off is not followed. */
export type Veil = Box & { order: number }
/** Where a piece of text begins on its baseline, how opaque it is, and where it is surely not cut off; null: nowhere. */
export type ShownText = { x: number; y: number; order: number; alpha: number; clip: Box | null; isPatterned?: true }
export type Drawing = {
  strokes: Stroke[]
  fills: Fill[]
  images: Box[]
  /** Small curved shapes, as letters are that were drawn as shapes. */
  outlines: Box[]
  /** Straight lines that run neither along nor up the page, and the heads of arrows. */
  slanted: Box[]
  shaded: boolean
  covers: Cover[]
  veils: Veil[]
  /** Where anything but text is painted. */
  marks: Box[]
  shown: ShownText[]
  turns: TextTurns
  /** Some of it was too much to follow, or paints text in a way that only a picture of the page shows. */
  unsure: boolean
  /** A blend or a mask is on it: what is seen depends on what readers take for the paper. */
  mixed: boolean
}

export function emptyDrawing(): Drawing {
  return {
    strokes: [],
    fills: [],
    images: [],
    outlines: [],
    slanted: [],
    shaded: false,
    covers: [],
    veils: [],
    marks: [],
    shown: [],
    turns: [0, 0, 0, 0],
    unsure: false,
    mixed: false,
  }
}

/** Null where there is none. */
export function drawingOfRules(rules: readonly Box[]): Drawing | null {
  return rules.length === 0 ? null : { ...emptyDrawing(), strokes: rules.map((rule) => ({ ...rule, white: false })) }
}
