// The facts a service reads, named once: which of them are selected, what a record of them touches, and the inputs its formula gets.

import { TollgateError } from '../../base/errors.ts'
import type { Topic } from '../../db/log/topic.ts'
import { toPoints } from '../formula/points.ts'
import type { Point } from '../formula/series.ts'
import type { Fact, Observations, Selection } from './define.ts'

export interface FactInput<T = any> {
  readonly selections: readonly Selection[]
  read(seen: Observations): T
}

type Constant = string | number | boolean | null | undefined

/** Named facts; lists and sections of them keep their shape, constants are handed on as they are. */
export type Facts = FactInput | Constant | readonly Facts[] | { readonly [name: string]: Facts }

/** What the formula gets for these facts. */
export type InputsOf<F> =
  F extends FactInput<infer T>
    ? T
    : F extends Constant
      ? F
      : F extends readonly (infer I)[]
        ? readonly InputsOf<I>[]
        : { readonly [N in keyof F]: InputsOf<F[N]> }

export interface Span {
  /** One key or several; all of the topic where nothing is said. */
  readonly key?: string | readonly string[]
  /** Only facts observed within so many days of the newest; 0 is the newest moment alone. */
  readonly days?: number
  /** Of each key only the fact of the largest revision. */
  readonly latest?: true
}

function selectionOf(topic: Topic<any>, { key, days, latest }: Span): Selection {
  const keys = key === undefined ? undefined : typeof key === 'string' ? [key] : key
  return {
    topic,
    ...(keys === undefined ? {} : { keys }),
    ...(days === undefined ? {} : { days }),
    ...(latest === undefined ? {} : { latest }),
  }
}

function seenOf<V>(seen: Observations, topic: Topic<V>, key: Span['key']): readonly Fact<V>[] {
  if (key === undefined || typeof key === 'string') return seen.of(topic, key)
  const wanted = new Set(key)
  return seen.of(topic).filter((fact) => wanted.has(fact.key))
}

/** Dated values, oldest first; where the value has none, no point. */
export function series<V>(topic: Topic<V>, read: (value: V) => number | null | undefined, span: Span = {}): FactInput<Point[]> {
  return { selections: [selectionOf(topic, span)], read: (seen) => toPoints(seenOf(seen, topic, span.key), read) }
}

/** The facts themselves, oldest first. */
export function all<V>(topic: Topic<V>, span: Span = {}): FactInput<readonly Fact<V>[]> {
  return { selections: [selectionOf(topic, span)], read: (seen) => seenOf(seen, topic, span.key) }
}

/** The newest fact, or undefined where there is none yet. */
export function newest<V>(topic: Topic<V>, span: Span = {}): FactInput<Fact<V> | undefined> {
  return { selections: [selectionOf(topic, span)], read: (seen) => seenOf(seen, topic, span.key).at(-1) }
}

/** Of each key the newest value. */
export function newestByKey<V>(topic: Topic<V>, span: Span = {}): FactInput<ReadonlyMap<string, V>> {
  return {
    selections: [selectionOf(topic, span)],
    read: (seen) => new Map(seenOf(seen, topic, span.key).map((fact) => [fact.key, fact.value])),
  }
}

/** What is made of one fact's input, before the formula gets it. */
export function mapped<T, R>(fact: FactInput<T>, make: (input: T) => R): FactInput<R> {
  return { selections: fact.selections, read: (seen) => make(fact.read(seen)) }
}

/** Inputs read from several facts at once, where they cannot be named one by one. */
export function reading<R>(selections: readonly Selection[], read: (seen: Observations) => R): FactInput<R> {
  return { selections, read }
}

/** A constant that is no text, number or flag. */
export const given = <T>(value: T): FactInput<T> => ({ selections: [], read: () => value })

/** One topic's series by their keys, all read the same way: `const fred = seriesOf(fredObservations, ({ value }) => value)`, then `fred('UNRATE')`. */
export const seriesOf =
  <V>(topic: Topic<V>, read: (value: V) => number | null | undefined, span: Span = {}) =>
  (key: string, other: Span = {}): FactInput<Point[]> =>
    series(topic, read, { ...span, ...other, key })

const isInput = (one: object): one is FactInput => typeof (one as FactInput).read === 'function'

export function readFacts<F extends Facts>(facts: F, seen: Observations): InputsOf<F> {
  const read = (one: Facts): unknown => {
    if (typeof one !== 'object' || one === null) return one
    if (isInput(one)) return one.read(seen)
    if (Array.isArray(one)) return one.map(read)
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, read(inner)]))
  }
  return read(facts) as InputsOf<F>
}

function inputsIn(one: Facts): FactInput[] {
  if (typeof one !== 'object' || one === null) return []
  return isInput(one) ? [one] : Object.values(one).flatMap(inputsIn)
}

/**
 * What is selected for these facts. Those of one topic and span are one selection: what lies within its days is counted from the
 * newest of all of them, and no fact is read twice.
 */
export function selectionsOf(facts: Facts, service: string): Selection[] {
  const merged = new Map<string, Selection>()
  for (const { topic, keys, ...span } of inputsIn(facts).flatMap(({ selections }) => selections)) {
    const name = JSON.stringify([topic.name, span.days, span.part, span.latest])
    const known = merged.get(name)
    const all = known === undefined ? keys : known.keys && keys && [...new Set([...known.keys, ...keys])]
    merged.set(name, { topic, ...(all === undefined ? {} : { keys: all }), ...span })
  }
  const selections = [...merged.values()]
  refuseOverlaps(selections, service)
  return selections
}

function refuseOverlaps(selections: readonly Selection[], service: string): void {
  for (const [i, one] of selections.entries())
    for (const other of selections.slice(i + 1)) {
      if (one.topic !== other.topic || one.part !== other.part) continue
      const shared = one.keys === undefined || other.keys === undefined || one.keys.find((key) => other.keys!.includes(key))
      if (shared === undefined) continue
      const what = shared === true ? 'all of its keys' : shared
      throw new TollgateError(
        'definition_invalid',
        `${service} reads ${what} of ${one.topic.name} over ${one.days ?? 'all'} and over ${other.days ?? 'all'} days: give both facts the longer span`,
      )
    }
}
