// What queued work is made of: the topic it is requested through, and one bounded run that answers or refuses.
import type { Logger } from 'pino'
import type { Database } from '../../db/client.ts'
import type { Topic } from '../../db/log/topic.ts'
import type { SafeFetch } from '../../safe-fetch/index.ts'
import type { Draft } from '../define.ts'

export interface JobRequestValue {
  /** The row key of the answer and the unit of doing a thing once. */
  readonly key: string
  readonly requested_at: string
}

export interface JobContext {
  readonly database: Database
  /** The only way out for a URL that a caller gave. */
  readonly safeFetch: SafeFetch
  readonly logger: Logger
  readonly signal: AbortSignal
  readonly now: Date
}

export interface JobAnswer extends Draft {
  readonly service: string
  readonly formula: string
  /** How long the answer may be sold as fresh. */
  readonly freshSeconds: number
}

export interface Job<V extends JobRequestValue = any> {
  readonly kind: string
  readonly topic: Topic<V>
  /** Jobs of this kind running at once in one process. */
  readonly concurrency: number
  /** Beyond this the run is aborted and counts as failed. */
  readonly deadlineSeconds: number
  /** The answer asked for, and any other row that the same work has answered by the way. */
  run(request: V, context: JobContext): Promise<readonly JobAnswer[]>
}

export function defineJob<V extends JobRequestValue>(job: Job<V>): Job<V> {
  return job
}

/** The work was understood and cannot be done, now or later: the caller learns why and is not charged. */
export class JobRefusal extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'JobRefusal'
    this.code = code
  }
}
