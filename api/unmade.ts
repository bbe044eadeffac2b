// Why an answer was never made: its sources are off here, or were asked and have not answered once. Told before a price is named.
import type { Clock } from '../base/clock.ts'
import { TollgateError } from '../base/errors.ts'
import { isUnfilled, isUnreached } from '../base/unreached.ts'
import type { Database } from '../db/client.ts'
import { listSources, type SourceStatus } from '../db/facts/sources.ts'
import type { RouteDefinition, Selection, Service } from '../processors/kit/define.ts'
import { keepFor } from './standing.ts'

/** A source of this program, whether it is asked here or not. */
export interface KnownSource {
  readonly source: string
  /** Where what it tells is kept. */
  readonly topic: string
  /** Why it is off; null where it is on. */
  readonly off: string | null
}

type Asked = Pick<RouteDefinition, 'path'>

export interface Unmade {
  /** null: it is on its way, or nothing can be said of it. */
  whyNoRow(service: Service, route: Asked, key: string): Promise<TollgateError | null>
  /** The same where nothing at all that it is made of has come. */
  whyNothing(service: Service, route: Asked, key: string): Promise<TollgateError | null>
  /** null: a source that is asked when somebody asks has been reached, or was never tried. */
  whyUnreached(source: string): Promise<TollgateError | null>
}

const keptMs = 5_000
const offRetrySeconds = 3_600
// What failed is asked again after a quarter of an hour at the most, whatever its schedule.
const [leastRetrySeconds, mostRetrySeconds] = [30, 900]
const mostNamed = 4

export function createUnmade({
  database,
  clock,
  sources,
}: {
  readonly database: Database
  readonly clock: Clock
  readonly sources: readonly KnownSource[]
}): Unmade {
  const statuses = keepFor(keptMs, async () => new Map((await listSources(database.pool)).map((one) => [one.source, one])))
  const byTopic = Map.groupBy(sources, ({ topic }) => topic)
  const hasFailed = (status: SourceStatus) => status.lastSuccessAt === null && status.failuresInARow > 0

  function failed(what: string, failing: readonly SourceStatus[]): TollgateError {
    const names = failing.map(({ source }) => source)
    const next = Math.min(...failing.map(({ nextRunAt }) => nextRunAt?.getTime() ?? Number.POSITIVE_INFINITY))
    const seconds = Math.ceil((next - clock.now().getTime()) / 1_000)
    return new TollgateError(
      'not_ready',
      `${what}: ${listed(names)} could not be read so far (/health says why); nothing was charged.`,
      { retryAfterSeconds: Math.min(Math.max(seconds, leastRetrySeconds), mostRetrySeconds) },
    )
  }

  async function why(service: Service, route: Asked, key: string, isEnough: (failing: number, all: number) => boolean) {
    const made = topicsOf(service, route, key).flatMap((topic) => byTopic.get(topic) ?? [])
    const on = [...new Set(made.flatMap(({ source, off }) => (off === null ? [source] : [])))]
    if (made.length > 0 && on.length === 0) return offHere(made)
    const known = await statuses()
    const seen = on.flatMap((source) => known.get(source) ?? [])
    // Until each was asked once, the first answer is seconds away.
    if (seen.length < on.length || seen.some(({ lastPollAt }) => lastPollAt === null)) return null
    const failing = seen.filter(hasFailed)
    return failing.length > 0 && isEnough(failing.length, on.length)
      ? failed('This answer has not been computed yet', failing)
      : null
  }

  return {
    whyNoRow: (service, route, key) => why(service, route, key, () => true),
    whyNothing: (service, route, key) => why(service, route, key, (failing, all) => failing === all),
    async whyUnreached(source) {
      const status = (await statuses()).get(source)
      if (status === undefined || !hasFailed(status)) return null
      const reason = status.lastError ?? ''
      if (!isUnreached(reason) && !isUnfilled(reason)) return null
      return failed('The source of this answer has not answered yet', [status])
    },
  }
}

// A row may be computed under another key than it is asked by: its route's name, or one that only the formula knows.
function topicsOf(service: Service, { path }: Asked, key: string): string[] {
  const selected = [key, path.slice(1)].map((one) => selectedBy(service, one)).find((list) => list.length > 0)
  const topics = selected?.map(({ topic }) => topic) ?? service.reads
  return [...new Set(topics.map(({ name }) => name as string))]
}

// What is no key of a service may be refused in any way.
function selectedBy(service: Service, key: string): readonly Selection[] {
  try {
    return service.selects(key)
  } catch {
    return []
  }
}

function offHere(made: readonly KnownSource[]): TollgateError {
  const byReason = Map.groupBy(made, ({ off }) => off)
  const told = [...byReason].map(([reason, all]) => `${listed([...new Set(all.map(({ source }) => source))])} (${reason})`)
  const [noun, verb] = new Set(made.map(({ source }) => source)).size === 1 ? ['source', 'is'] : ['sources', 'are']
  return new TollgateError(
    'upstream_unavailable',
    `The ${noun} of this answer, ${listed(told)}, ${verb} off here; nothing was charged.`,
    { retryAfterSeconds: offRetrySeconds },
  )
}

const listed = (names: readonly string[]): string =>
  names.length <= mostNamed ? names.join(', ') : `${names.slice(0, mostNamed).join(', ')} and ${names.length - mostNamed} more`
