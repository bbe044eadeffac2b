// What a selection takes of a topic's holding facts, wherever they are kept.
import type { Fact, Selection } from '../kit/define.ts'

export function narrow<F extends Pick<Fact, 'key' | 'observedAt' | 'revision'>>(
  facts: readonly F[],
  { part, latest }: Selection,
): F[] {
  const own = part === undefined ? [...facts] : facts.filter((fact) => fact.key.startsWith(`${part}:`))
  return latest === undefined ? own : latestOf(own)
}

/** Of each key the fact that holds now. */
function latestOf<F extends Pick<Fact, 'key' | 'observedAt' | 'revision'>>(facts: readonly F[]): F[] {
  const newest = new Map<string, F>()
  for (const fact of facts) {
    const known = newest.get(fact.key)
    if (known === undefined || isNewer(fact, known)) newest.set(fact.key, fact)
  }
  return [...newest.values()]
}

type Dated = Pick<Fact, 'observedAt' | 'revision'>

/** A later revision holds whatever its time: a reading made again after a reorganisation may lie before what it replaces. */
export function isNewer(fact: Dated, known: Dated): boolean {
  if (fact.revision !== known.revision) return fact.revision > known.revision
  return fact.observedAt > known.observedAt
}
