// What an operator asks first: does each part answer, how old is each source, how far behind is each group.

import type { World } from '../app/config/index.ts'
import type { Clock } from '../base/clock.ts'
import { messageOf } from '../base/errors.ts'
import type { ChainDetail, Metrics } from '../base/metrics.ts'
import type { Mask } from '../base/redact.ts'
import { within } from '../base/within.ts'
import type { Database } from '../db/client.ts'
import { areApart, clockAhead } from '../db/clock-ahead.ts'
import { lateSeries } from '../db/facts/late-series.ts'
import { allSetAside, listSources, type PolledDetail } from '../db/facts/sources.ts'
import type { Log } from '../db/log/port.ts'
import { expectWrites } from '../db/takes-writes.ts'
import { measureLag, type PartitionLag } from '../db/work/lag.ts'
import type { Service } from '../processors/kit/define.ts'
import type { createFreshness } from './discovery/freshness.ts'

export interface HealthDependencies {
  readonly database: Database
  readonly log: Log
  readonly clock: Clock
  readonly config: { readonly world: World }
  readonly services: readonly Service[]
  readonly metrics: Metrics
  readonly freshness: ReturnType<typeof createFreshness>
  /** Where one service is asked about: only the sources it reads. */
  readonly isOneService?: boolean
  /** How the demo world's lending market is; without one there is none in this process. */
  readonly demoMarket?: (() => object) | undefined
  /** Everybody may read this; an error's words may hold the address, and the key in it, that failed. */
  readonly mask?: Mask | undefined
  /** The workers for what strangers send; without them there are none in this process. */
  readonly workers?: (() => object) | undefined
  /** Whether those who pay can be served. */
  readonly payments?: () => { readonly ok: boolean }
  /** Of every group of the program; without it of these services. */
  readonly lag?: (() => Promise<readonly PartitionLag[]>) | undefined
}

const partDeadlineMs = 2_000
const mostLateShown = 5
const asItIs: Mask = (text) => text

export async function checkHealth(deps: HealthDependencies) {
  let ahead: number | null = null
  const askDatabase = async () => {
    ahead = await clockAhead(deps.database.pool)
    await expectWrites(deps.database.pool)
  }
  const [database, log, allSources, lag, ages] = await Promise.all([
    check(askDatabase, deps.mask),
    check(() => deps.log.topics(), deps.mask),
    within(listSourceHealth(deps), partDeadlineMs).catch(() => []),
    within(lagOf(deps), partDeadlineMs).catch(() => null),
    within(deps.freshness(), partDeadlineMs).catch(() => null),
  ])
  const read = new Set(deps.services.flatMap((service) => service.reads.map((topic) => topic.origin.id)))
  // A source that follows several chains has a line for each, named `source:chain`.
  const sources = deps.isOneService ? allSources.filter(({ source }) => read.has(source.split(':')[0]!)) : allSources
  const routes = deps.services.flatMap(({ label, routes }) =>
    routes.flatMap((route) => {
      const age = ages?.get(route)
      return age === undefined ? [] : [{ label, ...age }]
    }),
  )
  const payments = deps.payments?.()
  const isUp = database.ok
  const areFresh = routes.every(isFresh)
  const clock = ahead === null ? null : { ok: !areApart(ahead), ahead_seconds: ahead }
  const isWithinLog = lag === null || lag.every(({ beyond }) => beyond === 0)
  const isWhole =
    isUp && isWithinLog && clock?.ok !== false && log.ok && payments?.ok !== false && areFresh && sources.every(isWell)
  return {
    checked_at: new Date().toISOString(),
    status: isWhole ? 'ok' : isUp ? 'degraded' : 'down',
    world: deps.config.world,
    ...(deps.demoMarket === undefined ? {} : { demo_market: deps.demoMarket() }),
    ...(deps.workers === undefined ? {} : { workers: deps.workers() }),
    parts: {
      database,
      // This machine's, beside the database's.
      ...(clock === null ? {} : { clock }),
      log: { kind: deps.log.kind, ...log },
      ...(payments === undefined ? {} : { payments }),
    },
    sources,
    routes,
    // null: nobody can say how far behind anything is.
    lag: lag === null ? null : tellLag(lag),
  }
}

const tellLag = (lag: readonly PartitionLag[]) => ({
  total: lag.reduce((sum, at) => sum + at.lag, 0),
  behind: lag.filter((at) => at.lag > 0),
  // The log has lost what these had read, or was made anew.
  beyond_the_log: lag.filter((at) => at.beyond > 0),
})

export async function lagOf(
  deps: Pick<HealthDependencies, 'lag' | 'services' | 'database' | 'log' | 'isOneService'>,
): Promise<readonly PartitionLag[]> {
  const { lag, services, database, log, isOneService = false } = deps
  if (lag === undefined) return measureLag({ pool: database.pool, log, groups: services })
  const own = new Set(services.map(({ label }) => label))
  return (await lag()).filter(({ group }) => !isOneService || own.has(group))
}

// A chain of which something is missed is read, and yet not whole until its repair is done.
export function isWell(source: SourceHealth): boolean {
  const missed = 'chain' in source ? Object.keys(source.chain.differences) : []
  return source.failures_in_a_row === 0 && source.late_series === 0 && missed.length === 0
}

export const isFresh = ({ state }: { readonly state: string }): boolean => state !== 'stale' && state !== 'too_old'

export type SourceHealth = Awaited<ReturnType<typeof listSourceHealth>>[number]
type SourceDetail = ChainDetail | PolledDetail | Record<never, never>

export async function listSourceHealth(deps: Pick<HealthDependencies, 'database' | 'clock' | 'metrics' | 'mask'>) {
  const { mask = asItIs } = deps
  const now = deps.clock.now().getTime()
  return (await listSources(deps.database.pool)).map((source) => {
    const ageSeconds = source.lastSuccessAt === null ? null : Math.round((now - source.lastSuccessAt.getTime()) / 1_000)
    if (ageSeconds !== null) deps.metrics.sourceAge(source.source, ageSeconds, source.failuresInARow)
    const detail = source.detail === null ? {} : (JSON.parse(source.detail) as SourceDetail)
    const late = 'series' in detail ? lateSeries(detail.series, deps.clock.now()) : []
    if ('series' in detail) deps.metrics.lateSeries(source.source, late.length)
    const aside = 'set_aside' in detail ? allSetAside(detail) : null
    if (aside !== null) deps.metrics.setAside(source.source, aside.count)
    else if ('head' in detail) deps.metrics.chain(source.source, detail)
    return {
      source: source.source,
      last_success_at: source.lastSuccessAt?.toISOString() ?? null,
      age_seconds: ageSeconds,
      newest_observed_at: source.newestObservedAt?.toISOString() ?? null,
      failures_in_a_row: source.failuresInARow,
      last_error: source.failuresInARow > 0 && source.lastError !== null ? mask(source.lastError) : null,
      next_run_at: source.nextRunAt?.toISOString() ?? null,
      records: source.records,
      ...('head' in detail ? { chain: detail } : aside === null ? {} : { set_aside: aside }),
      ...('proof' in detail && { proof: detail.proof }),
      // What has not moved for twice as long as it should, however well its polls went.
      late: late.slice(0, mostLateShown),
      late_series: late.length,
    }
  })
}

async function check(ask: () => Promise<unknown>, mask: Mask = asItIs): Promise<{ ok: boolean; ms: number; error?: string }> {
  const startedAt = performance.now()
  const ms = () => Math.round((performance.now() - startedAt) * 10) / 10
  try {
    await within(ask(), partDeadlineMs)
    return { ok: true, ms: ms() }
  } catch (error) {
    return { ok: false, ms: ms(), error: mask(messageOf(error)) }
  }
}
