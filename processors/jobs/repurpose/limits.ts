// How much text is taken, and how long each part of a format may be, counted as its platform counts.
import type { FormatName } from './task-shape.ts'

export const leastCharacters = 200
export const mostCharacters = 60_000
export const mostItems = 15

/** `x`: X's weighted length; `utf16`: code units, the most any platform counts; `graphemes`: what a person sees; `words`: of the segmenter. */
export type Unit = 'x' | 'utf16' | 'graphemes' | 'words'
export type Bound = { readonly unit: Unit; readonly most: number }

const graphemes = (most: number): Bound => ({ unit: 'graphemes', most })

/** Of every format its parts by role, in the order they come. */
export const bounds = {
  x_post: { post: { unit: 'x', most: 280 } },
  x_thread: { post: { unit: 'x', most: 280 } },
  linkedin: { post: { unit: 'utf16', most: 3_000 } },
  newsletter: { subject: graphemes(78), lead: graphemes(600), point: graphemes(300) },
  blog_outline: { heading: graphemes(90), point: graphemes(200) },
  summary: { summary: { unit: 'words', most: 120 } },
  key_points: { point: graphemes(300) },
  titles: { title: graphemes(70) },
  faq: { question: graphemes(200), answer: graphemes(500) },
  seo_meta: { title: graphemes(60), description: graphemes(160) },
} as const satisfies Record<FormatName, Record<string, Bound>>

export const boundOf = (format: FormatName, role: string): Bound | undefined =>
  (bounds[format] as Readonly<Record<string, Bound>>)[role]
