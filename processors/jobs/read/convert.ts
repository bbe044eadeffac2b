// One fetched body as text and facts, pure and synchronous; it runs in a worker because a hostile page can make it slow.

import { disarm, disarmWords } from '../markdown/disarm.ts'
import type { ReadAnswer } from './answer.ts'
import { extractPage } from './html/extract.ts'
import { fencedCode } from './markdown/code.ts'
import { toPlainText } from './markdown/plain-text.ts'
import { toMarkdown } from './markdown/to-markdown.ts'
import { looksBlocked } from './text/blocked.ts'
import { cleanText, cutAtBlock } from './text/clean.ts'
import { charsetOf, decodeText } from './text/decode.ts'
import { guessLanguage } from './text/language.ts'
import { countWords } from './text/words.ts'
import type { WarningCode } from './warnings.ts'

export type ConvertJob = {
  kind: 'html' | 'json' | 'text' | 'markup'
  bytes: Uint8Array
  contentType: string
  url: string
  maxChars: number
  format: 'markdown' | 'text'
  links: 'inline' | 'none'
  images?: 'inline' | 'none'
}
type Parts = Pick<
  ReadAnswer,
  | 'canonical'
  | 'title'
  | 'byline'
  | 'site'
  | 'published_at'
  | 'language'
  | 'language_source'
  | 'excerpt'
  | 'markdown'
  | 'word_count'
  | 'truncated'
  | 'links'
  | 'extractor'
>
export type Converted = Parts & {
  charset: string | null
  headings: number
  textShare: number
  agreement: number
  blocked: boolean
  warnings: WarningCode[]
}

export function convert(job: ConvertJob): Converted {
  const decoded = decodeText(job.bytes, charsetOf(job.contentType), job.kind === 'html' ? 'html' : 'other')
  const read = job.kind === 'html' ? convertHtml(decoded.text, job) : convertPlain(decoded.text, job)
  return {
    ...read,
    charset: decoded.charset,
    warnings: [...(decoded.replaced ? (['charset_damaged'] as const) : []), ...read.warnings],
  }
}

function convertHtml(html: string, job: ConvertJob): Omit<Converted, 'charset'> {
  const page = extractPage(html, job.url)
  const { metadata } = page
  const { markdown: written, links, headings } = toMarkdown(page.content, page.document, page.baseUrl, job)
  const markdown = disarm(written, { images: job.images === 'inline', escapesTags: false })
  const plain = toPlainText(markdown)
  const words = countWords(plain)
  const cut = cutAtBlock(job.format === 'text' ? plain : markdown, job.maxChars)
  const blocked = looksBlocked(metadata.title, plain, words)
  const warnings: WarningCode[] = []
  if (page.cut) warnings.push('page_cut')
  if (cut.truncated) warnings.push('truncated')
  if (words < 50) warnings.push(page.scriptChars > 2000 ? 'scripts_needed' : 'little_text')
  if (blocked) warnings.push('blocked_wording')
  return {
    canonical: metadata.canonical,
    title: inWords(metadata.title),
    byline: inWords(metadata.byline),
    site: inWords(metadata.site),
    published_at: metadata.published_at,
    ...guessLanguage(metadata.language, plain),
    excerpt: inWords(metadata.description)?.slice(0, 300).toWellFormed() ?? excerptOf(plain),
    markdown: cut.text,
    word_count: words,
    truncated: cut.truncated,
    links: links.map(({ text, url }) => ({ text: disarmWords(text), url })),
    extractor: page.extractor,
    headings,
    textShare: page.shownChars === 0 ? 0 : Math.min(1, plain.length / page.shownChars),
    agreement: page.agreement,
    blocked,
    warnings,
  }
}

function convertPlain(raw: string, job: ConvertJob): Omit<Converted, 'charset'> {
  const json = job.kind === 'json' ? indentJson(raw) : null
  const clean = cleanText(json ?? raw).trim()
  const isMarkdown = job.kind === 'text' && job.format === 'markdown'
  const text = isMarkdown ? disarm(clean, { images: job.images === 'inline', escapesTags: true }) : clean
  // The fence counts against max_chars as well.
  const cut = cutAtBlock(text, Math.max(0, job.maxChars - 40))
  const fenced = job.format === 'markdown' && job.kind !== 'text'
  const language = job.kind === 'json' ? 'json' : 'xml'
  const warnings: WarningCode[] = cut.truncated ? ['truncated'] : []
  if (job.kind === 'json' && json === null) warnings.push('json_invalid')
  return {
    canonical: null,
    title: null,
    byline: null,
    site: null,
    published_at: null,
    ...(job.kind === 'text' ? guessLanguage(null, text) : guessLanguage(null, '')),
    excerpt: excerptOf(clean),
    markdown: fenced && text !== '' ? fencedCode(cut.text, language) : cut.text,
    word_count: countWords(clean),
    truncated: cut.truncated,
    links: [],
    extractor: job.kind === 'json' ? 'json' : 'text',
    headings: 0,
    textShare: 1,
    agreement: 1,
    blocked: false,
    warnings,
  }
}

/** Shown as Markdown it runs nothing either: titles go into lists and summaries. */
function inWords(text: string | null): string | null {
  return text === null ? null : disarmWords(text)
}

function indentJson(text: string): string | null {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch (error) {
    // A RangeError is nesting too deep to print.
    if (error instanceof SyntaxError || error instanceof RangeError) return null
    throw error
  }
}

function excerptOf(text: string): string | null {
  const start = disarmWords(text.replace(/\s+/g, ' ').trim().slice(0, 600))
  if (start === '') return null
  return start.length <= 280 ? start : `${start.slice(0, 279).toWellFormed()}…`
}
