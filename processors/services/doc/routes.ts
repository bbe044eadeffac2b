// The document routes: whole conversions for money, first pages for nothing, each within the limits it states.
import Type from 'typebox'
import type { Maker } from '../../jobs/convert/keys.ts'
import { megabyte } from '../../jobs/convert/limits.ts'
import { ConvertedDocument } from '../../jobs/convert/schema.ts'
import { answerSchema, signalSchema } from '../../kit/answer.ts'
import { defineRoute, type ServiceSettings } from '../../kit/define.ts'
import { convertInput, freeDocument, freeFile, type GivenDocument, refineConvert } from './inputs.ts'
import { keyOf, queueFor } from './queue.ts'
import { exampleDocument } from './sample-document.ts'

const daySeconds = 86_400
// What JSON around a document in base64 may take.
const envelopeBytes = 65_536
// And around one that comes without options.
const bareEnvelopeBytes = 1_024

const { label: _label, textConfidence: _textConfidence, ...sections } = ConvertedDocument.properties
const signal = signalSchema(['converted', 'partial', 'scanned'], [0, 100])
const {
  tables: _tables,
  pictures: _pictures,
  comments: _comments,
  blocks: _blocks,
  page_sizes: _sizes,
  chunks: _chunks,
  ...withoutTables
} = sections

const shared = {
  price: 'free',
  serve: 'queued',
  tags: ['documents', 'pdf', 'docx', 'pptx', 'xlsx', 'html', 'markdown'],
  maxAgeSeconds: 600,
  hardMaxAgeSeconds: 365 * daySeconds,
} as const

const queued = (maker: Maker, waitSeconds: number) => ({
  key: (input: unknown) => keyOf(maker, input as GivenDocument),
  queue: queueFor(maker, waitSeconds),
})

const optionalUrl = (maxMegabytes: number) =>
  Type.Optional(
    Type.String({
      minLength: 8,
      maxLength: 2_048,
      description: `https URL of a document of at most ${maxMegabytes} MB; without one, a built-in sample is converted`,
    }),
  )

export function convertRoute({ documents, model }: ServiceSettings) {
  const { maxMegabytes, maxPages, timeoutSeconds } = documents
  return defineRoute({
    ...shared,
    method: 'POST',
    path: '/convert',
    price: '0.05',
    summary:
      'Any PDF, DOCX, PPTX, XLSX or HTML document as clean Markdown, with tables, metadata and a summary; OCR for scanned pages. ' +
      `Limits: ${maxMegabytes} MB, ${maxPages} pages, ${timeoutSeconds} seconds of work`,
    input: convertInput(maxMegabytes),
    output: answerSchema(signal, sections),
    example: { input: { base64: exampleDocument, summarize: true }, output: undefined },
    bodyLimitBytes: Math.ceil((maxMegabytes * megabyte * 4) / 3) + envelopeBytes,
    refine: (input) => refineConvert(input, maxMegabytes) as never,
    ...queued({ route: '/convert', model: model?.name ?? null }, documents.waitSeconds),
  })
}

export function reportRoute({ documents, model }: ServiceSettings) {
  const { maxMegabytes, freePages } = documents
  const pages = freePages === 1 ? '1' : `1-${freePages}`
  return defineRoute({
    ...shared,
    method: 'GET',
    path: '/report',
    summary: `Free: at most the first ${freePages} page(s) of a PDF, DOCX, PPTX, XLSX or HTML document as Markdown, without the tables array`,
    input: Type.Object({
      url: optionalUrl(maxMegabytes),
      summarize: Type.Optional(Type.Boolean({ description: 'add a summary; true where nothing is said' })),
    }),
    output: answerSchema(signal, withoutTables),
    example: { input: {}, output: undefined },
    refine: (input) => freeDocument(input, { pages, summarize: input.summarize ?? true }) as never,
    ...queued({ route: '/report', model: model?.name ?? null }, documents.waitSeconds),
  })
}

// What one may see of a document without paying is the same however it comes.
const firstPage = { pages: '1', summarize: false }

export function previewRoute({ documents, model }: ServiceSettings) {
  return defineRoute({
    ...shared,
    method: 'GET',
    path: '/preview',
    summary: 'Free: the first page, slide or sheet of a document, or of a built-in sample, as Markdown',
    input: Type.Object({ url: optionalUrl(documents.maxMegabytes) }),
    output: answerSchema(signal, withoutTables),
    example: { input: {}, output: undefined },
    refine: (input) => freeDocument(input, firstPage) as never,
    ...queued({ route: '/preview', model: model?.name ?? null }, documents.waitSeconds),
  })
}

export function previewFileRoute({ documents, model }: ServiceSettings) {
  const { maxMegabytes } = documents
  return defineRoute({
    ...shared,
    method: 'POST',
    path: '/preview-file',
    summary:
      'Free: the first page, slide or sheet of a file of your own as Markdown, as /preview gives it of a URL; the file is not kept',
    input: Type.Object(
      {
        base64: Type.String({
          minLength: 8,
          description: `a PDF, DOCX, PPTX, XLSX or HTML document in base64, at most ${maxMegabytes} MB decoded`,
        }),
      },
      { additionalProperties: false },
    ),
    output: answerSchema(signal, withoutTables),
    example: { input: { base64: exampleDocument }, output: undefined },
    bodyLimitBytes: Math.ceil((maxMegabytes * megabyte * 4) / 3) + bareEnvelopeBytes,
    forgets: true,
    refine: (input) => freeFile(input, firstPage, maxMegabytes) as never,
    ...queued({ route: '/preview-file', model: model?.name ?? null }, documents.waitSeconds),
  })
}
