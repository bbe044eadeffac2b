// The lines, filled boxes and pictures of a page, in points from the top left: what tables are ruled and shaded with.
import type { Box } from '../geometry.ts'

export type Stroke = Box & { white: boolean }
export type Fill = Box & { color: string }
export type Drawing = { strokes: Stroke[]; fills: Fill[]; images: Box[]; shaded: boolean }
