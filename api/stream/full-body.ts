// The full body of an update: what the paid route would answer with this version of the row, or null where it would not sell it.

import type { World } from '../../app/config/index.ts'
import type { Clock } from '../../base/clock.ts'
import type { Queryable } from '../../db/client.ts'
import type { ChangedRow } from '../../db/rows/changed-rows.ts'
import { findRow } from '../../db/rows/signals.ts'
import { isCut } from '../../processors/keep/history-cut.ts'
import { renderAnswer } from '../answer.ts'
import type { LookUp } from '../lookup.ts'
import { shapeRow } from '../routes.ts'
import type { StandingOf } from '../standing.ts'
import type { Subject } from './names.ts'

export interface BodyDependencies {
  readonly database: Queryable
  readonly clock: Clock
  readonly world: World
  readonly standingOf: StandingOf
  readonly lookUpOf: (route: Subject['route']) => LookUp
}

// A body says its age in whole seconds.
const sharedMs = 1_000
type Rendered = { readonly at: number; readonly body: Promise<string | null> }
const rendered = new WeakMap<ChangedRow, Map<string, Rendered>>()

/** Once for all who are told of a change by the same name at about the same time. */
export function renderBody(deps: BodyDependencies, row: ChangedRow, subject: Subject): Promise<string | null> {
  const own = rendered.get(row) ?? new Map<string, Rendered>()
  rendered.set(row, own)
  const at = deps.clock.now().getTime()
  const known = own.get(subject.name)
  if (known !== undefined && at - known.at < sharedMs) return known.body
  const body = render(deps, row, subject)
  own.set(subject.name, { at, body })
  body.catch(() => own.delete(subject.name))
  return body
}

async function render(deps: BodyDependencies, row: ChangedRow, { service, route, input }: Subject): Promise<string | null> {
  const now = deps.clock.now()
  if (now.getTime() - row.observedAt.getTime() > route.hardMaxAgeSeconds * 1_000) return null
  const whole = await wholeOf(deps.database, row, route)
  if (whole === null) return null
  const shaped = shapeRow(
    { ...whole, staleAfter: new Date(row.observedAt.getTime() + route.maxAgeSeconds * 1_000) },
    route,
    input,
    now,
  )
  const standing = await deps.standingOf(service, row)
  if (standing.dead !== null) return null
  return renderAnswer(await deps.lookUpOf(route).answer(shaped, input, now), route, deps.world, now, standing)
}

// What history cut, or what is answered from an index of the facts, is sold while it is served, and not once a newer row is.
async function wholeOf(database: Queryable, row: ChangedRow, route: Subject['route']): Promise<ChangedRow | null> {
  if (!isCut(row.body) && route.lookup === undefined) return row
  const served = await findRow(database, row.service, row.route, row.key)
  return served?.id === row.id ? { ...row, body: served.body } : null
}
