// Reads one public URL into the answer of the read service: fetch safely, tell what it is, convert off the event loop, judge.
import { type Fetched, FetchRefusal, type SafeFetch } from '../../../safe-fetch/index.ts'
import type { ReadAnswer, ReadInput } from './answer.ts'
import { contentKind } from './content-kind.ts'
import type { Converted } from './convert.ts'
import type { ConvertPool } from './convert-pool.ts'
import { judgeReading } from './quality.ts'
import { ReadRefusal } from './refusal.ts'
import type { Robots } from './robots.ts'
import { cleanText, cutAtBlock } from './text/clean.ts'
import { guessLanguage } from './text/language.ts'
import { countWords } from './text/words.ts'
import { type WarningCode, warningsFor } from './warnings.ts'

export type PdfPage = { markdown: string; title: string | null }
export interface PdfReader {
  read(bytes: Uint8Array, signal?: AbortSignal): Promise<PdfPage>
}
export type ReaderDeps = { safeFetch: SafeFetch; pool: ConvertPool; now(): Date; robots?: Robots; pdf?: PdfReader }
export type ReadPage = (input: ReadInput, signal?: AbortSignal) => Promise<ReadAnswer>

const accept =
  'text/html, application/xhtml+xml;q=0.9, text/plain;q=0.8, application/json;q=0.8, application/pdf;q=0.7, */*;q=0.1'

export function createReader(deps: ReaderDeps): ReadPage {
  return async (input, signal) => {
    const asked = [await robotsVerdict(deps, input.url, signal)]
    const onRedirect = async (url: string) => void asked.push(await robotsVerdict(deps, url, signal))
    const fetched = await deps.safeFetch(input.url, { accept, onRedirect, ...(signal === undefined ? {} : { signal }) })
    if (fetched.status < 200 || fetched.status >= 300) throw new ReadRefusal('page_status', { siteStatus: fetched.status })
    const fetchedAt = deps.now()
    const converted = await convertFetched(deps, fetched, input, signal)
    if (converted.markdown === '') throw new ReadRefusal('page_empty')
    return answerOf(input, fetched, converted, fetchedAt, asked.includes('unknown') ? ['robots_unknown'] : [])
  }
}

async function robotsVerdict(deps: ReaderDeps, url: string, signal: AbortSignal | undefined): Promise<'allowed' | 'unknown'> {
  if (deps.robots === undefined) return 'allowed'
  // What cannot be parsed is refused by the fetch that follows, with the right code.
  if (!URL.canParse(url) || !/^https?:/i.test(url)) return 'allowed'
  const verdict = await deps.robots.judge(url, signal)
  if (verdict === 'refused') throw new ReadRefusal('robots_refused')
  return verdict
}

async function convertFetched(
  deps: ReaderDeps,
  fetched: Fetched,
  input: ReadInput,
  signal: AbortSignal | undefined,
): Promise<Converted> {
  const contentType = fetched.headers.get('content-type') ?? ''
  const kind = contentKind(contentType, fetched.body)
  const maxChars = input.max_chars ?? 60_000
  if (kind === 'unsupported') throw new ReadRefusal('content_unsupported')
  if (kind === 'pdf') {
    if (deps.pdf === undefined) throw new ReadRefusal('pdf_not_read')
    return fromPdf(await deps.pdf.read(fetched.body, signal), maxChars)
  }
  const options = { maxChars, format: input.format ?? 'markdown', links: input.links ?? 'inline' } as const
  return deps.pool.run({ kind, bytes: fetched.body, contentType, url: fetched.url, ...options }, signal)
}

function fromPdf(page: PdfPage, maxChars: number): Converted {
  const cut = cutAtBlock(cleanText(page.markdown).trim(), maxChars)
  const empty = { canonical: null, byline: null, site: null, published_at: null, excerpt: null, charset: null, links: [] }
  const whole = { textShare: 1, agreement: 1, blocked: false, headings: page.markdown.match(/^#{1,6} /gm)?.length ?? 0 }
  return {
    ...empty,
    ...whole,
    ...guessLanguage(null, page.markdown),
    title: page.title,
    markdown: cut.text,
    word_count: countWords(page.markdown),
    truncated: cut.truncated,
    extractor: 'pdf',
    warnings: cut.truncated ? ['truncated'] : [],
  }
}

function answerOf(input: ReadInput, fetched: Fetched, page: Converted, fetchedAt: Date, extra: WarningCode[]): ReadAnswer {
  const { headings, textShare, agreement, blocked, warnings, ...parts } = page
  const codes = [...warnings, ...extra]
  const signal = judgeReading({
    words: page.word_count,
    textShare,
    hasTitle: page.title !== null,
    headings,
    metadataParts: [page.byline, page.published_at, page.site, page.excerpt].filter((part) => part !== null).length,
    agreement,
    blocked,
    damaged: codes.some((code) => code === 'page_cut' || code === 'truncated' || code === 'charset_damaged'),
    title: page.title,
    site: new URL(fetched.url).hostname,
    fetchedAt,
  })
  return {
    signal,
    url: input.url,
    final_url: fetched.url,
    ...parts,
    content_type: (fetched.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase(),
    http: { status: fetched.status, bytes: fetched.wireBytes, redirects: [...fetched.redirects] },
    fetched_at: fetchedAt.toISOString(),
    warnings: warningsFor(codes),
  }
}

export function isRefusal(error: unknown): error is FetchRefusal | ReadRefusal {
  return error instanceof FetchRefusal || error instanceof ReadRefusal
}
