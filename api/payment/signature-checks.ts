// Asks another thread who signed an authorization: that costs more than all else a paid call does, and the event loop is busy.
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { createBatcher } from '../../db/batcher.ts'
import { isSigned, type SignedAuthorization } from './signature.ts'

export interface SignatureChecks {
  /** Whether its `from` has signed it, in the one canonical spelling. */
  isSigned(signed: SignedAuthorization): Promise<boolean>
  close(): Promise<void>
}

/** On this thread, for whoever checks but a few. */
export const checksHere: SignatureChecks = {
  isSigned: async (signed) => isSigned(signed),
  close: async () => undefined,
}

type Waiting = { readonly id: number; done(answers: boolean[]): void; failed(error: Error): void }

/** A thread that dies costs nothing but speed: this one takes over. */
export function startSignatureChecks(logger: Logger): SignatureChecks {
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
  const ask = (signed: readonly SignedAuthorization[]) =>
    new Promise<boolean[]>((done, failed) => {
      waiting.push({ id: ++ids, done, failed })
      worker.postMessage({ id: ids, signed: JSON.stringify(signed) })
    })
  const here = (signed: readonly SignedAuthorization[]) => signed.map(isSigned)
  return {
    isSigned: createBatcher(
      async (signed) => (isGone ? here(signed) : ask(signed).catch(() => here(signed))),
      // Small, so that the first of many need not wait for the last.
      { maxUnderWay: 2, maxItems: 8 },
    ),
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
