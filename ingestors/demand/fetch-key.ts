// One fetch of one asked key: fetch, parse, check, append what is new, and say how it ended.

import { messageOf, TollgateError } from '../../base/errors.ts'
import type { StoredDemand } from '../../db/facts/demand.ts'
import { withCredentials } from '../client/credentials.ts'
import { UpstreamRefusal } from '../client/refusal.ts'
import type { Ingestor, OpenKeys } from '../define.ts'
import { appendNew, checkValues, type PollDependencies, parseRaw } from '../poll.ts'

export interface KeyFetched {
  readonly outcome: 'done' | 'unknown' | 'failed'
  readonly message: string | null
  readonly appended: number
  readonly failures: number
  readonly coolSeconds: number
}

const usualDeadlineSeconds = 15
const firstFailureSeconds = 15
const mostFailureSeconds = 600

/** Throws only where it was told to stop. */
export async function fetchKey(
  ingestor: Ingestor,
  open: OpenKeys,
  demand: StoredDemand,
  deps: PollDependencies,
  signal: AbortSignal,
): Promise<KeyFetched> {
  try {
    const at = deps.clock.now()
    const over = AbortSignal.any([signal, AbortSignal.timeout(1_000 * (open.deadlineSeconds ?? usualDeadlineSeconds))])
    const values = await withCredentials(deps.credentials, async (credential) => {
      const raw: unknown = await open.fetch(demand.key, { at, since: null, http: deps.http, signal: over, credential })
      return checkValues(ingestor, parseRaw(ingestor, raw, at), at)
    })
    const appended = await appendNew(ingestor.topic, values, deps, signal)
    return { outcome: 'done', message: null, appended, failures: 0, coolSeconds: open.cooldownSeconds }
  } catch (error) {
    if (signal.aborted) throw error
    const message = messageOf(error)
    if (isUnknown(error)) return { outcome: 'unknown', message, appended: 0, failures: 0, coolSeconds: open.unknownSeconds }
    const failures = demand.failures + 1
    const asked = error instanceof UpstreamRefusal ? (error.retryAfterMs ?? 0) / 1_000 : 0
    const backoff = Math.min(firstFailureSeconds * 2 ** (failures - 1), mostFailureSeconds)
    return {
      outcome: 'failed',
      message,
      appended: 0,
      failures,
      coolSeconds: Math.max(backoff, Math.min(asked, mostFailureSeconds)),
    }
  }
}

function isUnknown(error: unknown): boolean {
  if (error instanceof UpstreamRefusal) return error.status === 404 || error.status === 410
  return error instanceof TollgateError && error.code === 'key_unknown'
}
