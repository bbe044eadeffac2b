// The queued audit: source in, analysed in a worker that may be killed, one answer row for the request.
import type { ValueOf } from '../../../db/log/topic.ts'
import { defineJob, type JobAnswer, JobRefusal, type JobResources } from '../define.ts'
import { WorkerLimit } from '../workers/failure.ts'
import { analyserLimits, auditLimits } from '../workers/limits.ts'
import type { WorkerPool } from '../workers/pool.ts'
import { engineVersion } from './keys.ts'
import { fetchSeconds, loadSource } from './load.ts'
import { slitherOf } from './slither/installed.ts'
import { auditRequests } from './topic.ts'

const contentFreshSeconds = 30 * 86_400
// What is published may be published anew.
const placeFreshSeconds = 600
const slackSeconds = 15
const disclaimer =
  'Found by reading source with fixed rules. No finding is no proof of safety, and this is no substitute for people who read the code.'

type Request = ValueOf<typeof auditRequests>

export default defineJob<Request, { workers: WorkerPool; close(): Promise<void> }>({
  kind: 'audit',
  topic: auditRequests,
  concurrency: 2,
  deadlineSeconds: fetchSeconds + (analyserLimits.wallMs + auditLimits.wallMs) / 1_000 + slackSeconds,
  open: ({ workers }: JobResources) => ({ workers, close: async () => undefined }),
  async run(request, context, { workers }): Promise<JobAnswer[]> {
    const { service, key, language, sha256, include_info, focus } = request
    const { bytes, form } = await loadSource(request, context)
    const analysers = language === 'solidity' ? [await slitherOf(workers, { bytes, form }, context)] : []
    const input = { language, form, includeInfo: include_info, focus, asOf: context.now.toISOString(), analysers }
    const { output, body } = await workers
      .run('audit', { input, body: bytes, limits: auditLimits }, { signal: context.signal, alone: context.alone })
      .catch((error) => Promise.reject(refusalOf(error)))
    if (output.kind === 'refused') throw new JobRefusal(output.code, output.message)
    const coverage = {
      inputs_used: output.files - output.unread.length,
      inputs_expected: output.files,
      missing: output.unread,
      stale: [],
    }
    const freshSeconds = sha256 === undefined ? placeFreshSeconds : contentFreshSeconds
    return [
      {
        service,
        route: '/audit',
        key,
        text: body.toString('utf8'),
        coverage,
        disclaimer,
        formula: `${service}/${engineVersion}`,
        freshSeconds,
      },
    ]
  },
})

function refusalOf(error: unknown): unknown {
  if (!(error instanceof WorkerLimit)) return error
  if (error.limit === 'time' || error.limit === 'processor')
    return new JobRefusal('timeout', 'The source takes longer to analyse than one call may.')
  return new JobRefusal('too_complex', 'The source needs more memory or output than one call may use.')
}
