// What queued work is made of: the topic it is requested through, and one bounded run that answers or refuses.
import type { Logger } from 'pino'
import type { Clock } from '../../base/clock.ts'
import type { SafeFetch } from '../../base/safe-fetch/index.ts'
import type { Database } from '../../db/client.ts'
import type { Topic } from '../../db/log/topic.ts'
import type { Draft, RenderedDraft } from '../kit/define.ts'
import type { SummaryModel } from './convert/summary/model.ts'
import type { WorkerPool } from './workers/pool.ts'

export interface JobRequestValue {
  /** The row key of the answer and the unit of doing a thing once. */
  readonly key: string
  readonly requested_at: string
  /** Who asked, in a form that nobody can read. */
  readonly caller?: string
}

/** Rows as the paid routes sell them, for an answer that cites them: the same inputs, ages and formulas, and no payment. */
export interface RowReader {
  /** Throws what the route itself would refuse with. */
  read(
    asked: { readonly route: string; readonly input: Readonly<Record<string, string>>; readonly caller: string },
    signal: AbortSignal,
  ): Promise<{ readonly row: number; readonly body: { readonly signal: object; readonly [section: string]: unknown } }>
}

export interface JobContext {
  readonly database: Database
  /** The only way out for a URL that a caller gave. */
  readonly safeFetch: SafeFetch
  /** The operator's model, where one is configured. */
  readonly model: SummaryModel | null
  /** The gateway's own rows; absent where nothing is sold. */
  readonly rows: RowReader | null
  readonly logger: Logger
  readonly signal: AbortSignal
  readonly now: Date
  /** It may have ended a worker before: it is worked on where nothing else is. */
  readonly alone: boolean
}

/** Its body may be JSON text already, as a worker made it. */
export type JobAnswer = (Draft | RenderedDraft) & {
  readonly service: string
  readonly formula: string
  /** How long the answer may be sold as fresh. */
  readonly freshSeconds: number
}

/** What is there before any request, for what a job keeps open. */
export interface JobResources {
  readonly safeFetch: SafeFetch
  readonly clock: Clock
  /** Where whatever a stranger sends is worked on. */
  readonly workers: WorkerPool
}

/** What runs share for as long as the process works, such as a pool of processes. */
export interface JobTools {
  close(): Promise<void>
}

export interface Job<V extends JobRequestValue = any, T extends JobTools = any> {
  readonly kind: string
  readonly topic: Topic<V>
  /** Jobs of this kind running at once in one process. */
  readonly concurrency: number
  /** Of these, how many only take short jobs, so that long ones cannot have every place. */
  readonly keptForShort?: number
  isShort?(request: V): boolean
  /** Beyond this the run is aborted and counts as failed. */
  readonly deadlineSeconds: number
  /** Opened before the first run and closed after the last; a job without tools leaves it out. */
  open?(resources: JobResources): T
  /** The answer asked for, and any other row that the same work has answered by the way. */
  run(request: V, context: JobContext, tools: T): Promise<readonly JobAnswer[]>
}

export function defineJob<V extends JobRequestValue, T extends JobTools = JobTools>(job: Job<V, T>): Job<V, T> {
  return job
}

/** The work was understood and cannot be done: the caller learns why and is not charged. */
export class JobRefusal extends Error {
  readonly code: string
  /** The reason may be gone in a minute, so it is not remembered for longer. */
  readonly isPassing: boolean

  constructor(code: string, message: string, options: { isPassing?: boolean } = {}) {
    super(message)
    this.name = 'JobRefusal'
    this.code = code
    this.isPassing = options.isPassing ?? false
  }
}
