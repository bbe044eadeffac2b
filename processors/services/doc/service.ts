// Documents: any PDF as clean Markdown with its tables, metadata and a summary, converted by queued workers.
import Type from 'typebox'
import { TollgateError } from '../../../errors.ts'
import { answerSchema, signalSchema } from '../../answer.ts'
import { defineRoute, defineService, type Queue, type QueuedRequest } from '../../define.ts'
import { contentKey, type DocumentRoute, urlKey } from '../../jobs/convert/keys.ts'
import { ConvertedDocument } from '../../jobs/convert/schema.ts'
import { documentRequests } from '../../jobs/convert/topic.ts'
import { convertInput, type GivenDocument, maxDocumentBytes, readUrl, refineConvert } from './inputs.ts'
import { sampleDocument } from './sample-document.ts'

const daySeconds = 86_400
const freePages = '1-5'

const { label: _label, textConfidence: _textConfidence, ...sections } = ConvertedDocument.properties
const signal = signalSchema(['converted', 'partial', 'scanned'], [0, 100])
const { tables: _tables, ...withoutTables } = sections

const shared = {
  price: 'free',
  serve: 'queued',
  tags: ['documents', 'pdf', 'markdown'],
  maxAgeSeconds: 600,
  hardMaxAgeSeconds: 365 * daySeconds,
} as const

const convert = defineRoute({
  ...shared,
  method: 'POST',
  path: '/convert',
  price: '0.05',
  summary:
    'Any PDF as clean Markdown, with tables, metadata and a summary. Up to 25 MB, 500 pages and 50 seconds; OCR for scanned pages',
  input: convertInput,
  output: answerSchema(signal, sections),
  example: { input: { url: 'https://example.com/report.pdf', summarize: true }, output: undefined },
  bodyLimitBytes: Math.ceil((maxDocumentBytes * 4) / 3) + 65_536,
  refine: (input) => refineConvert(input) as never,
  key: (input) => keyOf(input as GivenDocument),
  queue: queueFor('/convert'),
})

const report = defineRoute({
  ...shared,
  method: 'GET',
  path: '/report',
  summary: 'Free: the first five pages of a PDF as Markdown, without the tables array',
  input: Type.Object({
    url: Type.Optional(
      Type.String({
        minLength: 8,
        maxLength: 2_048,
        description: 'https URL of a PDF; without one, a built-in sample is converted',
      }),
    ),
    summarize: Type.Optional(Type.Boolean({ description: 'add a summary; true where nothing is said' })),
  }),
  output: answerSchema(signal, withoutTables),
  example: { input: { url: 'https://example.com/report.pdf' }, output: undefined },
  refine: (input) => freeDocument(input, { pages: freePages, summarize: input.summarize ?? true }) as never,
  key: (input) => keyOf(input as GivenDocument),
  queue: queueFor('/report'),
})

const preview = defineRoute({
  ...shared,
  method: 'GET',
  path: '/preview',
  summary: 'Free: the first page of a PDF, or of a built-in sample, as Markdown',
  input: Type.Object({
    url: Type.Optional(
      Type.String({
        minLength: 8,
        maxLength: 2_048,
        description: 'https URL of a PDF; without one, a built-in sample is converted',
      }),
    ),
  }),
  output: answerSchema(signal, withoutTables),
  example: { input: {}, output: undefined },
  refine: (input) => freeDocument(input, { pages: '1', summarize: false }) as never,
  key: (input) => keyOf(input as GivenDocument),
  queue: queueFor('/preview'),
})

export default defineService({
  label: 'doc',
  title: 'Documents',
  description: 'PDF to clean Markdown: reading order, headings, lists, tables with spans, footnotes, links, OCR and a summary.',
  version: '1',
  tags: ['documents', 'pdf'],
  reads: [],
  routes: [convert, report, preview],
  affected: () => [],
  selects: () => [],
  compute() {
    throw new TollgateError('definition_invalid', 'doc answers are made by its job')
  },
})

function freeDocument(input: { url?: string }, options: { pages: string; summarize: boolean }): GivenDocument {
  const style = { style: 'clean', tables: 'markdown', ocr: 'auto' } as const
  if (input.url !== undefined) return { url: readUrl(input.url), options: { ...options, ...style } }
  return { ...sampleDocument(), options: { ...options, ...style } }
}

function queueFor(route: DocumentRoute): Queue<unknown> {
  return {
    kind: 'convert',
    topic: documentRequests,
    waitSeconds: 55,
    request: (input) => requestFor(route, input as GivenDocument),
  }
}

function keyOf(document: GivenDocument): string {
  return document.url === undefined ? contentKey(document.sha256!, document.options) : urlKey(document.url, document.options)
}

function requestFor(route: DocumentRoute, document: GivenDocument): QueuedRequest {
  const key = keyOf(document)
  if (document.url !== undefined) return { key, value: { route, url: document.url, options: document.options } }
  return {
    key,
    value: { route, sha256: document.sha256!, options: document.options },
    blob: { bytes: document.bytes!, mediaType: 'application/pdf' },
  }
}
