// What the workers of jobs are given.
import type { Logger } from 'pino'
import type { Clock } from '../../base/clock.ts'
import type { SafeFetch } from '../../base/safe-fetch/index.ts'
import type { Database } from '../../db/client.ts'
import type { SummaryModel } from './convert/summary/model.ts'
import type { JobTools, RowReader } from './define.ts'

export interface WorkDependencies {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly safeFetch: SafeFetch
  readonly model?: SummaryModel | null
  readonly rows?: RowReader | null
  /** Settled once the program answers its callers: what may have ended a worker before waits until then. */
  readonly answering?: Promise<unknown> | undefined
  /** What the job opened for its runs. */
  readonly tools?: JobTools | undefined
}
