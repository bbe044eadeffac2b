// Reads one public URL into the answer of the read service: fetch safely, have a worker convert it, judge.
import { type Fetched, FetchRefusal, type SafeFetch } from '../../../base/safe-fetch/index.ts'
import { WorkerLimit, WorkersBusy } from '../workers/failure.ts'
import { pageLimits } from '../workers/limits.ts'
import type { WorkerPool } from '../workers/pool.ts'
import type { ReadAnswer, ReadInput } from './answer.ts'
import type { Converted } from './convert.ts'
import { judgeReading } from './quality.ts'
import { ReadRefusal } from './refusal.ts'
import type { Robots } from './robots.ts'
import { type WarningCode, warningsFor } from './warnings.ts'

export type ReadOptions = { readonly signal?: AbortSignal | undefined; readonly alone?: boolean }
type Wishes = { readonly maxChars: number; readonly format: 'markdown' | 'text' }
export interface PdfReader {
  read(bytes: Uint8Array, wishes: Wishes, options: ReadOptions): Promise<Converted>
}
export type ReaderDeps = { safeFetch: SafeFetch; workers: WorkerPool; now(): Date; robots?: Robots; pdf?: PdfReader }
export type ReadPage = (input: ReadInput, options?: ReadOptions) => Promise<ReadAnswer>

const accept =
  'text/html, application/xhtml+xml;q=0.9, text/plain;q=0.8, application/json;q=0.8, application/pdf;q=0.7, */*;q=0.1'

export function createReader(deps: ReaderDeps): ReadPage {
  return async (input, options = {}) => {
    const { signal } = options
    const asked = [await robotsVerdict(deps, input.url, signal)]
    const onRedirect = async (url: string) => void asked.push(await robotsVerdict(deps, url, signal))
    const fetched = await deps.safeFetch(input.url, { accept, onRedirect, ...(signal === undefined ? {} : { signal }) })
    if (fetched.status < 200 || fetched.status >= 300) throw new ReadRefusal('page_status', { siteStatus: fetched.status })
    const fetchedAt = deps.now()
    const converted = await convertFetched(deps, fetched, input, options)
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
  { signal, alone = false }: ReadOptions,
): Promise<Converted> {
  const contentType = fetched.headers.get('content-type') ?? ''
  const wishes = { maxChars: input.max_chars ?? 60_000, format: input.format ?? 'markdown' } as const
  const page = {
    contentType,
    url: fetched.url,
    ...wishes,
    links: input.links ?? 'inline',
    images: input.images ?? 'none',
  } as const
  const { output, body } = await deps.workers
    .run('page', { input: page, body: fetched.body, limits: pageLimits }, { signal, alone })
    .catch((error) => Promise.reject(refusalOf(error)))
  if (output.kind === 'refused') throw new ReadRefusal(output.code)
  if (output.kind === 'page') return JSON.parse(body.toString('utf8')) as Converted
  if (deps.pdf === undefined) throw new ReadRefusal('pdf_not_read')
  return await deps.pdf.read(fetched.body, wishes, { signal, alone }).catch((error) => Promise.reject(refusalOf(error)))
}

function refusalOf(error: unknown): unknown {
  if (error instanceof WorkerLimit) return new ReadRefusal('page_too_complex', { cause: error })
  return error instanceof WorkersBusy ? new ReadRefusal('busy') : error
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
