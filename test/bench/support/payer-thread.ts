// Pays one route at a steady pace in a thread of its own: what else its process does must not be taken for the server's time.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { Client } from 'undici'
import { signPayments } from './payments.ts'

export interface Payer {
  /** Pays at a steady pace until told to stop; the times in milliseconds. */
  pay(perSecond: number, stop: AbortSignal): Promise<number[]>
  close(): Promise<void>
}
type Asked = { readonly origin: string; readonly path: string; readonly requirements: { payTo: string; amount: string } }

export function openPayer(asked: Asked): Payer {
  const worker = new Worker(new URL(import.meta.url), { workerData: asked })
  const failed = once(worker, 'error').then(([error]) => Promise.reject(error))
  failed.catch(() => undefined) // told to whom asks next
  return {
    async pay(perSecond, stop) {
      worker.postMessage(perSecond)
      if (!stop.aborted) await Promise.race([once(stop, 'abort'), failed])
      worker.postMessage(0)
      return (await Promise.race([once(worker, 'message'), failed]))[0]
    },
    close: async () => void (await worker.terminate()),
  }
}

if (!isMainThread) {
  const { origin, path, requirements } = workerData as Asked
  const client = new Client(origin)
  let isAsked = false
  parentPort!.on('message', async (perSecond: number) => {
    isAsked = perSecond > 0
    if (isAsked) parentPort!.postMessage(await payUntilStopped(perSecond))
  })

  async function payUntilStopped(perSecond: number): Promise<number[]> {
    const took: number[] = []
    const startedAt = performance.now()
    while (isAsked) {
      for (const payment of signPayments(requirements, 50)) {
        const ahead = (took.length / perSecond) * 1_000 - (performance.now() - startedAt)
        if (ahead > 1) await sleep(ahead)
        if (!isAsked) break
        const askedAt = performance.now()
        const { statusCode, body } = await client.request({ method: 'GET', path, headers: { 'payment-signature': payment } })
        const text = await body.text()
        if (statusCode !== 200) throw new Error(`a payer got ${statusCode}: ${text.slice(0, 300)}`)
        took.push(performance.now() - askedAt)
      }
    }
    return took
  }
}
