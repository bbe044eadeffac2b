// Serves a queued route: the answer if it is there, else a request on the log and a wait for the row it leads to.
import type { Clock } from '../base/clock.ts'
import { TollgateError } from '../base/errors.ts'
import type { Database } from '../db/client.ts'
import { storeBlob } from '../db/facts/blobs.ts'
import type { Log } from '../db/log/port.ts'
import { findRow, type StoredSignalRow } from '../db/rows/signals.ts'
import { findJob } from '../db/work/jobs.ts'
import type { QueuedRequest, RouteDefinition, Service } from '../processors/kit/define.ts'
import { takeOn } from './take-on.ts'
import { jobName, rowName, type Wakes } from './wakes.ts'
import type { Spend } from './work-allowance.ts'

export interface QueuedDependencies {
  readonly database: Database
  readonly log: Log
  readonly clock: Clock
  readonly wakes: Wakes
  /** Aborted when the server can no longer wait for anything. */
  readonly closing: AbortSignal
}

/** Who asks for queued work. */
export interface Asker {
  /** Aborted when nobody waits any more. */
  readonly gone: AbortSignal
  /** The same for all that is one caller's, and unreadable. */
  readonly caller: string
  readonly ended: Spend
}

const retryAfterSeconds = 5
const passingSeconds = 30

export async function answerQueued(
  deps: QueuedDependencies,
  service: Service,
  route: RouteDefinition<any, any>,
  input: unknown,
  asker: Asker,
): Promise<StoredSignalRow> {
  try {
    return await waitForAnswer(deps, service, route, input, asker)
  } finally {
    // Whatever else went wrong is no caller's.
    asker.ended({ ms: 0, isRefused: false })
  }
}

async function waitForAnswer(
  deps: QueuedDependencies,
  service: Service,
  route: RouteDefinition<any, any>,
  input: unknown,
  { gone, caller, ended }: Asker,
): Promise<StoredSignalRow> {
  const queue = route.queue!
  const asked = queue.request(input)
  const look = () => findEnd(deps, service, route, asked)
  const requestedAt = deps.clock.now()
  // What is there already was somebody else's work.
  const there = await look()
  if (there !== null) return there
  if (asked.blob !== undefined) {
    const { bytes, mediaType, name } = asked.blob
    await storeBlob(deps.database.pool, bytes, mediaType, name)
  }
  await takeOn(deps.log, queue.topic, { ...asked.value, key: asked.key, requested_at: requestedAt.toISOString(), caller })
  const over = AbortSignal.any([gone, deps.closing, AbortSignal.timeout(queue.waitSeconds * 1_000)])
  const names = [rowName(service.label, route.path, asked.key), jobName(queue.kind, asked.key)]
  while (!over.aborted) {
    // Asleep before looking: what happens in between still wakes.
    const changed = deps.wakes.next(names, over)
    const found = await look().catch(async (error) => {
      ended({ ms: await workMs(deps, queue.kind, asked.key), isRefused: true })
      throw error
    })
    if (found !== null) {
      ended({ ms: await workMs(deps, queue.kind, asked.key), isRefused: false })
      return found
    }
    await changed
  }
  ended({ ms: null, isRefused: false })
  throw new TollgateError(
    'not_ready',
    'The work takes longer than one request may wait; it goes on. Repeat the same request; nothing was charged.',
    {
      retryAfterSeconds,
    },
  )
}

async function workMs(deps: QueuedDependencies, kind: string, key: string): Promise<number> {
  return (await findJob(deps.database.pool, kind, key))?.workMs ?? 0
}

// The answer while it is fresh; a refusal for as long as an answer would have been.
async function findEnd(
  deps: QueuedDependencies,
  service: Service,
  route: RouteDefinition<any, any>,
  asked: QueuedRequest,
): Promise<StoredSignalRow | null> {
  const now = deps.clock.now()
  const row = await findRow(deps.database.pool, service.label, route.path, asked.key)
  if (row !== null && now <= row.staleAfter) return row
  const job = await findJob(deps.database.pool, route.queue!.kind, asked.key)
  if (job?.finishedAt == null || job.state === 'done') return null
  const rememberedSeconds = job.state === 'failed' ? Math.min(passingSeconds, route.maxAgeSeconds) : route.maxAgeSeconds
  if (now.getTime() - job.finishedAt.getTime() > rememberedSeconds * 1_000) return null
  throw new TollgateError('job_refused', job.refusalMessage ?? 'This input cannot be processed.', {
    detailCode: job.refusalCode ?? 'refused',
  })
}
