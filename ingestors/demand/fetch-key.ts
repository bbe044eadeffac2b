// One fetch of one asked key: fetch, parse, check, append what is new, and say how it ended.

import { messageOf, TollgateError } from '../../base/errors.ts'
import type { StoredDemand } from '../../db/facts/demand.ts'
import type { SetAsideStatus } from '../../db/facts/sources.ts'
import { type Aside, countEntries, createAsideList, refuseTooMany, summarizeAside } from '../aside.ts'
import { withCredentials } from '../client/credentials.ts'
import { UpstreamRefusal } from '../client/refusal.ts'
import type { FetchContext, Ingestor, OpenKeys } from '../define.ts'
import { appendNew, checkValues, type PollDependencies, parseRaw } from '../poll.ts'

export interface KeyFetched {
  readonly outcome: 'done' | 'unknown' | 'failed'
  readonly message: string | null
  readonly appended: number
  readonly failures: number
  readonly coolSeconds: number
  /** What of the key's own answer could not be read and was left out; absent where there was no answer. */
  readonly aside?: SetAsideStatus
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
    const { values, aside } = await withCredentials(deps.credentials, (credential) =>
      readKey(ingestor, open, demand.key, { at, since: null, http: deps.http, signal: over, credential }),
    )
    const appended = await appendNew(ingestor.topic, values, deps, signal)
    return {
      outcome: 'done',
      message: null,
      appended,
      failures: 0,
      coolSeconds: open.cooldownSeconds,
      aside: summarizeAside(aside),
    }
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

/** One key's values: a row of them that cannot be read costs itself only, as in a scheduled poll. */
export async function readKey(
  ingestor: Ingestor,
  open: OpenKeys,
  key: string,
  context: Omit<FetchContext, 'setAside'>,
): Promise<{ values: unknown[]; aside: readonly Aside[] }> {
  // How many ids and chains of a key are dead is up to who asks; how many rows cannot be read tells of the upstream.
  const [ids, rows] = [createAsideList(), createAsideList()]
  const raw: unknown = await open.fetch(key, { ...context, setAside: ids.set }).catch((error: unknown) => {
    const [first] = ids.all
    // It may be what could not be read: nobody knows that there is no such key.
    if (first === undefined || !isUnknown(error)) throw error
    const lost = `${ids.all.length} set aside, the first ${first.what}: ${first.reason}`
    throw new TollgateError('upstream_changed', `${key} is not among what can be read; ${lost}`, { cause: error })
  })
  const parsed = parseRaw(ingestor, raw, context.at, rows.set)
  const isNothing = parsed.length === 0 && ids.all.length + rows.all.length > 0
  const values = isNothing ? [] : checkValues(ingestor, parsed, context.at, rows.set)
  const aside = [...ids.all, ...rows.all]
  refuseTooMany(ingestor.source, values.length === 0 ? aside : rows.all, countEntries(values), ingestor.mostAside)
  return { values, aside }
}

function isUnknown(error: unknown): boolean {
  if (error instanceof UpstreamRefusal) return error.status === 404 || error.status === 410
  return error instanceof TollgateError && error.code === 'key_unknown'
}
