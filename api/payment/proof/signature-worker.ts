// The other thread's side of signature checks.
import { workerData } from 'node:worker_threads'
import { curveInUse } from './curve/index.ts'
import { isSigned } from './signature.ts'
import { answerAll } from './signature-ring.ts'
import { type ThreadExit, unlessExiting } from './thread-exit.ts'

export type SignatureWorkerData = { readonly memory: SharedArrayBuffer; readonly exit: ThreadExit }

const { memory, exit } = workerData as SignatureWorkerData

// Not while modules are still being loaded: a program that exits then takes a thread asleep in its loading for a fatal error.
setImmediate(() => {
  unlessExiting(exit, curveInUse)
  answerAll(memory, (signed) => unlessExiting(exit, () => isSigned(signed)))
})
