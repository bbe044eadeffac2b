// What a topic is: a name with a version, the shape of its records, and how they are keyed, dated, kept and revised.
import type { Static, TSchema } from 'typebox'
import { TollgateError } from '../../base/errors.ts'
// Before any schema is compiled, which takes the formats it finds.
import '../../base/usual-dates.ts'

/** Who the facts come from, as every answer made of them must say. */
export interface Origin {
  readonly id: string
  readonly name: string
  readonly url: string
  readonly licence: string
  readonly attribution: string
}

/** How often the newest time of a key moves on; what has not moved for twice that is late, whatever its polls say. */
export interface Moves {
  readonly days: number
  /** So long after its own time a fact is told. */
  readonly toldAfterDays?: number
  /** Keys come and go (what is asked for, what happens): only the newest of all must move. */
  readonly of?: 'any'
}

export interface Topic<V = unknown> {
  readonly name: `${string}.v${number}`
  readonly origin: Origin
  readonly schema: TSchema
  readonly partitions: number
  /** It says that it has one: the order of all its records counts, and nobody may give it more. */
  readonly isOneOrder?: boolean
  readonly retention: { readonly days: number; readonly compact?: boolean }
  /** The unit of ordering and compaction. */
  key(value: V): string
  /** The upstream's time, never ours. */
  observedAt(value: V): Date
  /** Of two values for one key and time the larger revision holds: a vintage, a filing time, a block number. */
  revision(value: V): bigint
  /** Members that change on every fetch without the fact having changed (a fetch time used as revision). */
  readonly volatile: readonly (keyof V & string)[]
  /** As often as its source is polled where nothing is said; null for a key that only releases of before asked for. */
  readonly moves?: Moves | ((key: string) => Moves | null)
}

export type ValueOf<T> = T extends Topic<infer V> ? V : never

export interface TopicOptions<S extends TSchema> {
  name: `${string}.v${number}`
  origin: Origin
  schema: S
  partitions?: number
  retention: Topic['retention']
  key(value: Static<S>): string
  observedAt(value: Static<S>): Date
  revision?(value: Static<S>): bigint
  volatile?: readonly (keyof Static<S> & string)[]
  moves?: Moves | ((key: string) => Moves | null)
}

export function defineTopic<S extends TSchema>(options: TopicOptions<S>): Topic<Static<S>> {
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)*\.v[1-9]\d*$/.test(options.name)) {
    throw new TollgateError('definition_invalid', `Topic name ${options.name} is not <source>.<fact>.v<N> in lower case.`)
  }
  return { partitions: 1, isOneOrder: options.partitions === 1, revision: () => 0n, volatile: [], ...options }
}
