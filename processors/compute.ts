// One key's step from facts to rows: select, compute, and write down what it was computed from.
import type { Queryable } from '../db/client.ts'
import { selectFacts } from '../db/observations.ts'
import type { SignalRow } from '../db/signals.ts'
import type { Draft, Fact, Service } from './define.ts'
import { createObservations, newestOf, provenanceOf } from './observe.ts'

export async function loadFacts(database: Queryable, service: Service, key: string): Promise<Fact[]> {
  const facts: Fact[] = []
  for (const selection of service.selects(key)) {
    const stored = await selectFacts(database, {
      topic: selection.topic.name,
      ...(selection.keys === undefined ? {} : { keys: selection.keys }),
      ...(selection.days === undefined ? {} : { days: selection.days }),
    })
    for (const fact of stored) facts.push({ ...fact, value: JSON.parse(fact.value) })
  }
  return facts
}

export function computeRows(service: Service, key: string, facts: readonly Fact[], computedAt: Date): SignalRow[] {
  const now = newestOf(facts)
  if (now === null) return []
  const { inputs, inputsHash } = provenanceOf(facts)
  const provenance = JSON.stringify(inputs)
  return service.compute(key, createObservations(facts), now).map((draft) => ({
    service: service.label,
    route: draft.route,
    key: draft.key,
    body: JSON.stringify(draft.body, refuseNonFinite),
    meta: JSON.stringify(metaOf(service, draft, facts)),
    observedAt: now,
    computedAt,
    staleAfter: new Date(now.getTime() + maxAgeSecondsOf(service, draft.route) * 1_000),
    formula: `${service.label}/${service.version}`,
    inputs: provenance,
    inputsHash,
  }))
}

function metaOf(service: Service, draft: Draft, facts: readonly Fact[]) {
  const sources = service.reads.flatMap((topic) => {
    const used = facts.filter((fact) => fact.topic === topic.name)
    const newest = newestOf(used)
    return newest === null ? [] : [{ ...topic.origin, observed_at: newest.toISOString() }]
  })
  return {
    coverage: draft.coverage,
    sources: mergeById(sources),
    ...(draft.disclaimer === undefined ? {} : { disclaimer: draft.disclaimer }),
  }
}

// One upstream may feed several topics; a buyer wants it named once, with its newest time.
function mergeById<T extends { id: string; observed_at: string }>(sources: readonly T[]): T[] {
  const byId = new Map<string, T>()
  for (const source of sources) {
    const known = byId.get(source.id)
    if (known === undefined || known.observed_at < source.observed_at) byId.set(source.id, source)
  }
  return [...byId.values()]
}

function maxAgeSecondsOf(service: Service, path: string): number {
  const route = service.routes.find((candidate) => candidate.path === path)
  if (route === undefined) throw new Error(`${service.label} computed a row for ${path}, which is not one of its routes`)
  return route.maxAgeSeconds
}

// JSON.stringify turns NaN and Infinity into null without a word; a formula that makes one is wrong and must be heard.
function refuseNonFinite(member: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Error(`${member} is ${value}`)
  return value
}
