// Serves a route of open keys: the row while it is fresh, else a demand on the log and a wait for what it leads to.

import { TollgateError } from '../base/errors.ts'
import { findDemand, type StoredDemand, touchDemand } from '../db/facts/demand.ts'
import { takeAllowance } from '../db/facts/demand-allowance.ts'
import { demands } from '../db/facts/demand-topic.ts'
import { findRow, type StoredSignalRow } from '../db/rows/signals.ts'
import type { DemandOf, RouteDefinition, Service } from '../processors/kit/define.ts'
import { createDirectories } from './directories.ts'
import type { QueuedDependencies } from './queued.ts'
import { takeOn } from './take-on.ts'
import type { KnownSource, Unmade } from './unmade.ts'
import { createUnmakeable } from './unmakeable.ts'
import { demandName, rowName } from './wakes.ts'

const defaults = { waitSeconds: 20, perPayer: { burst: 20, perMinute: 20 } }
// The row of facts that were just put on the log is a moment away; after this their service does not make one.
const computeMs = 10_000
const touchEveryMs = 60_000
const mostTouched = 50_000

interface Asked {
  readonly service: Service
  readonly route: RouteDefinition<any, any>
  readonly input: Record<string, unknown>
  /** Whose allowance a fetch is taken from. */
  readonly payer: string
  /** Aborted when the caller has hung up. */
  readonly gone: AbortSignal
}

export interface OnDemand {
  /** Throws input_unusable for a key that is known to be unknown: asked before the price is named. */
  refuseUnknown(route: RouteDefinition<any, any>, input: Record<string, unknown>): Promise<void>
  /** Throws where there is no row to sell and the source was just found away, or what it told makes no answer. */
  refuseUnsellable(
    service: Service,
    route: RouteDefinition<any, any>,
    input: Record<string, unknown>,
    unmade: Pick<Unmade, 'whyUnreached'>,
  ): Promise<void>
  answer(asked: Asked): Promise<StoredSignalRow>
}

export function createOnDemand(deps: QueuedDependencies & { readonly sources?: readonly KnownSource[] }): OnDemand {
  const { pool } = deps.database
  const unmakeable = createUnmakeable(deps)
  const directories = createDirectories(deps.database, deps.clock)
  const touched = new Map<string, number>()

  async function touch(demand: DemandOf): Promise<void> {
    const name = demandName(demand)
    const now = deps.clock.now()
    if (now.getTime() - (touched.get(name) ?? 0) < touchEveryMs) return
    if (touched.size >= mostTouched) touched.clear()
    touched.set(name, now.getTime())
    await touchDemand(pool, demand, now)
  }

  async function wait(
    asked: Asked,
    demand: DemandOf,
    before: StoredSignalRow | null,
    lastEnd: Date | null,
  ): Promise<StoredSignalRow> {
    const { service, route, input, gone } = asked
    const key = route.key(input)
    const askedAt = deps.clock.now()
    const usable = usableRow(before, route, askedAt)
    const seconds = route.demand!.waitSeconds ?? defaults.waitSeconds
    const over = AbortSignal.any([gone, deps.closing, AbortSignal.timeout(seconds * 1_000)])
    const names = [rowName(service.label, route.path, key), demandName(demand)]
    while (!over.aborted) {
      // Asleep before looking: what happens in between still wakes.
      const changed = deps.wakes.next(names, over)
      const row = await findRow(pool, service.label, route.path, key)
      if (row !== null && (row.id !== before?.id || deps.clock.now() <= row.staleAfter)) return row
      const known = await findDemand(pool, demand)
      if (known !== null && hasEnded(known, lastEnd)) {
        if (known.outcome === 'unknown') throw unknownKey(input, known)
        if (known.outcome === 'failed') return usable ?? refuseDown(known, deps.clock.now())
        const msSince = deps.clock.now().getTime() - known.finishedAt!.getTime()
        if (usable !== null && (known.appended === 0 || isMadeOf(known, usable) || msSince > computeMs)) return usable
        if (askedAt.getTime() - known.finishedAt!.getTime() > computeMs) throw notYet()
      }
      await changed
    }
    if (usable !== null) return usable
    throw notYet()
  }

  async function refuseUnmakeable({ service, route, input }: Pick<Asked, 'service' | 'route' | 'input'>, known: StoredDemand) {
    const why = await unmakeable.why(service, route, route.key(input), known)
    if (why !== null) throw noAnswer(input, known, why)
  }

  return {
    async refuseUnknown(route, input) {
      const known = await findDemand(pool, demandOf(route, input))
      if (known?.outcome === 'unknown' && isCooling(known, deps.clock.now())) throw unknownKey(input, known)
      // What was found is there, whatever a list says.
      if (known?.outcome !== 'done') await directories.refuse(route, input)
    },
    async refuseUnsellable(service, route, input, unmade) {
      const now = deps.clock.now()
      const demand = demandOf(route, input)
      const known = await findDemand(pool, demand)
      const cooling = known !== null && isCooling(known, now) ? known : null
      const isDown = cooling?.outcome === 'failed'
      const why = isDown ? null : await unmade.whyUnreached(demand.source)
      if (!isDown && why === null && cooling?.outcome !== 'done') return
      const row = await findRow(pool, service.label, route.path, route.key(input))
      if (usableRow(row, route, now) !== null) return
      if (why !== null) throw why
      if (isDown) refuseDown(cooling, now)
      if (cooling !== null) await refuseUnmakeable({ service, route, input }, cooling)
    },
    async answer(asked) {
      const { service, route, input } = asked
      const { perPayer = defaults.perPayer } = route.demand!
      const demand = demandOf(route, input)
      const now = deps.clock.now()
      const row = await findRow(pool, service.label, route.path, route.key(input))
      if (row !== null && now <= row.staleAfter) {
        await touch(demand)
        return row
      }
      const known = await findDemand(pool, demand)
      // It was fetched, or tried, a moment ago: nobody makes us ask the upstream again so soon.
      if (known !== null && isCooling(known, now)) {
        await touch(demand)
        if (usableRow(row, route, now) === null) await refuseUnmakeable(asked, known)
        return wait(asked, demand, row, null)
      }
      if (known === null || known.state === 'idle') {
        const retryAfterSeconds = await takeAllowance(pool, demand.source, asked.payer, perPayer)
        if (retryAfterSeconds !== null) throw tooMany(retryAfterSeconds)
      }
      await takeOn(deps.log, demands, { ...demand, requested_at: now.toISOString() })
      return wait(asked, demand, row, known?.finishedAt ?? null)
    },
  }
}

function demandOf(route: RouteDefinition<any, any>, input: Record<string, unknown>): DemandOf {
  const of = route.demand?.of(input) ?? null
  if (of === null) throw new TollgateError('definition_invalid', `${route.path} is asked to fetch what needs no fetch`)
  return of
}

// The end before the question was asked is not the one waited for; told apart by itself, whatever the clocks say.
const hasEnded = ({ state, finishedAt }: StoredDemand, lastEnd: Date | null): boolean =>
  state === 'idle' && finishedAt !== null && finishedAt.getTime() !== lastEnd?.getTime()

// Computed after that fetch began, the row has seen what it brought.
const isMadeOf = ({ startedAt }: StoredDemand, row: StoredSignalRow): boolean => startedAt !== null && row.computedAt >= startedAt

const isCooling = ({ state, coolUntil }: StoredDemand, now: Date): boolean =>
  state === 'idle' && coolUntil !== null && coolUntil > now

function usableRow(row: StoredSignalRow | null, route: RouteDefinition<any, any>, now: Date): StoredSignalRow | null {
  return row !== null && now.getTime() - row.observedAt.getTime() <= route.hardMaxAgeSeconds * 1_000 ? row : null
}

function unknownKey(input: Record<string, unknown>, { key, message }: StoredDemand): TollgateError {
  // The input the key is made of; whatever else a key holds stands behind it.
  const [name, value] = Object.entries(input).find(([, given]) => key.includes(String(given))) ?? ['key', key]
  const why = message === null ? '' : ` (${message})`
  return new TollgateError(
    'input_unusable',
    `${name}: ${JSON.stringify(value)} is not known to the source of this answer${why}; nothing was charged.`,
    { detailCode: 'unknown_key' },
  )
}

function noAnswer(input: Record<string, unknown>, { coolUntil }: StoredDemand, why: string): TollgateError {
  const [name, value] = Object.entries(input)[0] ?? ['input', '']
  const again = coolUntil === null ? '' : ` Its source is asked again after ${coolUntil.toISOString()}.`
  return new TollgateError(
    'input_unusable',
    `${name}: ${JSON.stringify(value)} is known, and what its source tells makes no answer: ${why}; nothing was charged.${again}`,
    { detailCode: 'unknown_key' },
  )
}

function refuseDown(known: StoredDemand, now: Date): never {
  const retryAfterSeconds = Math.max(1, Math.ceil(((known.coolUntil?.getTime() ?? 0) - now.getTime()) / 1_000))
  throw new TollgateError('upstream_unavailable', 'The source of this answer is not reachable right now; nothing was charged.', {
    retryAfterSeconds,
  })
}

const notYet = (): TollgateError =>
  new TollgateError(
    'not_ready',
    'The fetch takes longer than one request may wait; it goes on. Repeat the same request; nothing was charged.',
    {
      retryAfterSeconds: 5,
    },
  )

const tooMany = (retryAfterSeconds: number): TollgateError =>
  new TollgateError('busy', 'This payer asks for too many keys that are not there yet; nothing was charged.', {
    retryAfterSeconds,
  })
