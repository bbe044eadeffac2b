// One key's rows from facts in memory, exactly as the runner computes them from the database.

import { messageOf, TollgateError } from '../../base/errors.ts'
import type { SignalRow } from '../../db/rows/signals.ts'
import type { Fact, Selection, Service } from '../kit/define.ts'
import { computeRows } from '../runner/compute.ts'
import { narrow } from '../runner/narrow.ts'
import type { FactStore } from './facts.ts'

const dayMs = 86_400_000

export function selectFacts(facts: FactStore, service: Service, key: string): Fact[] {
  return service.selects(key).flatMap((selection) => select(facts, selection))
}

function select(facts: FactStore, selection: Selection): Fact[] {
  const holding = facts.holding(selection.topic.name, selection.keys)
  return choose(holding, selection).map(({ parsed, ...fact }) => ({ ...fact, value: parsed }))
}

/** What the selection takes of its topic's holding facts, by their kind and by how far they lie back. */
export function choose<F extends Pick<Fact, 'key' | 'observedAt' | 'revision'>>(
  holding: readonly F[],
  selection: Selection,
): F[] {
  const narrowed = narrow(holding, selection)
  if (selection.days === undefined) return narrowed
  const from = newestTime(narrowed) - selection.days * dayMs
  return narrowed.filter((fact) => fact.observedAt.getTime() >= from)
}

function newestTime(facts: readonly { observedAt: Date }[]): number {
  let newest = Number.NEGATIVE_INFINITY
  for (const fact of facts) newest = Math.max(newest, fact.observedAt.getTime())
  return newest
}

export type Computed = { readonly rows: readonly SignalRow[] } | { readonly failed: string }

/** No rows where the service says that its facts are too few. */
export function computeKey(facts: FactStore, service: Service, key: string, at: Date): Computed {
  try {
    return { rows: computeRows(service, key, selectFacts(facts, service, key), at) }
  } catch (error) {
    if (error instanceof TollgateError && error.code === 'not_enough_data') return { rows: [] }
    return { failed: messageOf(error) }
  }
}
