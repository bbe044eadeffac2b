// What a service is made of: the facts it reads, the routes a buyer sees, and the pure step from one to the other.
import type { Static, TSchema } from 'typebox'
import { type DocumentSettings, defaultDocumentSettings } from '../../app/config/documents.ts'
import type { Connection } from '../../db/client.ts'
import type { Topic, ValueOf } from '../../db/log/topic.ts'
import type { ReadRecord, SortedFact } from '../../db/work/sort-batch.ts'

export type { ReadRecord } from '../../db/work/sort-batch.ts'

/** A price in dollars as a decimal string; never a float. */
export type Usd = `${number}` & { readonly brand?: 'usd' }

export type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json | undefined }

export interface Fact<V = unknown> {
  readonly topic: string
  readonly key: string
  readonly observedAt: Date
  readonly revision: bigint
  readonly value: V
  readonly partition: number
  readonly offset: bigint
}

/** The facts of a topic, as formulas get them: oldest first. */
export type FactsOf<T> = readonly Fact<ValueOf<T>>[]

/** Which facts one key's answer is computed from. */
export interface Selection {
  readonly topic: Topic<any>
  readonly keys?: readonly string[]
  /** Only facts observed within this many days of the newest of the selection. */
  readonly days?: number
  /** Only facts whose key begins with this and a colon. */
  readonly part?: string
  /** Of each key only the fact of the largest revision: a state, not a series. */
  readonly latest?: true
}

export interface Observations {
  /** The holding facts of a topic (one per key and time, the largest revision), oldest first. */
  of<V>(topic: Topic<V>, key?: string): readonly Fact<V>[]
}

export interface Coverage {
  readonly inputs_used: number
  readonly inputs_expected: number
  readonly missing: readonly string[]
  readonly stale: readonly {
    readonly id: string
    readonly observed_at: string
    readonly age_days: number
    readonly max_age_days: number
  }[]
  /** What only this service's coverage has. */
  readonly detail?: Json
}

export interface Draft {
  readonly route: string
  readonly key: string
  readonly body: { readonly signal: Json } & { readonly [section: string]: Json | undefined }
  readonly coverage: Coverage
  readonly disclaimer?: string
}

/** A draft whose body another thread has made into its JSON text. */
export type RenderedDraft = Omit<Draft, 'body'> & { readonly text: string }

/** What a queued route asks of a worker, and how to know the answer when it is there. */
export interface QueuedRequest {
  /** Names the work: equal keys are done once for everybody. */
  readonly key: string
  /** The request record without its key and time. */
  readonly value: Readonly<Record<string, Json | undefined>>
  /** Bytes too large for a record; stored before the request is appended. */
  readonly blob?: { readonly bytes: Uint8Array; readonly mediaType: string; readonly name?: string }
}

export interface Queue<I> {
  readonly kind: string
  readonly topic: Topic<any>
  /** After this the caller is told to come back; the work goes on. */
  readonly waitSeconds: number
  request(input: I): QueuedRequest
}

export interface Lookup<X = any> {
  readonly selections: readonly Selection[]
  build(facts: readonly Fact[]): X
  /** What only the facts can tell to be unusable, asked before a price is named: throws input_unusable. Cheap, for nobody has paid for it. */
  refuse?(index: X, input: any, now: Date): void
  /** What its inputs cover, where that differs from what the row's do. */
  answer(index: X, body: any, input: any, now: Date): { readonly body: object; readonly coverage?: Coverage }
}

/** Whose key an answer needs, where it is not there yet. */
export interface DemandOf {
  readonly source: string
  readonly key: string
}

export interface Demand<I> {
  /** The source that fetches, and its key: one of its own, not always the row's. null: the row is made without being asked for. */
  of(input: I): DemandOf | null
  /** After this the caller is told to come back; the fetch goes on. 20 seconds where nothing is said. */
  readonly waitSeconds?: number
  /** How many fetches one payer may cause: 20 at once and 20 a minute where nothing is said. */
  readonly perPayer?: { readonly burst: number; readonly perMinute: number }
  /** Which keys there are at all. */
  readonly directory?: Directory<I>
}

/** A list of all keys, kept in memory; what it does not have is refused before a price is named. While there is none, nothing is. */
export interface Directory<I = any, X = any> {
  /** Keeps the lists; routes of one group share what is built of them. */
  readonly index: FactIndex
  build(facts: readonly Fact[]): X
  /** Throws input_unusable. Cheap, for nobody has paid for it. */
  refuse(listed: X, input: I, now: Date): void
}

export type Serve = 'precomputed' | 'queued' | 'demand'

/** How one input is answered: of precomputed rows some may be fetched when asked for. */
export function serveOf(route: Pick<RouteDefinition<any, any>, 'serve' | 'demand'>, input: Record<string, unknown>): Serve {
  return route.serve !== 'queued' && route.demand !== undefined
    ? route.demand.of(input) === null
      ? 'precomputed'
      : 'demand'
    : route.serve
}

export interface RouteDefinition<I extends TSchema = TSchema, O extends TSchema = TSchema> {
  readonly method: 'GET' | 'POST'
  readonly path: `/${string}`
  readonly price: Usd | 'free'
  /** precomputed: the row is there; queued: a worker makes it from the request; demand: its facts are fetched when asked for. */
  readonly serve: Serve
  readonly summary: string
  readonly tags: readonly string[]
  readonly input: I
  readonly output: O
  readonly example: { readonly input: Static<I>; readonly output: unknown }
  /** Reads what was sent into canonical values, from takeInputs; without it the schema converts and checks. */
  read?(given: Readonly<Record<string, unknown>>, now: Date): Static<I>
  /** Looks closer at what was read, before anything is paid: throws input_invalid or input_unusable, or returns it canonical. */
  refine?(input: Static<I>, now: Date): Static<I>
  key(input: Static<I>): string
  /** Reads the query itself, knowing the keys that have rows; what it refuses is answered 422 with its own document. */
  readAmong?(given: Readonly<Record<string, unknown>>, keys: readonly string[]): { input: Static<I> } | { refused: object }
  /** The shape of that document. */
  readonly refusal?: TSchema
  /** For serve: 'queued'. */
  readonly queue?: Queue<Static<I>>
  /** Its answers go as soon as they are stale: what callers gave is not kept for the days of other queued work. */
  readonly forgets?: boolean
  /** For serve: 'demand', and for those inputs of precomputed rows that need a fetch. */
  readonly demand?: Demand<Static<I>>
  /** The largest request body; 1 MB where nothing is said. */
  readonly bodyLimitBytes?: number
  /** What the passing of time makes of a stored body: windows that end today, confidence that wanes; pure, and below a millisecond. */
  age?(body: any, now: Date): object
  /** Cuts a stored body to an input's optional filters, when any is given; pure, and below a millisecond. */
  shape?(body: any, input: Static<I>): object
  /** Where any of countless questions may be asked of precomputed facts: an index of them, kept in memory as long as the row is the same. */
  readonly lookup?: Lookup
  /** Inputs whose rows nobody makes ahead: made when asked for, of facts that are there, and kept like any other row. */
  onRequest?(input: Static<I>): boolean
  /** Every key that can be asked has a row as soon as any has: a key without one is unusable (422), not late (503). */
  readonly closed?: boolean
  /** Past this age of its newest input the answer is sold as stale. */
  readonly maxAgeSeconds: number
  /** Past this age it is not sold at all. */
  readonly hardMaxAgeSeconds: number
  /** `first`: charge before the work, and owe the answer if the work fails. For slow or dear work. */
  readonly settle?: 'first'
  /** Also sold for the further stablecoin. */
  readonly usdg?: boolean
  /** History keeps a body whole at most once in this long, and of the versions between only the signal; the log gives them back. */
  readonly historySeconds?: number
  /** The longest the answer may take; 10 seconds where nothing is said. */
  readonly timeoutSeconds?: number
}

/** Whose rows are made of what one caller asks, and not of facts as they come. */
export const isMadeOnRequest = ({ serve, onRequest }: Pick<RouteDefinition, 'serve' | 'onRequest'>): boolean =>
  serve === 'queued' || onRequest !== undefined

/** A table of a topic's facts to search in, kept beside the rows. */
export interface FactIndex {
  /** Names the group that reads for it. */
  readonly group: string
  readonly topic: Topic<any>
  /** Takes facts in the order of the log; what it has already it leaves as it is. */
  store(connection: Connection, facts: readonly SortedFact[]): Promise<void>
}

export interface Service {
  readonly label: string
  readonly title: string
  readonly description: string
  /** Named on every row; raise it whenever the same facts would give another answer. */
  readonly version: string
  readonly tags: readonly string[]
  readonly reads: readonly Topic<any>[]
  /** Tables of other facts that its questions are searched in. */
  readonly indexes?: readonly FactIndex[]
  readonly routes: readonly RouteDefinition<any, any>[]
  /** Answers from chains that are read when somebody asks, and how: where none can be read so it is not sold. */
  readonly readsChains?: 'state' | 'logs'
  affected(records: readonly ReadRecord[]): readonly string[]
  /** All there are, where the facts do not decide it; else a row's own key is the one it is computed by. */
  readonly keys?: readonly string[]
  selects(key: string): readonly Selection[]
  compute(key: string, seen: Observations, now: Date): readonly Draft[]
  /** For more facts than can be read again at every change: holds them in memory, and makes of them what compute would make. */
  keep?(): Kept
}

export interface PassOptions {
  /** The newest observation among the facts a key selects. */
  now(key: string): Date | null
  emit(key: string, draft: Draft | RenderedDraft): void
  /** Takes away a route's rows that no facts make any more: better no answer than an old one. */
  retire(route: string, isGone: (key: string) => boolean): void
  isOutdated(): boolean
  /** Puts on the log what later answers will be made of. */
  append<V>(topic: Topic<V>, value: V): void
}

/** A kept service's facts in memory; one process at a time has them. */
export interface Kept {
  /** The fact that holds now for its topic and key; never an older one after a newer. */
  put(fact: Fact): void
  /** That the key's facts are gone. */
  drop(topic: string, key: string): void
  /** Of the service's keys those whose rows no longer say what its facts do. */
  changed(): readonly string[]
  /**
   * Makes the rows that changed, what is asked about most first, each handed over as soon as it is made. What it needs of the facts
   * it takes before it first waits. Once newer facts wait (`isOutdated`) it may leave the rest for the next pass.
   */
  pass(options: PassOptions): Promise<void>
  close(): Promise<void>
}

/** Every table that services keep beside their rows, each once. */
export const indexesOf = (services: readonly Service[]): FactIndex[] => {
  const all = services.flatMap(({ indexes = [], routes }) => [
    ...indexes,
    ...routes.flatMap(({ demand }) => demand?.directory?.index ?? []),
  ])
  return [...new Map(all.map((index) => [index.group, index])).values()]
}

/** What an operator may decide about what is sold. */
export interface ServiceSettings {
  readonly documents: DocumentSettings
  /** Writes the summaries, where one is configured. */
  readonly model: { readonly name: string } | null
  /** The sources that are off here, each with its reason. */
  readonly offSources: ReadonlyMap<string, string>
  /** What the operator says that their counsel agreed to. */
  readonly consents: readonly string[]
}

export const defaultSettings: ServiceSettings = {
  documents: defaultDocumentSettings,
  model: null,
  offSources: new Map(),
  consents: [],
}

export function defineService(service: Service): Service {
  return service
}

export function defineRoute<I extends TSchema, O extends TSchema>(route: RouteDefinition<I, O>): RouteDefinition<I, O> {
  return route
}
