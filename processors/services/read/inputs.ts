// What the reader takes: one URL under any of its names, and how the text is wanted.
import { createHash } from 'node:crypto'
import { defineChoice } from '../../inputs/choice.ts'
import { defineInteger } from '../../inputs/kind.ts'
import { optional, required, takeInputs } from '../../inputs/take.ts'
import { url } from '../../inputs/url.ts'
import type { ReadInput } from '../../jobs/read/answer.ts'

const maxChars = defineInteger({
  kind: 'characters',
  least: 500,
  most: 200_000,
  example: 60_000,
  description: 'longest text returned, in characters',
})

/** One canonical URL and every wish named, so that equal questions are equal. */
export const readInputs = takeInputs({
  url: required(url),
  max_chars: optional(maxChars, { fallback: 60_000 }),
  format: optional(defineChoice('format', ['markdown', 'text'], { description: 'how the text is written' }), {
    fallback: 'markdown',
  }),
  links: optional(defineChoice('links', ['inline', 'none'], { description: 'links in the text, or none' }), {
    fallback: 'inline',
  }),
  images: optional(defineChoice('images', ['none', 'inline'], { description: 'pictures by their address, or none' }), {
    fallback: 'none',
  }),
})

export function readKey({ url, max_chars, format, links, images = 'none' }: ReadInput): string {
  return `${createHash('sha256').update(url).digest('hex')}:${max_chars}:${format}:${links}${images === 'none' ? '' : ':images'}`
}
