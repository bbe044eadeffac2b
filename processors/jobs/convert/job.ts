// The queued conversion: bytes in, one answer row for the request and one for the content, so that it is done once for everybody.
import { dropBlob } from '../../../db/facts/blobs.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { findRow } from '../../../db/rows/signals.ts'
import type { RenderedDraft, ServiceSettings } from '../../kit/define.ts'
import { defineJob, type JobAnswer, type JobContext, JobRefusal, type JobResources } from '../define.ts'
import { WorkerLimit } from '../workers/failure.ts'
import { documentLimits } from '../workers/limits.ts'
import type { WorkerPool } from '../workers/pool.ts'
import type { DocumentOutput } from '../workers/tasks.ts'
import { contentKey, engineVersion } from './keys.ts'
import { type ConvertLimits, limitsFor } from './limits.ts'
import { fetchSeconds, loadDocument } from './load.ts'
import { sweepScratch } from './process/scratch.ts'
import { ConvertRefusal } from './refusal.ts'
import { charactersForModel, replaceSummary } from './summary/model.ts'
import { documentRequests } from './topic.ts'

const formula = `doc/${engineVersion}`
const contentFreshSeconds = 30 * 86_400
const urlFreshSeconds = 600
// What a run does besides fetching and converting.
const slackSeconds = 15
// A few pages for nothing: what takes longer is worth its price.
const freeMs = 20_000
const freePageCharacters = 6_000
const freePictures = 4

type Request = ValueOf<typeof documentRequests>
type Converted = { text: string; warnings: readonly string[]; coverage: JobAnswer['coverage'] }

export default ({ documents, model }: ServiceSettings) =>
  defineJob<Request, { workers: WorkerPool; close(): Promise<void> }>({
    kind: 'convert',
    topic: documentRequests,
    concurrency: 3,
    keptForShort: 1,
    isShort: ({ route }) => route !== '/convert',
    deadlineSeconds: fetchSeconds + documents.timeoutSeconds + slackSeconds,
    open({ workers }: JobResources) {
      workers.warm('document')
      const swept = Promise.allSettled([sweepScratch()])
      return { workers, close: async () => void (await swept) }
    },
    async run(request, context, { workers }) {
      const { route, options, key } = request
      const limits = limitsOf(limitsFor(documents), route)
      const { bytes, sha256 } = await loadDocument(request, context, limits.maxBytes)
      const content = contentKey(sha256, options, { route, model: model?.name ?? null })
      const known = await findRow(context.database.pool, 'doc', route, content)
      const isKnown = known !== null && context.now <= known.staleAfter && known.formula === formula
      const made = isKnown
        ? madeBefore(known)
        : await forgetting(request, context, convert(request, bytes, limits, workers, context))
      // A model that was away may be back for the next caller.
      const isLesser = made.warnings.includes('summary_fallback')
      const answer = (rowKey: string, freshSeconds: number): RenderedDraft & JobAnswer => ({
        service: 'doc',
        route,
        key: rowKey,
        text: made.text,
        coverage: made.coverage,
        formula,
        freshSeconds,
      })
      const contentFor = isLesser || request.passing !== undefined ? urlFreshSeconds : contentFreshSeconds
      return key === content ? [answer(key, contentFor)] : [answer(key, urlFreshSeconds), answer(content, contentFor)]
    },
  })

const limitsOf = (limits: ConvertLimits, route: Request['route']): ConvertLimits =>
  route === '/convert'
    ? limits
    : {
        ...limits,
        timeoutMs: Math.min(limits.timeoutMs, freeMs),
        pageCharacters: freePageCharacters,
        ocrMaxPictures: freePictures,
      }

// Only a lesser answer is kept for as short a time as a URL's: what is still known is a whole one.
function madeBefore(row: { body: string; meta: string }): Converted {
  const { coverage } = JSON.parse(row.meta) as Pick<JobAnswer, 'coverage'>
  return { text: row.body, warnings: row.body.includes('"summary_fallback"') ? ['summary_fallback'] : [], coverage }
}

async function convert(
  { route, options }: Request,
  bytes: Buffer,
  limits: ConvertLimits,
  workers: WorkerPool,
  { signal, model, now, alone }: JobContext,
): Promise<Converted> {
  const startedAt = performance.now()
  const wantsModel = model !== null && options.summarize !== false
  const input = {
    options,
    limits,
    asOf: now.toISOString(),
    withTables: route === '/convert',
    forModelCharacters: wantsModel ? charactersForModel : 0,
  }
  const work = { input, body: bytes, limits: documentLimits(limits.timeoutMs) }
  const { output, body } = await workers
    .run('document', work, { signal, alone, isShort: route !== '/convert' })
    .catch((error) => Promise.reject(refusalOf(error)))
  const { warnings, pages, failedPages, forModel } = documentOf(output)
  const missing = failedPages.map((page) => `page ${page}`)
  const coverage = { inputs_used: pages - missing.length, inputs_expected: pages, missing, stale: [] }
  const text = body.toString('utf8')
  if (!wantsModel || forModel === '') return { text, warnings, coverage }
  const timeLeftMs = limits.timeoutMs - (performance.now() - startedAt)
  const summarized = await replaceSummary(text, model, forModel, timeLeftMs)
  return { ...summarized, warnings: [...warnings, ...summarized.warnings], coverage }
}

/** Lets go of bytes that are not kept once it is known what they say, or that they say nothing. */
async function forgetting({ passing }: Request, { database }: JobContext, making: Promise<Converted>): Promise<Converted> {
  const forget = async () => passing !== undefined && (await dropBlob(database.pool, passing))
  const made = await making.catch(async (error) => {
    // Anything else is tried again, and needs them.
    if (error instanceof JobRefusal) await forget()
    throw error
  })
  await forget()
  return made
}

function documentOf(output: DocumentOutput): Extract<DocumentOutput, { kind: 'document' }> {
  if (output.kind === 'document') return output
  const refusal = new ConvertRefusal(output.code, output.message)
  throw refusal.retryable ? refusal : new JobRefusal(refusal.code, refusal.message)
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof WorkerLimit)) return error
  if (error.limit === 'time' || error.limit === 'processor')
    return new JobRefusal('timeout', 'the document takes longer to convert than one call may')
  return new JobRefusal('too_complex', 'the document needs more memory or output than one call may use')
}
