// Carries a plan out: every step at once, each ended by its own deadline; what is read changes no step.
import { TollgateError } from '../../../base/errors.ts'
import type { JobContext } from '../define.ts'
import { JobRefusal } from '../define.ts'
import type { openReader } from '../read/open-reader.ts'
import { refusalFor } from '../read/open-reader.ts'
import { pageLimits } from '../workers/limits.ts'
import type { WorkerPool } from '../workers/pool.ts'
import { type Fields, keyFieldsOf, shown } from './finding.ts'
import { quotesOf } from './page.ts'
import type { Step } from './plan/plan.ts'

export type Head = {
  readonly label: string | null
  readonly score: number | null
  readonly confidence: number | null
  readonly direction: string | null
  readonly summary: string
  readonly asOf: string
}
export type Gathered = { readonly step: Step; readonly ms: number } & (
  | {
      readonly status: 'answered'
      readonly row: number | null
      readonly head: Head
      readonly fields: Fields
      readonly quotes: string[]
    }
  | { readonly status: 'not_found' | 'unavailable'; readonly why: string }
)
export type Tools = { readonly read: ReturnType<typeof openReader>['read']; readonly workers: WorkerPool }
type Found = Omit<Extract<Gathered, { status: 'answered' }>, 'step' | 'ms' | 'status'>

export const stepSeconds = 25
const mostReadCharacters = 20_000

export function gather(
  steps: readonly Step[],
  asked: { readonly task: string; readonly caller: string },
  context: JobContext,
  tools: Tools,
): Promise<Gathered[]> {
  return Promise.all(
    steps.map(async (step): Promise<Gathered> => {
      const startedAt = performance.now()
      const ms = () => Math.round(performance.now() - startedAt)
      const signal = AbortSignal.any([context.signal, AbortSignal.timeout(stepSeconds * 1_000)])
      try {
        const found = await (step.route === 'read/read'
          ? readPage(step, asked.task, { ...context, signal }, tools)
          : readRow(step, asked, context, signal))
        return { step, status: 'answered', ms: ms(), ...found }
      } catch (error) {
        context.signal.throwIfAborted()
        const missed = missedBy(error, signal.aborted)
        if (missed === null) throw error
        return { step, ms: ms(), ...missed }
      }
    }),
  )
}

async function readRow(
  step: Step,
  { task, caller }: { task: string; caller: string },
  { rows }: JobContext,
  signal: AbortSignal,
): Promise<Found> {
  if (rows === null) throw new TollgateError('upstream_unavailable', 'No rows are read here.')
  const { row, body } = await rows.read({ route: step.route, input: step.input, caller }, signal)
  const { label, score, confidence, direction, summary, as_of } = body.signal as Readonly<Record<string, unknown>>
  const head = {
    label: typeof label === 'string' ? shown(label, 60) : null,
    score: typeof score === 'number' ? score : null,
    confidence: typeof confidence === 'number' ? confidence : null,
    direction: typeof direction === 'string' ? shown(direction, 20) : null,
    summary: shown(String(summary ?? ''), 240),
    asOf: String(as_of),
  }
  return { row, head, fields: keyFieldsOf(body, task), quotes: [] }
}

async function readPage(step: Step, task: string, context: JobContext, { read, workers }: Tools): Promise<Found> {
  const wishes = { url: step.input.url!, max_chars: mostReadCharacters, format: 'text', links: 'none', images: 'none' } as const
  const page = await read(wishes, context)
  if (page.signal.label === 'blocked')
    throw new JobRefusal('page_blocked', 'A log-in, consent or bot check stands before the page.')
  const input = {
    formats: ['summary'],
    maxItems: 1,
    keepQuotes: true,
    language: page.language,
    asOf: context.now.toISOString(),
  } as const
  const body = Buffer.from(JSON.stringify({ text: page.markdown, title: page.title, page: null }))
  const { output } = await workers.run(
    'repurpose',
    { input, body, limits: pageLimits },
    { signal: context.signal, alone: context.alone },
  )
  if (output.kind === 'refused') throw new JobRefusal(output.code, output.message)
  const title = page.title === null ? '' : ` “${shown(page.title, 120)}”`
  const summary = `${page.word_count} words at ${new URL(page.final_url).hostname}${title}`
  const head = {
    label: page.signal.label,
    score: page.signal.score,
    confidence: page.signal.confidence,
    direction: null,
    summary,
    asOf: page.fetched_at,
  }
  return { row: null, head, fields: {}, quotes: quotesOf(output.evidence, task) }
}

const passing = new Set(['not_ready', 'upstream_unavailable', 'busy'])

/** null for what is nobody's answer but a fault of ours: the work is then tried again. */
function missedBy(error: unknown, isLate: boolean): { status: 'not_found' | 'unavailable'; why: string } | null {
  if (isLate) return { status: 'unavailable', why: `it took longer than ${stepSeconds} s` }
  const told = refusalFor(error)
  if (told instanceof JobRefusal) return { status: told.isPassing ? 'unavailable' : 'not_found', why: shown(told.message, 200) }
  if (!(error instanceof TollgateError) || error.code === 'internal') return null
  return {
    status: passing.has(error.code) ? 'unavailable' : 'not_found',
    why: shown(error.message.replace(/[;.]? nothing was charged\.?/i, ''), 200),
  }
}
