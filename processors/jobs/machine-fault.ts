// Tells a fault of the machine a job ran on (no room, no files, no worker to be had) from one of the work: another, or the same later, may do it.
import { messageOf } from '../../base/errors.ts'
import { WorkerNotStarted } from './workers/failure.ts'

// As the system names them, first in what is said: of a worker's fault only its words come here.
const named = /^(?:a worker failed: )?(?:Error: )?(?:spawn \S+ )?(?:ENOSPC|EDQUOT|EROFS|EMFILE|ENFILE|EAGAIN)\b/

export function isMachineFault(error: unknown): boolean {
  return error instanceof WorkerNotStarted || named.test(messageOf(error))
}
