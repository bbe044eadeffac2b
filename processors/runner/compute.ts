// One key's step from facts to rows: select, compute, and write down what it was computed from.
import type { Queryable } from '../../db/client.ts'
import { selectFacts } from '../../db/facts/observations.ts'
import type { SignalRow } from '../../db/rows/signals.ts'
import type { Draft, Fact, RenderedDraft, Selection, Service } from '../kit/define.ts'
import { finiteJson } from './finite-json.ts'
import { narrow } from './narrow.ts'
import { createObservations, newestOf, provenanceOf } from './observe.ts'

export function loadFacts(database: Queryable, service: Service, key: string): Promise<Fact[]> {
  return loadSelected(database, service.selects(key))
}

export async function loadSelected(database: Queryable, selections: readonly Selection[]): Promise<Fact[]> {
  const facts: Fact[] = []
  for (const selection of selections) {
    const stored = await selectFacts(database, {
      topic: selection.topic.name,
      ...(selection.keys === undefined ? {} : { keys: selection.keys }),
      ...(selection.days === undefined ? {} : { days: selection.days }),
    })
    for (const fact of narrow(stored, selection)) facts.push({ ...fact, value: JSON.parse(fact.value) })
  }
  return facts
}

export function computeRows(
  service: Service,
  key: string,
  facts: readonly Fact[],
  computedAt: Date,
  named: typeof provenanceOf = provenanceOf,
): SignalRow[] {
  const now = newestOf(facts)
  if (now === null) return []
  const { inputs, inputsHash } = named(facts, service.keep !== undefined)
  const newest = newestByTopic(facts)
  const newestOfTopic = (topic: string) => newest.get(topic) ?? null
  const basis = { now, computedAt, inputs: JSON.stringify(inputs), inputsHash, newestOfTopic }
  return service.compute(key, createObservations(facts), now).map((draft) => rowOf(service, draft, basis))
}

function newestByTopic(facts: readonly Fact[]): Map<string, Date> {
  const newest = new Map<string, Date>()
  // The facts of one topic mostly follow each other.
  let [last, known, knownMs]: [string | null, Date | undefined, number] = [null, undefined, Number.NaN]
  for (const { topic, observedAt } of facts) {
    if (topic !== last) [last, known, knownMs] = [topic, newest.get(topic), newest.get(topic)?.getTime() ?? Number.NaN]
    const ms = observedAt.getTime()
    if (known !== undefined && !(ms > knownMs)) continue
    ;[known, knownMs] = [observedAt, ms]
    newest.set(topic, observedAt)
  }
  return newest
}

/** What all rows made of one set of facts share. */
export interface Basis {
  readonly now: Date
  readonly computedAt: Date
  readonly inputs: string
  readonly inputsHash: string
  newestOfTopic(topic: string): Date | null
}

export function rowOf(service: Service, draft: Draft | RenderedDraft, { newestOfTopic, ...basis }: Basis): SignalRow {
  const { now, computedAt, inputs, inputsHash } = basis
  return {
    service: service.label,
    route: draft.route,
    key: draft.key,
    body: 'text' in draft ? draft.text : finiteJson(draft.body),
    meta: JSON.stringify(metaOf(service, draft, newestOfTopic)),
    observedAt: now,
    computedAt,
    staleAfter: new Date(now.getTime() + maxAgeSecondsOf(service, draft.route) * 1_000),
    formula: `${service.label}/${service.version}`,
    inputs,
    inputsHash,
  }
}

function metaOf(service: Service, draft: Omit<Draft, 'body'>, newestOfTopic: Basis['newestOfTopic']) {
  const sources = service.reads.flatMap((topic) => {
    const newest = newestOfTopic(topic.name)
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
