// The other thread that checks signatures, asked by messages.
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { SignedAuthorization } from './signature.ts'

export interface SignatureThread {
  /** Fails when the thread has died or dies over it. */
  ask(signed: readonly SignedAuthorization[]): Promise<boolean[]>
  close(): Promise<void>
}

type Waiting = { readonly id: number; done(answers: boolean[]): void; failed(error: Error): void }

export function startSignatureThread(logger: Logger): SignatureThread {
  const worker = new Worker(new URL('./signature-worker.ts', import.meta.url))
  let waiting: Waiting[] = []
  let ids = 0
  let isGone = false
  worker.unref()
  worker.on('message', ({ id, answers }: { id: number; answers: boolean[] }) => {
    waiting.find((one) => one.id === id)?.done(answers)
    waiting = waiting.filter((one) => one.id !== id)
  })
  worker.on('error', (error: Error) => logger.error({ err: error.message }, 'the thread that checks signatures has died'))
  worker.on('exit', (code) => {
    isGone = true
    for (const { failed } of waiting) failed(new Error(`exit ${code}`))
    waiting = []
  })
  return {
    ask: (signed) =>
      new Promise((done, failed) => {
        if (isGone) return failed(new Error('gone'))
        waiting.push({ id: ++ids, done, failed })
        worker.postMessage({ id: ids, signed: JSON.stringify(signed) })
      }),
    // Asked to end, not cut off: a thread that is cut off while it loads native code takes the whole program with it.
    async close() {
      if (isGone) return
      const ended = new Promise((done) => worker.once('exit', done))
      worker.ref()
      worker.postMessage('close')
      await ended
    },
  }
}
