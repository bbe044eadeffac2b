// Converts one document of any kind that is read here: its bytes say which.
import { readFile, stat } from 'node:fs/promises'
import { type ConvertDeps, convertPdf } from './convert.ts'
import { answerOf } from './document/answer.ts'
import { defaultLimits, tooLarge } from './limits.ts'
import { type Flow, partsOf } from './office/flow.ts'
import { cutToSize } from './office/flow-size.ts'
import { compoundRefusal, looksLike, mainPart, otherKind } from './office/kind.ts'
import { openPackage } from './office/package.ts'
import { readHtml } from './office/read-html.ts'
import { readXlsx } from './office/sheets/read-xlsx.ts'
import { readPptx } from './office/slides/read-pptx.ts'
import { readDocx } from './office/word/read-docx.ts'
import { wantedPages } from './page-range.ts'
import { ConvertRefusal } from './refusal.ts'
import type { ConvertedDocument, ConvertOptions } from './schema.ts'

export async function convertDocument(
  input: Uint8Array | string,
  options: ConvertOptions = {},
  deps: ConvertDeps = {},
): Promise<ConvertedDocument> {
  const limits = { ...defaultLimits, ...deps.limits }
  const started = performance.now()
  const size = typeof input === 'string' ? (await stat(input)).size : input.byteLength
  if (size > limits.maxBytes) throw tooLarge(limits)
  const bytes = typeof input === 'string' ? await readFile(input) : input
  const kind = looksLike(bytes)
  if (kind === 'pdf') return await convertPdf(input, options, deps)
  if (kind === null) throw new ConvertRefusal('not_a_document', otherKind)
  if (kind === 'compound') throw compoundRefusal(bytes)
  const wanted = (pages: number) => wantedPages(options.pages, pages, limits.maxPages)
  const flow = kind === 'html' ? readHtml(bytes, options.style) : await readOffice(bytes, wanted)
  const numbers = new Set(wanted(flow.pageCount))
  const asked = { ...flow, pages: flow.pages.filter(({ number }) => numbers.has(number)) }
  deps.onProgress?.(asked.pages.length, asked.pages.length)
  const { document, read, understood } = partsOf(cutToSize(asked, limits))
  if (performance.now() - started > limits.timeoutMs || deps.signal?.aborted)
    throw new ConvertRefusal('timeout', 'the document takes longer to convert than one call may')
  const timeLeftMs = () => limits.timeoutMs - (performance.now() - started)
  return await answerOf(document, read, understood, options, { model: deps.model, timeLeftMs })
}

async function readOffice(bytes: Uint8Array, wanted: (pages: number) => readonly number[]): Promise<Flow> {
  const file = openPackage(bytes)
  const { kind, part, xml } = mainPart(file)
  if (kind === 'docx') return await readDocx(file, part, xml)
  return kind === 'xlsx' ? readXlsx(file, part, xml, wanted) : readPptx(file, part, xml, wanted)
}
