// Runs the demo market on a thread of its own: neither waits for the other, and ending the thread ends all of it at once.
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { messageOf } from '../../base/errors.ts'
import { withdraw } from '../published-file.ts'
import type { MarketStatus } from './status.ts'

export type MarketSettings = { readonly rpcUrl: string; readonly chainId: number; readonly dataDir: string }
export type MarketMessage =
  | { readonly status: MarketStatus }
  | { readonly level: 'info' | 'warn' | 'error'; readonly fields: object; readonly text: string }

export interface MarketThread {
  status(): MarketStatus
  stop(): Promise<void>
}

// Asked first, so that a compilation's lock is not left behind for the next start to wait for.
const stopDeadlineMs = 300

export function startMarketThread(settings: MarketSettings, logger: Logger): MarketThread {
  const worker = new Worker(new URL('./market-worker.ts', import.meta.url), { workerData: settings })
  const gone = new Promise((done) => worker.once('exit', done))
  let status: MarketStatus = { state: 'waiting', detail: 'about to start' }
  worker.on('message', (message: MarketMessage) => {
    if ('status' in message) status = message.status
    else logger[message.level](message.fields, message.text)
  })
  worker.on('error', (error) => {
    status = { state: 'failed', detail: messageOf(error) }
    logger.error({ reason: messageOf(error) }, 'the demo lending market ended; the rest runs without it')
  })
  return {
    status: () => status,
    async stop() {
      worker.postMessage('stop')
      await Promise.race([gone, wait(stopDeadlineMs, undefined, { ref: false })])
      await worker.terminate()
      for (const file of ['deployments.json', 'specimens.json'] as const) withdraw(settings.dataDir, file)
    },
  }
}
