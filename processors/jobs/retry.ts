// Asks again for work that was set aside as a dead letter: a new request on the log, as its caller's was.
import type { Clock } from '../../base/clock.ts'
import { TollgateError } from '../../base/errors.ts'
import type { Database } from '../../db/client.ts'
import type { Log } from '../../db/log/port.ts'
import { markRetried, type StoredDeadLetter } from '../../db/work/dead-letters.ts'
import type { Job, JobRequestValue } from './define.ts'
import { intakeGroup } from './intake.ts'

export interface JobRetryDependencies {
  readonly jobs: readonly Job[]
  readonly log: Log
  readonly database: Database
  readonly clock: Clock
}

/** False when the letter is no job's. */
export async function retryJobLetter(deps: JobRetryDependencies, letter: StoredDeadLetter): Promise<boolean> {
  const job = deps.jobs.find((one) => intakeGroup(one) === letter.group)
  if (job === undefined || letter.value === null) return false
  const request = readRequest(letter.value)
  await deps.log.append(job.topic, [{ ...request, requested_at: deps.clock.now().toISOString() }])
  await markRetried(deps.database.pool, letter.id)
  return true
}

function readRequest(value: string): JobRequestValue {
  try {
    return JSON.parse(value) as JobRequestValue
  } catch (error) {
    throw new TollgateError('record_invalid', 'its record is no JSON, so nobody can be asked for it again', { cause: error })
  }
}
