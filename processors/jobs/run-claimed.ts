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
import { isMachineFault } from './machine-fault.ts'

const mostAttempts = 2
// Work that uses up the machine by itself is not tried for ever.
const sparedSeconds = 120

/** Whether this machine can work: one that cannot leaves the work to others for a while. */
export async function runClaimed(job: Job, deps: WorkDependencies, claimed: StoredJob, signal: AbortSignal): Promise<boolean> {
  const logger = deps.logger.child({ job: job.kind, key: claimed.key.slice(0, 24), attempt: claimed.attempts })
  const startedAt = performance.now()
  const ms = () => Math.round(performance.now() - startedAt)
  if (claimed.attempts > mostAttempts) {
    if (await bury(job, deps, claimed, 'it ended its worker twice')) logger.error('job is dead')
    return true
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
    const isOurs = await deps.database.transaction(async (connection) => {
      // Who stood still meanwhile may have been overtaken, and somebody has had the answer.
      if (!(await finishJob(connection, claimed, { state: 'done' }, ms()))) return false
      await upsertRows(
        connection,
        answers.map((answer) => answerRow(answer, claimed, now)),
        { keepHistory: false },
      )
      // Also when the row is as it was: somebody waits for the job, not for a change.
      await announceRows(
        connection,
        answers.map(({ service, route, key }) => ({ id: 0, service, route, key })),
      )
      return true
    })
    logger.info({ ms: ms() }, isOurs ? 'job done' : 'job taken up by another meanwhile')
    return true
  } catch (error) {
    logger.warn({ reason: messageOf(error), ms: ms() }, 'job not done')
    const isMachines = isMachineFault(error)
    const isSpared = isMachines && deps.clock.now().getTime() - claimed.requestedAt.getTime() < sparedSeconds * 1_000
    // Whatever a run says that was told to stop, the work is as it was before, and the attempt is not the work's fault.
    if (signal.aborted || isSpared)
      await finishJob(deps.database.pool, claimed, { state: 'queued', attempts: claimed.attempts - 1 })
    else if (error instanceof JobRefusal)
      await refuse(
        deps,
        claimed,
        { state: error.isPassing ? 'failed' : 'refused', code: error.code, message: error.message },
        ms(),
      )
    else if (claimed.attempts < mostAttempts)
      await finishJob(deps.database.pool, claimed, { state: 'queued', attempts: claimed.attempts })
    else await bury(job, deps, claimed, messageOf(error), ms())
    return !isMachines
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function bury(job: Job, deps: WorkDependencies, claimed: StoredJob, reason: string, workMs = 0): Promise<boolean> {
  const { topic, partition, offset, key, request } = claimed
  const letter = { group: intakeGroup(job), topic, partition, offset, key, value: request, reason }
  const message = 'This input could not be processed; it has been set aside for a person to look at.'
  return refuse(deps, claimed, { state: 'dead', code: 'cannot_be_processed', message }, workMs, letter)
}

async function refuse(
  deps: WorkDependencies,
  claimed: StoredJob,
  end: { readonly state: 'refused' | 'failed' | 'dead'; readonly code: string; readonly message: string },
  workMs: number,
  letter?: Parameters<typeof addDeadLetters>[1][number],
): Promise<boolean> {
  return deps.database.transaction(async (connection) => {
    if (!(await finishJob(connection, claimed, end, workMs))) return false
    if (letter !== undefined) await addDeadLetters(connection, [letter])
    await connection.query("SELECT pg_notify('job_ended', $1)", [`${claimed.kind}/${claimed.key}`.slice(0, 7_900)])
    return true
  })
}
