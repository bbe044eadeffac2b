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
  const { topic, keys, days } = selection
  const holding = narrow(facts.holding(topic.name, keys), selection)
  const from = days === undefined ? Number.NEGATIVE_INFINITY : newestTime(holding) - days * dayMs
  const wanted: Fact[] = []
  for (const { parsed, ...fact } of holding) if (fact.observedAt.getTime() >= from) wanted.push({ ...fact, value: parsed })
  return wanted
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
