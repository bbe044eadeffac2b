// Turns a stored row into the answer a buyer gets: the row's own bytes, with the meta that only the moment of reading knows.

import type { World } from '../app/config/index.ts'
import { TollgateError } from '../base/errors.ts'
import type { StoredSignalRow } from '../db/rows/signals.ts'
import type { RouteDefinition } from '../processors/kit/define.ts'
import type { MetaDetail } from './meta-detail.ts'
import { lowerConfidence, type Standing, soundStanding } from './standing.ts'

// First answers are seconds away; a source that is down takes longer.
const firstAnswerSeconds = 5
const retryAfterSeconds = 30

/** Throws not_ready where there is no row, or none fresh enough to sell; tells its age. */
export function refuseUnsold(
  row: { readonly observedAt: Date | null } | null,
  route: RouteDefinition<any, any>,
  now: Date,
  standing: Standing = soundStanding,
): number {
  const observedAt = row?.observedAt ?? null
  if (observedAt === null) {
    throw new TollgateError('not_ready', 'This answer has not been computed yet; nothing was charged.', {
      retryAfterSeconds: firstAnswerSeconds,
    })
  }
  const ageSeconds = Math.max(0, Math.floor((now.getTime() - observedAt.getTime()) / 1_000))
  if (ageSeconds > route.hardMaxAgeSeconds) {
    throw new TollgateError(
      'not_ready',
      `The newest input is ${ageSeconds} s old, too old to sell; its source is down. Nothing was charged.`,
      { retryAfterSeconds },
    )
  }
  if (standing.dead !== null)
    throw new TollgateError(
      'not_ready',
      `Too much of this answer stands still to be sold: ${standing.dead}. Nothing was charged.`,
      {
        retryAfterSeconds,
      },
    )
  return ageSeconds
}

/** Throws not_ready where there is no row fresh enough to sell. */
export function renderAnswer(
  found: StoredSignalRow | null,
  route: RouteDefinition<any, any>,
  world: World,
  now: Date,
  standing: Standing = soundStanding,
  detail: MetaDetail = 'full',
): string {
  const ageSeconds = refuseUnsold(found, route, now, standing)
  const row = found!
  const { coverage, sources, disclaimer } = JSON.parse(row.meta) as Kept
  const as_of = row.observedAt.toISOString()
  const age = { stale: now > row.staleAfter, age_seconds: ageSeconds, world }
  const said = disclaimer === undefined ? {} : { disclaimer }
  const meta =
    detail === 'brief'
      ? { as_of, ...age, provenance: { row: row.id }, coverage: countsOf(coverage), ...said }
      : {
          as_of,
          computed_at: row.computedAt.toISOString(),
          ...age,
          formula: row.formula,
          provenance: { row: row.id, inputs_hash: row.inputsHash, inputs: JSON.parse(row.inputs) as unknown },
          coverage: { ...coverage, ...standing.coverage },
          sources,
          ...said,
        }
  return `${lowerConfidence(row.body, standing.factor).slice(0, -1)},"meta":${JSON.stringify(meta)}}`
}

type Kept = { readonly coverage: Counts; readonly sources: unknown; readonly disclaimer?: string }
type Counts = { readonly inputs_used: number; readonly inputs_expected: number }

const countsOf = ({ inputs_used, inputs_expected }: Counts): Counts => ({ inputs_used, inputs_expected })
