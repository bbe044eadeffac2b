// Every discovered kind of queued work: its intake and its workers.
import { discover } from '../../base/discover.ts'
import { TollgateError } from '../../base/errors.ts'
import { defaultSettings, type ServiceSettings } from '../kit/define.ts'
import type { Job } from './define.ts'
import { type IntakeDependencies, takeRequests } from './intake.ts'
import { type WorkDependencies, workJobs } from './work.ts'
import { createWorkerPool, type WorkerPool, type WorkersState } from './workers/pool.ts'

/** A job that an operator has a say in is a function of the settings. */
export async function discoverJobs(settings = defaultSettings): Promise<Job[]> {
  const found = await discover<Job | ((settings: ServiceSettings) => Job)>(new URL('./', import.meta.url), 'job.ts')
  return [...found].map(([folder, definition]) => {
    const job = typeof definition === 'function' ? definition(settings) : definition
    if (job.kind !== folder) throw new TollgateError('definition_invalid', `processors/jobs/${folder} calls itself ${job.kind}`)
    return job
  })
}

export async function startJobs(
  deps: IntakeDependencies &
    WorkDependencies & { readonly jobs: readonly Job[]; readonly warmWorkers?: boolean; onFatal(error: unknown): void },
): Promise<{ stop(): Promise<void>; workers(): WorkersState }> {
  const stopping = new AbortController()
  const workers = createWorkerPool({ logger: deps.logger, ...(deps.warmWorkers === false && { warmAfterMs: null }) })
  await deps.log.ensure(deps.jobs.map((job) => job.topic))
  const running = deps.jobs.flatMap((job) => [
    takeRequests(job, deps, stopping.signal),
    workWithTools(job, deps, workers, stopping.signal),
  ])
  const done = running.map((one) => one.catch(deps.onFatal))
  return {
    async stop() {
      stopping.abort()
      await Promise.all(done)
      await workers.close()
    },
    workers: workers.describe,
  }
}

async function workWithTools(job: Job, deps: WorkDependencies, workers: WorkerPool, signal: AbortSignal): Promise<void> {
  const tools = job.open?.({ ...deps, workers })
  try {
    await workJobs(job, { ...deps, tools }, signal)
  } finally {
    await tools?.close()
  }
}
