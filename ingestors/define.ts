// What a source is made of: when to ask, how to fetch, and a pure step from what came back to the topic's values.
import type { Topic } from '../db/log/topic.ts'
import type { SetAside } from './aside.ts'
import type { HttpClient } from './client/http.ts'

export interface FetchContext {
  readonly http: HttpClient
  /** The moment of this poll. */
  readonly at: Date
  /** The newest observation already on the log; null on the first poll, which fetches the whole history. */
  readonly since: Date | null
  /** The newest observation on the log of each key; what is missing here has never been fetched. */
  readonly newestByKey?: ReadonlyMap<string, Date>
  readonly signal: AbortSignal
  /** Where one id of several is dead or has changed, it costs itself: absent, the error goes on. */
  readonly setAside?: SetAside
  /** A credential by its variable's name; only those the source lists in `needs` or `uses`. */
  credential(name: string): string | undefined
}

/** A: public domain, B: with attribution, C: terms unclear, D: needs a licence. */
export type LicenceGrade = 'A' | 'B' | 'C' | 'D'

/**
 * How the shape of what it reads is known, of its weakest part: an answer of the upstream was read (and when it was sent), the upstream
 * publishes the shape, or neither: pieced together from what others say.
 */
export type Proof = `captured ${number}-${number}` | `captured ${number}-${number}-${number}` | 'documented' | 'guessed'

/** What an operator may say that their counsel agreed to. */
export type Consent = 'capitol-reports'

/** A value whose vintage is still to be stamped. */
export type Unstamped<V> = V extends { vintage?: string } ? Omit<V, 'vintage'> & { readonly vintage?: string } : V

export interface Ingestor<V = any, Raw = any> {
  readonly source: string
  readonly topic: Topic<V>
  /** Cron, UTC. */
  readonly schedule: string
  readonly grade: LicenceGrade
  readonly proof: Proof
  /** Without these credentials the source is off in the live world. */
  readonly needs?: readonly string[]
  /** What an operator must have said before it is asked, in any world: a law stands against it. */
  readonly consent?: Consent
  /** Credentials that it can do without. */
  readonly uses?: readonly string[]
  /** An empty list is a right answer (no storm is about): it becomes a value that says so, not a failure. */
  readonly nothingIsNews?: true
  fetch(context: FetchContext): Promise<Raw>
  /** A time of seeing (`vintage`) that it leaves out is stamped by the poller. What `setAside` takes is left out and counted. */
  parse(raw: Raw, at: Date, setAside?: SetAside): Unstamped<V>[]
  /**
   * How many lists deep in what was fetched the entries lie that stand for themselves: one that `parse` cannot read is left out and
   * counted. Never where an entry is part of a sum, or stands beside another list's by its place.
   */
  readonly apart?: 1 | 2 | 3
  /** The share of entries that may be set aside before the poll fails; a fifth where nothing is said. */
  readonly mostAside?: number
  /** Refuses values that cannot follow what is on the log already; `newest` tells the value that holds for a key, null where there is none. */
  holdBack?(values: readonly V[], newest: (key: string) => Promise<unknown>): Promise<void>
  /** Keys beyond the scheduled ones, fetched when somebody asks for them. */
  readonly openKeys?: OpenKeys<Raw>
}

export interface OpenKeys<Raw = any> {
  /** One key's share of what `parse` reads. A key that the upstream does not know is key_unknown; so is its 404. */
  fetch(key: string, context: FetchContext): Promise<Raw>
  /** A key somebody asks for is fetched again this often. */
  readonly pollSeconds: number
  /** For so long after the last time somebody asked for it. */
  readonly watchSeconds: number
  /** Between two fetches of one key, whoever asks. */
  readonly cooldownSeconds: number
  /** How long an unknown key is remembered as unknown. */
  readonly unknownSeconds: number
  /** How long one fetch may take in all; 15 seconds where nothing is said. Who waits longer is told to come back. */
  readonly deadlineSeconds?: number
  /** Another source's keys are this one's as well: whoever asks there asks here too. */
  readonly follows?: string
  /** Fetches at once, and how many may begin in a second; over all processes. */
  readonly concurrency: number
  readonly perSecond: number
}

export function defineIngestor<V, Raw>(ingestor: Ingestor<V, Raw>): Ingestor<V, Raw> {
  return ingestor
}

/** Answers a source's requests in the demo world and in tests: what the upstream would send, in its exact shape. */
export interface Sample {
  /** null: this request is another source's. */
  answer(url: URL, now: Date): SampleAnswer | null
}

export interface SampleAnswer {
  readonly status?: number
  readonly type: string
  readonly body: string | Uint8Array
}

export function defineSample(sample: Sample): Sample {
  return sample
}
