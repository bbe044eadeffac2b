// What may be repurposed and how, looked at before anybody pays: what is blank, too short or too long is refused by its name.
import Type, { type Static } from 'typebox'
import { TollgateError } from '../../../base/errors.ts'
import { sha256Of } from '../../../db/facts/blobs.ts'
import { url as publicUrl } from '../../inputs/url.ts'
import { cleanText } from '../../jobs/read/text/clean.ts'
import type { RepurposeRequest } from '../../jobs/repurpose/keys.ts'
import { leastCharacters, mostCharacters, mostItems } from '../../jobs/repurpose/limits.ts'
import { formatNames } from '../../jobs/repurpose/task-shape.ts'

export const repurposeInput = Type.Object(
  {
    text: Type.Optional(
      Type.String({
        pattern: '^[^\\u0000]*$',
        description: `${leastCharacters} to ${mostCharacters} characters; exactly one of text and url`,
      }),
    ),
    url: Type.Optional(
      Type.String({
        minLength: 8,
        maxLength: 2_048,
        description: 'absolute http or https URL of a public page; exactly one of text and url',
      }),
    ),
    formats: Type.Array(Type.Enum([...formatNames]), { minItems: 1, maxItems: 6, uniqueItems: true }),
    tone: Type.Optional(Type.Enum(['neutral', 'casual', 'expert'], { default: 'neutral', description: 'of a model’s words' })),
    audience: Type.Optional(
      Type.String({ maxLength: 120, pattern: '^[^\\u0000]*$', description: 'who reads it; for a model’s words' }),
    ),
    language: Type.Optional(
      Type.String({ maxLength: 35, description: 'of the source, as a BCP 47 tag, where it is known; nothing is translated' }),
    ),
    max_items: Type.Optional(
      Type.Integer({ minimum: 1, maximum: mostItems, default: 5, description: 'parts of a kind, such as posts of a thread' }),
    ),
    keep_quotes: Type.Optional(Type.Boolean({ default: true, description: 'false leaves out sentences with quotation marks' })),
    mode: Type.Optional(
      Type.Enum(['auto', 'extractive', 'llm'], {
        default: 'auto',
        description:
          'extractive: slices of the source alone; llm: 422 where no model is configured; auto: a model where there is one',
      }),
    ),
  },
  { additionalProperties: false },
)

export type RepurposeRefined = { readonly request: RepurposeRequest; readonly bytes?: Buffer }

export function refineRepurpose(given: Static<typeof repurposeInput>, model: string | null): RepurposeRefined {
  const { text, url, formats, mode = 'auto' } = given
  if ((text === undefined) === (url === undefined)) throw new TollgateError('input_invalid', 'Give exactly one of text and url.')
  if (mode === 'llm' && model === null)
    throw unusable('no_model', 'mode: no model is configured here; ask for auto or extractive.')
  const audience = cleanText(given.audience ?? '').trim()
  const wishes = {
    formats: [...formats],
    max_items: given.max_items ?? 5,
    keep_quotes: given.keep_quotes ?? true,
    language: readLanguage(given.language),
    tone: given.tone ?? 'neutral',
    audience: audience === '' ? null : audience,
    mode,
  }
  if (url !== undefined) return { request: { ...wishes, url: publicUrl.parse(url, { name: 'url', now: new Date(0) }) } }
  const bytes = Buffer.from(readText(text!).toWellFormed())
  return { request: { ...wishes, sha256: sha256Of(bytes) }, bytes }
}

function readText(text: string): string {
  // Before any look at the text that costs by its length.
  if (text.length > 2 * mostCharacters) throw tooLong(`more than ${2 * mostCharacters}`)
  const clean = cleanText(text).trim()
  if (clean === '') throw unusable('blank', 'text: there is nothing in it that shows.')
  const characters = [...clean].length
  if (characters > mostCharacters || clean.length > mostCharacters) throw tooLong(String(characters))
  if (characters < leastCharacters)
    throw unusable('too_short', `text: ${characters} characters once it is cleaned; ${leastCharacters} is the least.`)
  if (!/[\p{L}\p{N}]/u.test(clean)) throw unusable('no_words', 'text: there is not one word in it.')
  return text
}

function readLanguage(tag: string | undefined): string | null {
  if (tag === undefined) return null
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null
  } catch (error) {
    if (error instanceof RangeError)
      throw new TollgateError('input_invalid', 'language must be a BCP 47 tag, such as en or pt-BR.')
    throw error
  }
}

const tooLong = (said: string) => unusable('too_long', `text: ${said} characters; ${mostCharacters} is the most.`)

const unusable = (detailCode: string, message: string): TollgateError =>
  new TollgateError('input_unusable', message, { detailCode })
