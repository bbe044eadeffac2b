// One poll of one source: fetch, parse, check, append what is new, and write down how it went.
import { hash } from 'node:crypto'
import type { Logger } from 'pino'
import { Compile, type Validator } from 'typebox/compile'
import type { Clock } from '../base/clock.ts'
import { messageOf, TollgateError } from '../base/errors.ts'
import { traced } from '../base/trace.ts'
import type { Database } from '../db/client.ts'
import { newestFact } from '../db/facts/observations.ts'
import {
  findUnseen,
  listNewestByKey,
  listSources,
  markSeen,
  type PolledDetail,
  recordDetail,
  recordFailure,
  recordSuccess,
  type SeenValue,
} from '../db/facts/sources.ts'
import type { Log } from '../db/log/port.ts'
import type { Topic } from '../db/log/topic.ts'
import { parseApart } from './apart.ts'
import {
  type Aside,
  countEntries,
  createAsideList,
  readOrSetAside,
  refuseTooMany,
  type SetAside,
  summarizeAside,
} from './aside.ts'
import { brakeOf } from './client/brake.ts'
import { withCredentials } from './client/credentials.ts'
import type { HttpClient } from './client/http.ts'
import type { FetchContext, Ingestor } from './define.ts'
import { mergeNewest, watchSeries } from './lateness.ts'
import { stampVintage } from './shapes/vintage.ts'

export interface PollDependencies {
  readonly log: Log
  readonly database: Database
  readonly http: HttpClient
  readonly clock: Clock
  readonly logger: Logger
  readonly credentials: Readonly<Record<string, string>>
}

export interface Polled {
  readonly parsed: number
  readonly appended: number
  /** What could not be read and was left out: rows, series, ids. */
  readonly aside: readonly Aside[]
}

// Many at once: what reads the log computes its answers anew for every chunk it meets.
const appendChunk = 10_000
const pollDeadlineMs = 5 * 60_000
const mostHeldMs = 24 * 3_600_000
// Somewhere it is already tomorrow, and a day's figure carries the day's end.
const mostAheadMs = 48 * 3_600_000

/** Returns null when the poll failed; the failure is logged and on the source's status, earlier data stays as it is. */
export function pollSource(ingestor: Ingestor, deps: PollDependencies, signal: AbortSignal): Promise<Polled | null> {
  const told = (polled: Polled | null) =>
    polled === null ? { outcome: 'failed' } : { outcome: 'polled', parsed: polled.parsed, appended: polled.appended }
  return traced('poll', { source: ingestor.source }, () => pollOnce(ingestor, deps, signal), { told })
}

async function pollOnce(ingestor: Ingestor, deps: PollDependencies, signal: AbortSignal): Promise<Polled | null> {
  const at = deps.clock.now()
  const startedAt = performance.now()
  try {
    const { newestObservedAt: since, partialSince } = await readProgress(ingestor, deps.database)
    const newestByKey = await listNewestByKey(deps.database.pool, ingestor.topic.name)
    const { values, aside, isPartial } = await pollUpstream(
      ingestor,
      deps,
      { at, since, newestByKey },
      AbortSignal.any([signal, AbortSignal.timeout(pollDeadlineMs)]),
    )
    await ingestor.holdBack?.(values, (key) => newestFact(deps.database.pool, ingestor.topic.name, key))
    const appended = await appendNew(ingestor.topic, values, deps, signal)
    const newest = values.reduce<number>((max, value) => Math.max(max, ingestor.topic.observedAt(value).getTime()), 0)
    // What is missing is asked for again: the next poll begins where this one did. Not for ever, for a part may be gone for good.
    const missingSince = isPartial ? (partialSince ?? at) : null
    const isToCome = missingSince !== null && at.getTime() - missingSince.getTime() < mostHeldMs
    const newestObservedAt = isToCome ? null : new Date(newest)
    await recordSuccess(deps.database.pool, ingestor.source, at, { records: appended, newestObservedAt })
    const detail: PolledDetail = {
      ...(isToCome && { partial_since: missingSince.toISOString() }),
      proof: ingestor.proof,
      topic: ingestor.topic.name,
      set_aside: summarizeAside(aside),
      series: watchSeries(ingestor, mergeNewest(ingestor.topic, newestByKey, values)),
    }
    await recordDetail(deps.database.pool, ingestor.source, JSON.stringify(detail))
    const told = aside.length === 0 ? {} : { aside: aside.length, firstAside: aside[0] }
    const ms = Math.round(performance.now() - startedAt)
    deps.logger[aside.length === 0 ? 'debug' : 'warn'](
      { source: ingestor.source, parsed: values.length, appended, ...told, ms },
      'polled',
    )
    return { parsed: values.length, appended, aside }
  } catch (error) {
    if (signal.aborted) return null
    deps.logger.warn(
      { source: ingestor.source, reason: messageOf(error), ms: Math.round(performance.now() - startedAt) },
      'poll failed',
    )
    await recordFailure(deps.database.pool, ingestor.source, at, messageOf(error))
    return null
  }
}

/** One fetch, parsed and checked: the values, and what was set aside for them. */
export async function pollUpstream(
  ingestor: Ingestor,
  deps: Pick<PollDependencies, 'http' | 'credentials'>,
  when: Pick<FetchContext, 'at' | 'since' | 'newestByKey'>,
  signal: AbortSignal,
): Promise<{ values: unknown[]; aside: readonly Aside[]; isPartial: boolean }> {
  const { all, set } = createAsideList()
  const http = brakeOf(deps.http, ingestor.source)
  // What is said of what was set aside is kept and shown like a value.
  const { values } = await withCredentials(deps.credentials, async (credential) => {
    const raw = await ingestor.fetch({ ...when, http, signal, credential, setAside: set })
    const parsed = parseRaw(ingestor, raw, when.at, set)
    return { aside: all, values: parsed.length === 0 && all.length > 0 ? [] : checkValues(ingestor, parsed, when.at, set) }
  })
  refuseTooMany(ingestor.source, all, countEntries(values), ingestor.mostAside)
  return { values, aside: all, isPartial: all.length > 0 && http.hasMissed() }
}

export async function fetchValues(...poll: Parameters<typeof pollUpstream>): Promise<unknown[]> {
  return (await pollUpstream(...poll)).values
}

/** The newest it has told, and since when some part of its answers is missing; null where none is. */
async function readProgress(ingestor: Ingestor, database: Database) {
  const known = (await listSources(database.pool)).find((status) => status.source === ingestor.source)
  const { partial_since: since } = JSON.parse(known?.detail ?? '{}') as Partial<PolledDetail>
  return {
    newestObservedAt: known?.newestObservedAt ?? null,
    partialSince: since === undefined ? null : new Date(since),
  }
}

export function parseRaw(ingestor: Ingestor, raw: unknown, at: Date, setAside?: SetAside): unknown[] {
  const { apart, parse } = ingestor
  try {
    if (apart === undefined || setAside === undefined) return parse(raw, at, setAside)
    return parseApart((left, set) => parse(left, at, set), raw, apart, setAside)
  } catch (error) {
    if (error instanceof TollgateError) throw error
    throw new TollgateError(
      'upstream_changed',
      `${ingestor.source} sent something its parser does not know: ${messageOf(error)}`,
      { cause: error },
    )
  }
}

const validators = new WeakMap<object, Validator>()

function validatorOf({ schema }: Topic<any>): Validator {
  const validator = validators.get(schema) ?? (Compile(schema) as unknown as Validator)
  validators.set(schema, validator)
  return validator
}

/**
 * Values with their vintage, as the topic wants them. A source that sends nothing has changed; a value that does not fit or is of
 * the future is set aside, and where nobody collects such, refused: better no news than wrong news.
 */
export function checkValues(ingestor: Ingestor, values: readonly unknown[], at: Date, setAside?: SetAside): unknown[] {
  if (values.length === 0) throw new TollgateError('upstream_changed', `${ingestor.source} sent no records`)
  const validator = validatorOf(ingestor.topic)
  const latest = at.getTime() + mostAheadMs
  return stampVintage(ingestor.topic, values, at).filter((value) => {
    const what = () => JSON.stringify(value)
    return readOrSetAside(what, () => check(ingestor, validator, value, latest), setAside) === true
  })
}

function check({ source, topic }: Ingestor, validator: Validator, value: unknown, latest: number): true {
  if (!validator.Check(value)) {
    const [first] = validator.Errors(value)
    throw new TollgateError(
      'upstream_changed',
      `${source} sent a value that does not fit: ${first?.instancePath || '/'} ${first?.message}`,
    )
  }
  const observedAt = topic.observedAt(value)
  // A misprinted year would be the newest fact until that year comes.
  if (!(observedAt.getTime() <= latest))
    throw new TollgateError('upstream_changed', `${source} sent a value of the future: ${dateText(observedAt)}`)
  return true
}

function dateText(date: Date): string {
  return Number.isNaN(date.getTime()) ? 'not a date' : date.toISOString()
}

export async function appendNew(
  topic: Topic<any>,
  values: readonly unknown[],
  deps: PollDependencies,
  signal: AbortSignal,
): Promise<number> {
  const seen = values.map((value) => seenValue(topic, value))
  const fresh = await findUnseen(deps.database.pool, topic.name, seen)
  for (let at = 0; at < fresh.length; at += appendChunk) {
    // A long first history stops between chunks; the next poll appends what is left.
    signal.throwIfAborted()
    const chunk = fresh.slice(at, at + appendChunk)
    // Append before marking: a crash between the two appends once more, which the readers' facts absorb.
    await deps.log.append(
      topic,
      chunk.map((index) => values[index]),
    )
    await markSeen(
      deps.database.pool,
      topic.name,
      chunk.map((index) => seen[index]!),
    )
  }
  return fresh.length
}

export function seenValue(topic: Topic<any>, value: unknown): SeenValue {
  return {
    key: topic.key(value),
    observedAt: topic.observedAt(value),
    contentHash: hash('sha256', contentOf(topic, value), 'base64url'),
  }
}

/** A value as JSON, without what changes on every fetch: mostly one member of its own, left out faster than asked for everywhere. */
function contentOf({ volatile }: Topic<any>, value: unknown): string {
  if (volatile.length === 0) return JSON.stringify(value)
  // Taken out, a member makes the object one that is slow to write.
  const lasting: Record<string, unknown> = { ...(value as Record<string, unknown>) }
  for (const member of volatile) lasting[member] = undefined
  const text = JSON.stringify(lasting)
  const isDeeper = volatile.some((member) => text.includes(`"${member}":`))
  return isDeeper ? JSON.stringify(value, (member, inner) => (volatile.includes(member) ? undefined : inner)) : text
}
