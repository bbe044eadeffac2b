// What the document routes take, and the closer look at it before anybody pays.
import Type, { type Static } from 'typebox'
import { TollgateError } from '../../../base/errors.ts'
import { sha256Of } from '../../../db/facts/blobs.ts'
import { url as publicUrl } from '../../inputs/url.ts'
import { megabyte } from '../../jobs/convert/limits.ts'
import { languageRefusal } from '../../jobs/convert/ocr/languages.ts'
import { compoundRefusal, looksLike, otherKind } from '../../jobs/convert/office/kind.ts'
import { ConvertOptions } from '../../jobs/convert/schema.ts'
import { sampleDocument } from './sample-document.ts'

export const convertInput = (maxMegabytes: number) =>
  Type.Object(
    {
      url: Type.Optional(
        Type.String({
          minLength: 8,
          maxLength: 2_048,
          description: `https URL of a PDF, DOCX, PPTX, XLSX or HTML document of at most ${maxMegabytes} MB; exactly one of url and base64`,
        }),
      ),
      base64: Type.Optional(
        Type.String({
          minLength: 8,
          description: `the document itself in base64, at most ${maxMegabytes} MB decoded; exactly one of url and base64`,
        }),
      ),
      ...ConvertOptions.properties,
    },
    { additionalProperties: false },
  )
export type ConvertInput = Static<ReturnType<typeof convertInput>>

/** The document as the handler needs it: decoded once, before payment. */
export interface GivenDocument {
  readonly url?: string
  readonly bytes?: Buffer
  readonly sha256?: string
  readonly options: Static<typeof ConvertOptions>
}

// What is said of itself makes no other answer than what is not said.
const defaults = { summarize: true, style: 'clean', tables: 'markdown', ocr: 'auto', blocks: false, comments: false } as const

export function refineConvert(input: ConvertInput, maxMegabytes: number): GivenDocument {
  const { url, base64, ...given } = input
  if ((url === undefined) === (base64 === undefined))
    throw new TollgateError('input_invalid', 'Give exactly one of url and base64.')
  const language = languageRefusal(given.ocr_lang)
  if (language !== null) throw new TollgateError('input_unusable', `${capital(language.message)}.`, { detailCode: language.code })
  const options = { ...defaults, ...given }
  if (url !== undefined) return { url: readUrl(url), options }
  const bytes = decode(base64!, maxMegabytes)
  return { bytes, sha256: sha256Of(bytes), options }
}

const freeStyle = { style: 'clean', tables: 'markdown', ocr: 'auto' } as const
interface FreePart {
  readonly pages: string
  readonly summarize: boolean
}

export function freeDocument(input: { url?: string }, part: FreePart): GivenDocument {
  if (input.url !== undefined) return { url: readUrl(input.url), options: { ...part, ...freeStyle } }
  return { ...sampleDocument(), options: { ...part, ...freeStyle } }
}

export function freeFile({ base64 }: { base64: string }, part: FreePart, maxMegabytes: number): GivenDocument {
  const bytes = decode(base64, maxMegabytes)
  return { bytes, sha256: sha256Of(bytes), options: { ...part, ...freeStyle } }
}

function readUrl(url: string): string {
  return publicUrl.parse(url, { name: 'url', now: new Date(0) })
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function decode(base64: string, maxMegabytes: number): Buffer {
  const text = base64.startsWith('data:') ? base64.slice(base64.indexOf(',') + 1) : base64
  const bytes = Buffer.from(text, 'base64')
  // Node skips what is no base64; what it skipped shows in the length.
  if (Math.abs(text.replace(/[\s=]/g, '').length - Math.ceil((bytes.length * 4) / 3)) > 1) {
    throw new TollgateError('input_invalid', 'base64 is not valid base64.')
  }
  if (bytes.length > maxMegabytes * megabyte)
    throw new TollgateError('input_invalid', `The document is larger than ${maxMegabytes} MB.`)
  const kind = looksLike(bytes)
  const refusal = kind === 'compound' ? compoundRefusal(bytes) : null
  if (kind === null || refusal !== null)
    throw new TollgateError('input_unusable', `${capital(refusal?.message ?? otherKind)}.`, {
      detailCode: refusal?.code ?? 'not_a_document',
    })
  return bytes
}
