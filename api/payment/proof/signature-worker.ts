// The other thread's side of signature checks.
import { workerData } from 'node:worker_threads'
import { isSigned } from './signature.ts'
import { answerAll } from './signature-ring.ts'

// Not while modules are still being loaded: a program that exits then takes a thread asleep in its loading for a fatal error.
setImmediate(() => answerAll(workerData as SharedArrayBuffer, isSigned))
