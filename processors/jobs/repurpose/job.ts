// The queued repurposing: text or page in, drafted in a worker of slices of itself, a model's words in their place where one is configured.
import { loadBlob } from '../../../db/facts/blobs.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { defineJob, type JobAnswer, type JobContext, JobRefusal } from '../define.ts'
import { openReader, refusalFor } from '../read/open-reader.ts'
import { WorkerLimit } from '../workers/failure.ts'
import { pageLimits } from '../workers/limits.ts'
import { engineVersion } from './keys.ts'
import { mostCharacters } from './limits.ts'
import { writeByModel } from './model.ts'
import type { RepurposeAnswer } from './schema.ts'
import type { Evidence, RepurposeInput, SourceText } from './task-shape.ts'
import { repurposeRequests } from './topic.ts'

const contentFreshSeconds = 30 * 86_400
// A page may be published anew, and a model that was away may be back.
const passingFreshSeconds = 600
const disclaimer = 'The words are the source’s, or rest on it as said: nobody here checked whether the source is right.'

type Request = ValueOf<typeof repurposeRequests>
type Reader = ReturnType<typeof openReader>
type Finished = { readonly body: RepurposeAnswer; readonly isLesser: boolean }

export default defineJob<Request, Reader & { workers: Parameters<typeof openReader>[0]['workers'] }>({
  kind: 'repurpose',
  topic: repurposeRequests,
  concurrency: 3,
  deadlineSeconds: 75,
  open: (resources) => ({ ...openReader(resources), workers: resources.workers }),
  async run(request, context, { read, workers }): Promise<JobAnswer[]> {
    const source = await sourceOf(request, context, read)
    const input: RepurposeInput = {
      formats: request.formats,
      maxItems: request.max_items,
      keepQuotes: request.keep_quotes,
      language: request.language,
      asOf: context.now.toISOString(),
    }
    const work = { input, body: Buffer.from(JSON.stringify(source)), limits: pageLimits }
    const { output, body } = await workers
      .run('repurpose', work, { signal: context.signal, alone: context.alone })
      .catch((error) => Promise.reject(error instanceof WorkerLimit ? tooComplex() : error))
    if (output.kind === 'refused') throw new JobRefusal(output.code, output.message)
    const drafted = withNotes(JSON.parse(body.toString('utf8')) as RepurposeAnswer, request, context)
    const made = await improve(drafted, request, output.evidence, context)
    const parts = Object.values(made.body.outputs).flatMap(({ items }) => items)
    // Nothing is sold that holds nothing.
    if (parts.length === 0) throw new JobRefusal('nothing_to_make', nothingOf(made.body))
    return [
      {
        service: 'content',
        route: '/repurpose',
        key: request.key,
        body: made.body as unknown as Extract<JobAnswer, { body: unknown }>['body'],
        coverage: { inputs_used: 1, inputs_expected: 1, missing: [], stale: [] },
        disclaimer,
        formula: `content/${engineVersion}`,
        freshSeconds: request.url === undefined && !made.isLesser ? contentFreshSeconds : passingFreshSeconds,
      },
    ]
  },
})

const nothingOf = ({ outputs }: RepurposeAnswer): string =>
  ['The source gives nothing for what was asked', ...Object.values(outputs).flatMap(({ notes }) => notes)]
    .join('; ')
    .slice(0, 400)

const tooComplex = () => new JobRefusal('too_complex', 'The text takes more time or memory than one call may use.')

async function sourceOf(request: Request, context: JobContext, read: Reader['read']): Promise<SourceText> {
  if (request.sha256 !== undefined) {
    const bytes = await loadBlob(context.database.pool, request.sha256)
    if (bytes === null) throw new JobRefusal('source_gone', 'The text is no longer stored; send it again.')
    return { text: bytes.toString('utf8'), title: null, page: null }
  }
  const wishes = { url: request.url!, max_chars: mostCharacters, format: 'text', links: 'none', images: 'none' } as const
  const page = await read(wishes, context).catch((error) => Promise.reject(refusalFor(error)))
  if (page.signal.label === 'blocked')
    throw new JobRefusal('page_blocked', 'A log-in, consent or bot check stands before what the page says.', { isPassing: true })
  const { url, final_url, fetched_at, truncated } = page
  const language = page.language_source === 'declared' ? page.language : null
  return { text: page.markdown, title: page.title, language, page: { url, final_url, fetched_at, truncated } }
}

function withNotes(body: RepurposeAnswer, { tone, audience, mode }: Request, { model }: JobContext): RepurposeAnswer {
  const isShaped = tone !== 'neutral' || audience !== null
  const byModel = model !== null && mode !== 'extractive'
  const note = 'tone and audience shape what a model writes; these words are the source’s own'
  return isShaped && !byModel ? { ...body, notes: [...body.notes, note] } : body
}

async function improve(
  body: RepurposeAnswer,
  { formats, max_items, tone, audience, mode }: Request,
  evidence: readonly Evidence[],
  { model, signal }: JobContext,
): Promise<Finished> {
  if (mode === 'extractive' || (model === null && mode === 'auto')) return { body, isLesser: false }
  if (model === null) throw new JobRefusal('no_model', 'No model is configured here; ask for mode auto or extractive.')
  const asked = { formats, maxItems: max_items, tone, audience, evidence }
  const { outputs, refused } = await writeByModel(model, asked, signal)
  const byModel = Object.keys(outputs).length
  if (byModel === 0 && mode === 'llm')
    throw new JobRefusal('model_unfit', `The model’s words could not be kept: ${refused[0]?.slice(0, 200)}.`, { isPassing: true })
  const share = byModel / formats.length
  const score = Math.round(body.signal.score - 20 * (1 - share))
  return {
    isLesser: refused.length > 0,
    body: {
      ...body,
      signal: {
        ...body.signal,
        score: Math.max(0, score),
        summary: `${byModel} of ${formats.length} format(s) in a model’s words that rest on named sentences; the others are slices of the source.`,
      },
      outputs: { ...body.outputs, ...outputs },
      checks: { ...body.checks, unsupported_claims: refused.map((one) => one.slice(0, 300)) },
      mode_used: share === 1 ? 'model' : share === 0 ? 'extractive' : 'mixed',
      model: share === 0 ? null : model.name,
    },
  }
}
