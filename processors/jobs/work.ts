// One process's workers for one kind of job: claim, run within bounds, and end the job together with its answer.

import { setTimeout as wait } from 'node:timers/promises'
import { messageOf } from '../../base/errors.ts'
import { createSeldom } from '../../base/seldom.ts'
import { createWake, type Wake } from '../../base/wake.ts'
import { endSession, openSession } from '../../db/session.ts'
import { type ClaimRules, claimJob, type WorkerIdentity } from '../../db/work/jobs.ts'
import type { Job } from './define.ts'
import type { WorkDependencies } from './dependencies.ts'
import { runClaimed } from './run-claimed.ts'

export type { WorkDependencies } from './dependencies.ts'

// In case nobody could ring.
const pollMs = 1_000
const pauseMs = 1_000
// For others to take what this machine has no room for.
const unfitPauseMs = 2_000
// So soon after its deadline a run has said what came of it, where its process moves and the database hears it.
const endsWithinSeconds = 10

export async function workJobs(job: Job, deps: WorkDependencies, signal: AbortSignal): Promise<void> {
  const isNews = createSeldom()
  while (!signal.aborted) {
    try {
      await workWhileConnected(job, deps, signal)
    } catch (error) {
      if (signal.aborted) return
      const reason = messageOf(error)
      if (isNews(reason)) deps.logger.warn({ job: job.kind, reason }, 'job workers lost the database; starting again')
      await wait(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }
}

// This connection is the workers' life as the others see it: when it is gone, their jobs are free to take.
async function workWhileConnected(job: Job, deps: WorkDependencies, signal: AbortSignal): Promise<void> {
  const name = `tollgate job ${job.kind}`.slice(0, 63)
  const life = await openSession(deps.database.url, name)
  const lost = new AbortController()
  const wake = createWake()
  life.once('end', () => lost.abort())
  life.on('notification', () => wake.ring())
  try {
    await life.query('LISTEN job')
    // backend_start as text: a Date would lose the microseconds that make it equal.
    const { rows } = await life.query<WorkerIdentity>(
      'SELECT pid, backend_start::text AS start FROM pg_stat_activity WHERE pid = pg_backend_pid()',
    )
    const over = AbortSignal.any([signal, lost.signal])
    const calm = { withSuspects: deps.answering === undefined }
    deps.answering?.then(
      () => {
        calm.withSuspects = true
        wake.ring()
      },
      () => undefined, // it stops
    )
    // One that fails stops the others, and all have stopped before anything starts again.
    const workers = Array.from({ length: job.concurrency }, (_, place) => {
      const onlyShort = place < (job.keptForShort ?? 0)
      const overdueSeconds = job.deadlineSeconds + endsWithinSeconds
      const rules = () => ({ ...calm, onlyShort, mostPerCaller: mostPerCaller(job), overdueSeconds })
      return workOneByOne(job, deps, rows[0]!, rules, over, wake).finally(() => lost.abort())
    })
    for (const end of await Promise.allSettled(workers)) if (end.status === 'rejected') throw end.reason
  } finally {
    await endSession(life)
  }
}

// One place stays for others, where there is more than one.
const mostPerCaller = ({ concurrency }: Job): number => Math.max(1, concurrency - 1)

async function workOneByOne(
  job: Job,
  deps: WorkDependencies,
  worker: WorkerIdentity,
  rules: () => ClaimRules,
  signal: AbortSignal,
  wake: Wake,
): Promise<void> {
  while (!signal.aborted) {
    const woken = wake.rest(pollMs, signal)
    const claimed = await claimJob(deps.database.pool, job.kind, worker, rules())
    if (claimed === null) await woken
    else {
      const isFit = await runClaimed(job, deps, claimed, signal)
      if (!isFit) await wait(unfitPauseMs, undefined, { signal }).catch(() => undefined)
      // What had to wait because its caller had the places may now be taken by a worker that sleeps.
      wake.ring()
    }
  }
}
