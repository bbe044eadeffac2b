// Converts one PDF to Markdown, tables and metadata within given limits, or says in a typed refusal why it cannot.
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { readParts, understand } from './document/analyse-document.ts'
import { answerOf } from './document/answer.ts'
import { joinBrokenTables } from './document/broken-tables.ts'
import { notedOn } from './document/comments.ts'
import { tieFootnotes } from './document/footnotes.ts'
import { partIndented } from './document/indented-paragraphs.ts'
import { needsOcr } from './document/page-kind.ts'
import { joinBrokenParagraphs } from './document/paragraphs.ts'
import { type DocumentText, firstLook, readDocument } from './document/read-document.ts'
import { lookForInk } from './document/seen-ink.ts'
import { readTurned } from './document/turned-pages.ts'
import { type Drawings, openDrawings } from './drawing/page-drawing.ts'
import type { PageFrame } from './drawing/page-frame.ts'
import { type ConvertLimits, defaultLimits, tooLarge } from './limits.ts'
import { languageRefusal } from './ocr/languages.ts'
import { drawnFrom } from './ocr/plain-file.ts'
import { readScanned } from './ocr/read-scanned.ts'
import { ocrProgram } from './ocr/run-tesseract.ts'
import type { PageText } from './page-text.ts'
import { readPictures } from './pictures/read-pictures.ts'
import { standPictures } from './pictures/stand-pictures.ts'
import { type Bounds, createPoppler } from './poppler/poppler.ts'
import { prepareToRead } from './poppler/read-pages.ts'
import { repairTrailer } from './poppler/repair.ts'
import { readTaggedHeadings } from './poppler/structure.ts'
import { withScratch } from './process/scratch.ts'
import { ConvertRefusal } from './refusal.ts'
import type { ConvertedDocument, ConvertOptions } from './schema.ts'
import type { SummaryModel } from './summary/model.ts'

export type ConvertDeps = {
  limits?: Partial<ConvertLimits>
  signal?: AbortSignal
  model?: SummaryModel
  onProgress?: (pagesDone: number, pagesTotal: number) => void
  scratchParent?: string
  /** The programs run in this process's own group, and end with it. */
  inGroup?: boolean
}

const readShare = 0.8

export async function convertPdf(
  input: Uint8Array | string,
  options: ConvertOptions = {},
  deps: ConvertDeps = {},
): Promise<ConvertedDocument> {
  const limits = { ...defaultLimits, ...deps.limits }
  const refusal = languageRefusal(options.ocr_lang)
  if (refusal !== null) throw refusal
  const bytes = await bytesOf(input, limits)
  return await withScratch(async (scratch) => {
    const now = performance.now()
    const bounds: Bounds = {
      limits,
      scratch,
      readBy: now + limits.timeoutMs * readShare,
      deadline: now + limits.timeoutMs,
      signal: deps.signal,
      inGroup: deps.inGroup ?? false,
    }
    // Written while the first pages are read already.
    const given = typeof input === 'string' ? resolve(input) : join(scratch, 'document.pdf')
    const stored = typeof input === 'string' ? Promise.resolve() : writeFile(given, bytes, { mode: 0o600 })
    const poppler = createPoppler(bounds, stored)
    const readFrom = (path: string, its?: Uint8Array) =>
      readDocument(
        poppler,
        { file: path, ...(its && { bytes: its }) },
        options.pages,
        bounds,
        deps.onProgress ?? (() => undefined),
      )
    const [{ document, ...opened }, drawings] = await whileReading(
      readOrRepair(given, bytes, scratch, readFrom),
      stored,
      bytes,
      options.pages === undefined ? limits.maxPages : 0,
    ).finally(() => prepareToRead(poppler, firstLook))
    // Between pages: others of this process get their turn, and a document its end.
    const pause = async () => {
      await nextTurn()
      if (performance.now() > bounds.deadline || deps.signal?.aborted)
        throw new ConvertRefusal('timeout', 'the document takes longer to convert than one call may')
    }
    const ocr = options.ocr ?? 'auto'
    const isClean = (options.style ?? 'clean') === 'clean'
    const language = options.ocr_lang ?? null
    const file = (await readTurned(document.pages, drawings, poppler, bounds)) ?? opened.file
    const { drawing, frame, headings } = drawings
    // A repaired file is not the one that was drawn here.
    const toRead = drawnFrom(file, document.repaired ? () => null : drawings.plainFileWith, bounds)
    for (const page of document.pages) cropTo(page, frame(page.number))
    const [read, tags] = await Promise.all([
      readParts(
        document.pages,
        drawing,
        { fontsKnown: document.fontsKnown, asLatex: isClean },
        pause,
        {
          pages: async (pages, kinds) => {
            const wanted = pages.filter(
              (p) => (ocr === 'force' && kinds.get(p.number) !== 'mixed') || needsOcr(p, kinds.get(p.number)),
            )
            return await readScanned(poppler, toRead, wanted, { mode: ocr, language }, bounds)
          },
          pictures: async (pages) =>
            ocr === 'off' || ocrProgram() === null
              ? { found: new Map(), warnings: [] }
              : await readPictures(poppler, toRead, pages, language, bounds),
        },
        async (unsure) =>
          await lookForInk(poppler, file, unsure, { file: drawings.paperFileWith, fields: drawings.fields }, bounds),
      ),
      headings === null ? new Map<string, number>() : readTaggedHeadings(poppler, file, headings(), scratch),
    ])
    const understood = await understand(document.pages, read.parts, document.bookmarks, tags, pause)
    if (isClean) {
      tieFootnotes(understood.pages, understood.bodySize)
      partIndented(understood.pages)
      const heights = new Map(document.pages.map(({ number, height }) => [number, height]))
      joinBrokenTables(understood.pages, (page) => heights.get(page) ?? 0)
      joinBrokenParagraphs(understood.pages)
    }
    standPictures(understood.pages, document.pages, read, isClean)
    const noted = options.comments ? notedOn(document.pages, drawings.comments) : null
    return await answerOf({ ...document, ...noted }, read, understood, options, {
      model: deps.model,
      timeLeftMs: () => bounds.deadline - performance.now(),
    })
  }, deps.scratchParent)
}

// What pages draw is found while poppler reads what they say.
async function whileReading<T>(
  reading: Promise<T>,
  stored: Promise<void>,
  bytes: Uint8Array,
  pages: number,
): Promise<[T, Drawings]> {
  let isReading = true
  const read = reading.finally(() => {
    isReading = false
  })
  const drawAhead = async () => {
    await nextTurn()
    const drawings = openDrawings(bytes)
    for (let page = 1; page <= pages && isReading && drawings.prepare(page); page++) await nextTurn()
    return drawings
  }
  // Its programs end before anything else does.
  const [text, drawings, file] = await Promise.allSettled([read, drawAhead(), stored])
  if (file.status === 'rejected') throw file.reason
  if (text.status === 'rejected') throw text.reason
  if (drawings.status === 'rejected') throw drawings.reason
  return [text.value, drawings.value]
}

// What lies outside is off the page then, and no reader sees it.
function cropTo(page: PageText, frame: PageFrame | null): void {
  if (frame === null) return
  // Poppler takes every unit for a point; a page of larger units is as large as it is shown.
  const reach = page.width + page.height
  const isInPoints = frame.unit === 1 || Math.abs(reach - frame.reach) > Math.abs(reach - frame.unit * frame.reach)
  const scale = isInPoints ? 1 : frame.unit
  if (scale !== 1) page.unit = scale
  page.width = frame.width
  page.height = frame.height
  for (const word of [...page.words, ...(page.brackets ?? [])]) {
    word.x0 = word.x0 * scale - frame.dx
    word.x1 = word.x1 * scale - frame.dx
    word.y0 = word.y0 * scale - frame.dy
    word.y1 = word.y1 * scale - frame.dy
    word.size *= scale
    if (word.trimmed !== undefined) word.trimmed *= scale
  }
}

async function bytesOf(input: Uint8Array | string, limits: ConvertLimits): Promise<Uint8Array> {
  const size = typeof input === 'string' ? (await stat(input)).size : input.byteLength
  if (size > limits.maxBytes) throw tooLarge(limits)
  const bytes = typeof input === 'string' ? await readFile(input) : input
  // Readers accept up to a kilobyte of anything before the header.
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(1024, bytes.byteLength)).includes('%PDF-')) {
    throw new ConvertRefusal('not_a_pdf', 'the bytes are not a PDF document: they do not begin with %PDF-')
  }
  return bytes
}

async function readOrRepair(
  given: string,
  bytes: Uint8Array,
  scratch: string,
  readFrom: (path: string, bytes?: Uint8Array) => Promise<DocumentText>,
) {
  try {
    return { document: await readFrom(given, bytes), file: given }
  } catch (error) {
    const repaired = error instanceof ConvertRefusal && error.code === 'broken' ? await repairTrailer(bytes, scratch) : null
    if (repaired === null) throw error
    return { document: { ...(await readFrom(repaired)), repaired: true }, file: repaired }
  }
}
