// One attempt at one job: its answer, its refusal, another attempt, or the dead letters.

import { messageOf } from '../../base/errors.ts'
import { announceRows } from '../../db/rows/announced.ts'
import { upsertRows } from '../../db/rows/signals.ts'
import { addDeadLetters } from '../../db/work/dead-letters.ts'
import { finishJob, type StoredJob } from '../../db/work/jobs.ts'
import { answerRow } from './answer-row.ts'
import { type Job, JobRefusal } from './define.ts'
import type { WorkDependencies } from './dependencies.ts'
import { intakeGroup } from './intake.ts'

const mostAttempts = 2

export async function runClaimed(job: Job, deps: WorkDependencies, claimed: StoredJob, signal: AbortSignal): Promise<void> {
  const logger = deps.logger.child({ job: job.kind, key: claimed.key.slice(0, 24), attempt: claimed.attempts })
  const startedAt = performance.now()
  const ms = () => Math.round(performance.now() - startedAt)
  if (claimed.attempts > mostAttempts) {
    await bury(job, deps, claimed, 'it ended its worker twice')
    logger.error('job is dead')
    return
  }
  try {
    // Claimed while the workers were being stopped.
    signal.throwIfAborted()
    const over = AbortSignal.any([signal, AbortSignal.timeout(job.deadlineSeconds * 1_000)])
    const now = deps.clock.now()
    const { database, safeFetch, model = null, rows = null } = deps
    const context = { database, safeFetch, model, rows, logger, signal: over, now, alone: claimed.attempts > 1 }
    // A run that does not hear its signal is left behind: it may not hold its place beyond the deadline.
    const answers = await Promise.race([job.run(JSON.parse(claimed.request), context, deps.tools), rejectOnAbort(over)])
    await deps.database.transaction(async (connection) => {
      await upsertRows(
        connection,
        answers.map((answer) => answerRow(answer, claimed, now)),
        { keepHistory: false },
      )
      await finishJob(connection, claimed, { state: 'done' }, ms())
      // Also when the row is as it was: somebody waits for the job, not for a change.
      await announceRows(
        connection,
        answers.map(({ service, route, key }) => ({ id: 0, service, route, key })),
      )
    })
    logger.info({ ms: ms() }, 'job done')
  } catch (error) {
    logger.warn({ reason: messageOf(error), ms: ms() }, 'job not done')
    // Whatever a run says that was told to stop, the work is as it was before, and the attempt is not the work's fault.
    if (signal.aborted) await finishJob(deps.database.pool, claimed, { state: 'queued', attempts: claimed.attempts - 1 })
    else if (error instanceof JobRefusal)
      await refuse(deps, claimed, error.isPassing ? 'failed' : 'refused', error.code, error.message, ms())
    else if (claimed.attempts < mostAttempts)
      await finishJob(deps.database.pool, claimed, { state: 'queued', attempts: claimed.attempts })
    else await bury(job, deps, claimed, messageOf(error), ms())
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

async function bury(job: Job, deps: WorkDependencies, claimed: StoredJob, reason: string, workMs = 0): Promise<void> {
  const { topic, partition, offset, key, request } = claimed
  await addDeadLetters(deps.database.pool, [{ group: intakeGroup(job), topic, partition, offset, key, value: request, reason }])
  const message = 'This input could not be processed; it has been set aside for a person to look at.'
  await refuse(deps, claimed, 'dead', 'cannot_be_processed', message, workMs)
}

async function refuse(
  deps: WorkDependencies,
  claimed: StoredJob,
  state: 'refused' | 'failed' | 'dead',
  code: string,
  message: string,
  workMs: number,
): Promise<void> {
  await deps.database.transaction(async (connection) => {
    await finishJob(connection, claimed, { state, code, message }, workMs)
    await connection.query("SELECT pg_notify('job_ended', $1)", [`${claimed.kind}/${claimed.key}`.slice(0, 7_900)])
  })
}
