// What the reader takes: one URL under any of its names, and how the text is wanted.
import { createHash } from 'node:crypto'
import Type, { type Static } from 'typebox'
import { TollgateError } from '../../../errors.ts'
import { ReadInput } from '../../jobs/read/answer.ts'

const aliases = ['link', 'u', 'uri', 'page', 'q'] as const
const alias = Type.Optional(Type.String({ maxLength: 2_048, description: 'another name of url' }))

const { url, ...wishes } = ReadInput.properties

export const readInput = Type.Object({
  url: Type.Optional(url),
  link: alias,
  u: alias,
  uri: alias,
  page: alias,
  q: alias,
  ...wishes,
})
export type GivenRead = Static<typeof readInput>

/** One canonical URL and every wish named, so that equal questions are equal. */
export function refineRead(input: GivenRead): ReadInput {
  const given = [input.url, ...aliases.map((name) => input[name])].filter((value) => value !== undefined)
  const urls = new Set(given.map(canonicalUrl))
  if (urls.size === 0) throw new TollgateError('input_invalid', 'Give the URL to read as url.')
  if (urls.size > 1)
    throw new TollgateError('input_invalid', 'url and its other names (link, u, uri, page, q) name different URLs.')
  const { max_chars = 60_000, format = 'markdown', links = 'inline' } = input
  return { url: [...urls][0]!, max_chars, format, links }
}

function canonicalUrl(text: string): string {
  // The URL standard drops control characters and mends slashes, so the page read could be another than the one written.
  const isWritten = /^https?:\/\/[^/]/i.test(text) && !/[\s\\\p{Cc}]/u.test(text) && URL.canParse(text)
  if (!isWritten) throw new TollgateError('input_invalid', 'url must be an absolute http or https URL, percent-encoded.')
  const parsed = new URL(text)
  if (parsed.username !== '' || parsed.password !== '')
    throw new TollgateError('input_invalid', 'url must not carry a user name or password.', { detailCode: 'credentials_refused' })
  parsed.hash = ''
  return parsed.href
}

export function readKey({ url, max_chars, format, links }: ReadInput): string {
  return `${createHash('sha256').update(url).digest('hex')}:${max_chars}:${format}:${links}`
}
