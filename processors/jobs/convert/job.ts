// The queued conversion: bytes in, one answer row for the request and one for the content, so that it is done once for everybody.
import type { ValueOf } from '../../../db/log/topic.ts'
import { findRow } from '../../../db/signals.ts'
import type { ServiceSettings } from '../../define.ts'
import { defineJob, type JobAnswer, type JobContext, JobRefusal } from '../define.ts'
import { type ConvertDeps, convertPdf } from './convert.ts'
import { contentKey, engineVersion } from './keys.ts'
import { type ConvertLimits, limitsFor } from './limits.ts'
import { fetchSeconds, loadDocument } from './load.ts'
import { sweepScratch } from './process/scratch.ts'
import { ConvertRefusal } from './refusal.ts'
import type { ConvertedDocument, ConvertOptions } from './schema.ts'
import { documentRequests } from './topic.ts'

const formula = `doc/${engineVersion}`
const contentFreshSeconds = 30 * 86_400
const urlFreshSeconds = 600
// What a run does besides fetching and converting.
const slackSeconds = 10

type Request = ValueOf<typeof documentRequests>

export default ({ documents, model }: ServiceSettings) =>
  defineJob<Request>({
    kind: 'convert',
    topic: documentRequests,
    concurrency: 2,
    deadlineSeconds: fetchSeconds + documents.timeoutSeconds + slackSeconds,
    open() {
      const swept = Promise.allSettled([sweepScratch()])
      return { close: async () => void (await swept) }
    },
    async run(request, context) {
      const { route, options, key } = request
      const limits = limitsFor(documents)
      const { bytes, sha256 } = await loadDocument(request, context, limits.maxBytes)
      const content = contentKey(sha256, options, { route, model: model?.name ?? null })
      const known = await findRow(context.database.pool, 'doc', route, content)
      const isKnown = known !== null && context.now <= known.staleAfter && known.formula === formula
      const body = isKnown
        ? (JSON.parse(known.body) as JobAnswer['body'])
        : await convert(route, bytes, options, depsOf(limits, context), context.now)
      const { warnings } = body as unknown as Pick<ConvertedDocument, 'warnings'>
      // A model that was away may be back for the next caller.
      const isLesser = warnings.some((warning) => warning.code === 'summary_fallback')
      const answer = (rowKey: string, freshSeconds: number): JobAnswer => ({
        service: 'doc',
        route,
        key: rowKey,
        body,
        coverage: coverageOf(body),
        formula,
        freshSeconds,
      })
      const contentFor = isLesser ? urlFreshSeconds : contentFreshSeconds
      return key === content ? [answer(key, contentFor)] : [answer(key, urlFreshSeconds), answer(content, contentFor)]
    },
  })

async function convert(
  route: string,
  bytes: Buffer,
  options: ConvertOptions,
  deps: ConvertDeps,
  now: Date,
): Promise<JobAnswer['body']> {
  try {
    const whole = bodyOf(await convertPdf(bytes, options, deps), now)
    // The free routes show what the Markdown is like; the tables as data are what is paid for.
    if (route === '/convert') return whole
    const { tables: _tables, ...shown } = whole
    return shown as JobAnswer['body']
  } catch (error) {
    if (error instanceof ConvertRefusal && !error.retryable) throw new JobRefusal(error.code, error.message)
    throw error
  }
}

const depsOf = (limits: ConvertLimits, { signal, model }: JobContext): ConvertDeps =>
  model === null ? { limits, signal } : { limits, signal, model }

function bodyOf(document: ConvertedDocument, now: Date): JobAnswer['body'] {
  const { label, textConfidence, ...rest } = document
  const summary =
    `${rest.page_count} page(s), ${rest.word_count} words and ${rest.table_count} table(s) as Markdown` +
    `${rest.warnings.length === 0 ? '' : `; ${rest.warnings.length} warning(s)`}.`
  const score = Math.round(textConfidence * 100)
  const signal = { label, score, score_range: [0, 100], confidence: textConfidence, as_of: now.toISOString(), summary }
  return { signal, ...rest } as unknown as JobAnswer['body']
}

function coverageOf(body: JobAnswer['body']): JobAnswer['coverage'] {
  const { page_count, warnings } = body as unknown as Pick<ConvertedDocument, 'page_count' | 'warnings'>
  const missing = warnings.flatMap((warning) =>
    warning.code === 'pages_failed' ? (warning.pages ?? []).map((page) => `page ${page}`) : [],
  )
  return { inputs_used: page_count - missing.length, inputs_expected: page_count, missing, stale: [] }
}
