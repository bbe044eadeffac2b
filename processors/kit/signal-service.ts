// A service in two small files: its facts, rows, routes and fields are named once here, and its formula is a function of the inputs.
import { TollgateError } from '../../base/errors.ts'
import { round } from '../formula/index.ts'
import { withNotTold } from '../formula/not-told.ts'
import { isSelected } from './affected.ts'
import type { Draft, Observations, ReadRecord, RouteDefinition, Selection, Service } from './define.ts'
import { type Facts, type InputsOf, readFacts, selectionsOf } from './facts.ts'
import { type AnyTold, bodyOf, isThin, type SignalRoute, type ToldOf } from './signal-route.ts'

/** Which keys are computed: always the same one, a list, or one for each key the records have. */
export type RowPlan =
  | { readonly one: string }
  | { readonly list: readonly string[] }
  | 'byKey'
  | { byKey(record: Pick<ReadRecord, 'topic' | 'key'>): string | readonly string[] | null }

type OneOrMore<T> = T | readonly T[]
type Routes = Readonly<Record<string, SignalRoute>>

interface Common<F extends Facts> extends Pick<Service, 'label' | 'title' | 'description' | 'version' | 'tags'> {
  readonly readsChains?: Service['readsChains']
  readonly rows: RowPlan
  /** A key of each kind, where keys of different kinds read different topics. */
  readonly kinds?: readonly string[]
  /** Everything the formula looks at; where rows have facts of their own, a function of the row's key. */
  readonly facts: F | ((key: string) => F)
}

// A type of its own for what is told, so that words stay words and are not widened to texts.
interface OfOneRoute<F extends Facts, R extends SignalRoute, T = OneOrMore<ToldOf<R>>> extends Common<F> {
  readonly route: R
  /** null: nothing is known of the key. */
  signal(inputs: InputsOf<F>, now: Date, key: string): T | null
}

/** What a formula tells where the service has several routes: which one it is for. */
export type ToldAmong<R extends Routes> = { [N in keyof R]: ToldOf<R[N]> & { readonly route: N } }[keyof R]

interface OfRoutes<F extends Facts, R extends Routes, T = OneOrMore<ToldAmong<R>>> extends Common<F> {
  readonly routes: R
  signal(inputs: InputsOf<F>, now: Date, key: string): T | null
}

export function defineSignalService<const F extends Facts, R extends SignalRoute, const T extends OneOrMore<ToldOf<R>>>(
  options: OfOneRoute<F, R, T>,
): Service {
  return define(options as unknown as OfOneRoute<Facts, SignalRoute>)
}

/** Several routes on one formula: it tells with each answer which route it is for. */
export function defineRoutesService<const F extends Facts, const R extends Routes, const T extends OneOrMore<ToldAmong<R>>>(
  options: OfRoutes<F, R, T>,
): Service {
  return define(options as unknown as OfRoutes<Facts, Routes>)
}

function define(options: OfOneRoute<Facts, SignalRoute> | OfRoutes<Facts, Routes>): Service {
  const { label, title, description, version, tags, readsChains, rows, facts, kinds } = options
  const routes: Routes = 'route' in options ? { '': options.route } : options.routes
  const factsOf = (key: string): Facts => (typeof facts === 'function' ? facts(key) : (facts as Facts))
  const selectionsByKey = remember((key: string) => selectionsOf(factsOf(key), label))
  return {
    label,
    title,
    description,
    version,
    tags,
    reads: [...new Set((kinds ?? keysOf(rows)).flatMap(selectionsByKey).map(({ topic }) => topic))],
    routes: Object.values(routes).map((route) => completed(route, options)),
    ...(readsChains === undefined ? {} : { readsChains }),
    affected: affectedBy(rows, selectionsByKey),
    ...(rows === 'byKey' || 'byKey' in rows ? {} : { keys: keysOf(rows) }),
    selects: selectionsByKey,
    compute(key, seen: Observations, now) {
      const told = options.signal(readFacts(factsOf(key), seen) as never, now, key) as OneOrMore<AnyTold> | null
      return [told ?? []].flat().map((one: AnyTold) => draftOf(routes[one.route ?? '']!, one, key, now))
    },
  }
}

// Where rows are as many as the keys, any key reads the same topics.
function keysOf(rows: RowPlan): readonly string[] {
  if (rows === 'byKey' || 'byKey' in rows) return ['']
  return 'one' in rows ? [rows.one] : rows.list
}

// Keys of a service may be countless; its selections are asked for again and again, mostly of the same few.
const mostRemembered = 1_000

function remember<T>(make: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>()
  return (key) => {
    const there = known.get(key)
    if (there !== undefined) return there
    if (known.size >= mostRemembered) known.clear()
    const made = make(key)
    known.set(key, made)
    return made
  }
}

function completed({ definition }: SignalRoute, { label, tags, rows }: Common<Facts>): RouteDefinition<any, any> {
  const only = typeof rows === 'object' && 'one' in rows ? () => rows.one : undefined
  const [asked, own] = [soleInput(definition), definition.key]
  const key = own ?? only ?? asked
  if (key === undefined)
    throw new TollgateError(
      'definition_invalid',
      `${label}${definition.path} has many rows: say which one answers an input, key: (input) => ...`,
    )
  if (own === undefined && only !== undefined && asked !== undefined)
    throw new TollgateError(
      'definition_invalid',
      `${label}${definition.path} computes one row and must be asked for something: say which row answers an input, key: (input) => ...`,
    )
  return { ...definition, tags: definition.tags ?? tags, key }
}

/** Of a route that takes one input and no other, that is the row's key. */
function soleInput({ input }: Pick<SignalRoute['definition'], 'input'>): ((input: any) => string) | undefined {
  const [name, ...others] = Object.keys(input.properties)
  return name !== undefined && others.length === 0 && input.required?.includes(name) ? (asked) => String(asked[name]) : undefined
}

function affectedBy(rows: RowPlan, selectionsOfKey: (key: string) => readonly Selection[]): Service['affected'] {
  if (rows === 'byKey') return (records) => [...new Set(records.map(({ key }) => key))]
  if ('byKey' in rows) {
    const keysOf = (record: ReadRecord) => [rows.byKey(record) ?? []].flat()
    return (records) => {
      // Years of one series touch what its newest month touches: each topic's key is looked up once.
      const distinct = new Map(records.map((record) => [`${record.topic} ${record.key}`, record]))
      const touched = [...distinct.values()].flatMap((record) =>
        keysOf(record).filter((key) => isSelected(record, selectionsOfKey(key))),
      )
      return [...new Set(touched)]
    }
  }
  const keys = 'one' in rows ? [rows.one] : rows.list
  return (records) => keys.filter((key) => records.some((record) => isSelected(record, selectionsOfKey(key))))
}

function draftOf(route: SignalRoute, told: AnyTold, computedKey: string, now: Date): Draft {
  const { mix, key = computedKey, asOf = now, disclaimer = route.disclaimer, notTold = [] } = told
  const { path } = route.definition
  if (isThin(mix, route))
    throw new TollgateError('not_enough_data', `only ${round(mix.availableWeight!, 2)} of the inputs' weight is there`)
  return {
    route: path,
    key,
    body: bodyOf({ ...told, asOf }, route, path),
    coverage: withNotTold(mix, [...route.notTold, ...notTold]).coverage,
    ...(disclaimer === undefined ? {} : { disclaimer }),
  }
}
