// What a text source (poppler, or OCR) says about one page: its words in the source's own order, with fonts where known.
import type { Box } from './geometry.ts'

export type Word = Box & {
  text: string
  block: number
  line: number
  size: number
  bold: boolean
  italic: boolean
  mono: boolean
  font: string
  color: string
  href?: string
  hidden?: boolean
  turned?: boolean
  /** By how much its box was taller than letters of its size are: where in there they stand is not known. */
  trimmed?: number
  script?: 'superscript' | 'subscript'
  /** Calls the footnote of this label. */
  note?: string
}

export type PageText = {
  number: number
  width: number
  height: number
  words: Word[]
  /** Large brackets of equations, which have no character of their own. */
  brackets?: Word[]
  /** How many points one of its units is, where poppler draws them as one. */
  unit?: number
  /** The lines of a page that was read as a picture. */
  rules?: Box[]
  /** How far it was turned clockwise to be read. */
  turned?: 90 | 180 | 270
}

/** Where a link leads out of its document, and to nothing that a reader would run. */
export const isOutward = (href: string): boolean => /^(?:https?:\/\/|mailto:)[^\s<>()"\\]+$/i.test(href)
