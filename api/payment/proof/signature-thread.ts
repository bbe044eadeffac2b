// The other thread that checks signatures.
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { SignedAuthorization } from './signature.ts'
import { askingSide, createRing } from './signature-ring.ts'
import type { SignatureWorkerData } from './signature-worker.ts'
import { awaitNative, createThreadExit } from './thread-exit.ts'

export interface SignatureThread {
  /** Fails when the thread has more to do than it can take, when it has died or dies over it. */
  ask(signed: SignedAuthorization): Promise<boolean>
  close(): Promise<void>
}

type Waiting = { done(answer: boolean): void; failed(error: Error): void }

export function startSignatureThread(logger: Logger): SignatureThread {
  const [memory, exit] = [createRing(), createThreadExit()]
  const ring = askingSide(memory)
  const workerData: SignatureWorkerData = { memory, exit }
  const worker = new Worker(new URL('./signature-worker.ts', import.meta.url), { workerData })
  // In the order they are answered.
  let waiting: Waiting[] = []
  let isGone = false
  const exiting = () => awaitNative(exit)
  process.on('exit', exiting)
  worker.unref()
  const hear = () => {
    if (isGone) return
    let count = 0
    for (let answer = ring.read(); answer !== null; answer = ring.read()) waiting[count++]!.done(answer)
    waiting = waiting.slice(count)
    if (waiting.length > 0) ring.whenAnswered(hear)
  }
  worker.on('error', (error: Error) => logger.error({ err: error.message }, 'the thread that checks signatures has died'))
  worker.on('exit', (code) => {
    hear()
    isGone = true
    process.off('exit', exiting)
    for (const { failed } of waiting) failed(new Error(`exit ${code}`))
    waiting = []
  })
  return {
    ask: (signed) =>
      new Promise((done, failed) => {
        if (isGone) return failed(new Error('gone'))
        if (!ring.ask(signed)) return failed(new Error('full'))
        waiting.push({ done, failed })
        if (waiting.length === 1) ring.whenAnswered(hear)
      }),
    // Asked to end, not cut off: a thread that is cut off while it loads native code takes the whole program with it.
    async close() {
      if (isGone) return
      const exited = new Promise((done) => worker.once('exit', done))
      worker.ref()
      ring.end()
      await exited
    },
  }
}
