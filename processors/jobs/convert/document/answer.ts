// Puts together what a caller gets: Markdown, tables, metadata, summary, warnings and how far to trust them.

import { disarm, disarmWords } from '../../markdown/disarm.ts'
import type { Grid } from '../element.ts'
import { withMath } from '../math/marks.ts'
import type { PageLayout } from '../page-layout.ts'
import { csv } from '../render/csv.ts'
import { flatGrid } from '../render/flat-grid.ts'
import { htmlTable } from '../render/html-table.ts'
import { type RenderStyle, renderMarkdown } from '../render/markdown.ts'
import { blocksOf } from '../retrieval/blocks.ts'
import { chunksOf } from '../retrieval/chunks.ts'
import type {
  ConvertedDocument,
  ConvertedPicture,
  ConvertedTable,
  ConvertOptions,
  ConvertWarning,
  DocumentMetadata,
} from '../schema.ts'
import { extractiveSummary } from '../summary/extractive.ts'
import { modelSummary, type SummaryModel } from '../summary/model.ts'
import type { DocumentParts, Understood } from './analyse-document.ts'
import { guessLanguage } from './language.ts'
import type { DocumentText } from './read-document.ts'
import { guessedRefusal, wordlessRefusal } from './wordless.ts'

type AnswerDeps = { model: SummaryModel | undefined; timeLeftMs: () => number }

export async function answerOf(
  document: DocumentText,
  read: DocumentParts,
  understood: Understood,
  options: ConvertOptions,
  deps: AnswerDeps,
): Promise<ConvertedDocument> {
  const markdown = markdownOf(understood, options)
  const tables = understood.pages.flatMap((p) =>
    p.elements.flatMap((e) => (e.kind === 'table' ? [tableOf(p.number, e.grid, e.caption)] : [])),
  )
  const warnings = [...documentWarnings(document), ...read.warnings]
  const words = wordsIn(markdown)
  if (words === 0) throw wordlessRefusal(read)
  const trust = [...read.trust].map(([page, value]) =>
    read.kinds.get(page) === 'scanned' && isUnread(page, read.warnings) ? 0 : value,
  )
  const guessed = guessedRefusal(document.pages, read)
  if (guessed !== null) throw guessed
  const scanned = [...read.kinds.values()].filter((k) => k === 'scanned').length
  const partial =
    document.failed.length > 0 ||
    document.cut.length > 0 ||
    warnings.some((w) => w.code.startsWith('ocr_') || w.code === 'page_simplified' || w.code === 'page_cut')
  const summary = options.summarize === false ? null : await summaryOf(understood.pages, markdown, warnings, deps)
  return {
    label: scanned * 2 >= read.kinds.size && scanned > 0 ? 'scanned' : partial ? 'partial' : 'converted',
    textConfidence: Math.round((1000 * trust.reduce((a, b) => a + b, 0)) / (trust.length + document.failed.length)) / 1000,
    markdown,
    tables,
    pictures: understood.pages.flatMap((p) => picturesOf(p, understood, options)),
    ...(options.comments && { comments: document.comments ?? [] }),
    ...retrievalOf(document, understood, options),
    metadata: metadataOf(document, read, markdown),
    word_count: words,
    page_count: document.pages.length,
    table_count: tables.length,
    summary,
    warnings,
  }
}

const wordsIn = (markdown: string): number =>
  markdown.replace(/<[^<>]*>/g, ' ').match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.,-]*/gu)?.length ?? 0

function retrievalOf(
  document: DocumentText,
  understood: Understood,
  options: ConvertOptions,
): Pick<ConvertedDocument, 'blocks' | 'page_sizes' | 'chunks'> {
  if (!options.blocks && options.chunks === undefined) return {}
  const blocks = blocksOf(understood, styleOf(options))
  const chunks = options.chunks === undefined ? {} : { chunks: chunksOf(blocks, options.chunks.max_tokens) }
  if (!options.blocks) return chunks
  const placed = document.pages.filter(({ width }) => width > 0)
  const sizes = placed.map(({ number, width, height, turned }) => ({
    page: number,
    width: Math.round(width * 10) / 10,
    height: Math.round(height * 10) / 10,
    turned: turned ?? (0 as const),
  }))
  return { blocks, page_sizes: sizes, ...chunks }
}

function styleOf({ style = 'clean', tables }: ConvertOptions): Omit<RenderStyle, 'lexicon'> {
  return { style, tables: tables ?? (style === 'faithful' ? 'html' : 'markdown') }
}

function markdownOf({ pages, lexicon }: Understood, options: ConvertOptions): string {
  const style = styleOf(options)
  const rendered = pages.map((p) => {
    const text = renderMarkdown(p.elements, { ...style, lexicon })
    return { page: p.number, text: disarm(text, { images: false, escapesTags: false }) }
  })
  if (options.page_breaks) return rendered.map((r) => `<!-- page ${r.page} -->\n\n${r.text}`).join('\n\n')
  return rendered
    .map((r) => r.text)
    .filter((t) => t !== '')
    .join('\n\n')
}

function tableOf(page: number, grid: Grid, caption: string | null): ConvertedTable {
  const { header, rows } = flatGrid(grid, (text) => withMath(text, (words) => words))
  return { page, caption, header, rows, html: htmlTable(grid), csv: csv([...header, ...rows]) }
}

function picturesOf({ number, elements }: PageLayout, { lexicon }: Understood, options: ConvertOptions): ConvertedPicture[] {
  return elements.flatMap((e, at) => {
    if (e.kind !== 'picture') return []
    // What was laid out like a page follows its picture.
    const end = elements.findIndex((other, i) => i > at && other.ocr === undefined)
    const inside = elements.slice(at + 1, end < 0 ? elements.length : end)
    const asLabels = { style: 'faithful', tables: styleOf(options).tables, lexicon } as const
    const labels = renderMarkdown([e], asLabels)
    const text = labels === '' ? renderMarkdown(inside, { ...styleOf(options), lexicon }) : labels
    return [
      {
        page: number,
        box: [e.x0, e.y0, e.x1, e.y1].map((points) => Math.round(points * 10) / 10),
        caption: e.caption === null ? null : disarmWords(e.caption),
        text: text === '' ? null : disarm(text, { images: false, escapesTags: false }),
        ocr_confidence: e.confidence,
      },
    ]
  })
}

async function summaryOf(pages: readonly PageLayout[], markdown: string, warnings: ConvertWarning[], deps: AnswerDeps) {
  if (deps.model && markdown !== '') {
    const answered = await modelSummary(deps.model, markdown, deps.timeLeftMs())
    if ('summary' in answered) return answered.summary
    warnings.push(answered.warning)
  }
  return extractiveSummary(pages)
}

const isUnread = (page: number, warnings: readonly ConvertWarning[]) =>
  warnings.some((w) => w.code.startsWith('ocr_') && w.pages?.includes(page))

function documentWarnings(document: DocumentText): ConvertWarning[] {
  const warnings: ConvertWarning[] = []
  if (document.repaired) warnings.push({ code: 'repaired', message: 'the file is damaged; what could be repaired was converted' })
  if (document.failed.length > 0)
    warnings.push({ code: 'pages_failed', message: 'these pages could not be read', pages: document.failed })
  if (document.cut.length > 0)
    warnings.push({ code: 'pages_cut', message: 'these pages were too much for one call and end early', pages: document.cut })
  if (document.moreComments)
    warnings.push({ code: 'comments_capped', message: `only the first ${document.comments?.length} comments are told` })
  if (!document.fontsKnown)
    warnings.push({ code: 'fonts_unknown', message: 'fonts could not be read; headings and hidden text may be missed' })
  return warnings
}

function metadataOf(document: DocumentText, read: DocumentParts, markdown: string): DocumentMetadata {
  const { head, info } = document
  const field = (key: string) => (head[key] === undefined || head[key] === '' ? null : disarmWords(head[key]))
  return {
    format: document.format,
    title: field('title'),
    author: field('author'),
    subject: field('subject'),
    creator: field('creator'),
    producer: field('producer'),
    created_at: info.createdAt,
    modified_at: info.modifiedAt,
    pages: info.pages,
    language: guessLanguage(markdown),
    page_kinds: [...read.kinds].map(([page, kind]) => ({ page, kind })),
    outline: document.bookmarks.map((b) => ({ title: disarmWords(b.title), page: b.page, level: b.level })),
  }
}
