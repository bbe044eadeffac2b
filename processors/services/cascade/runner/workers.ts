// Worker threads that take jobs in the order in which they are asked.
import { Worker } from 'node:worker_threads'
import { TollgateError } from '../../../../base/errors.ts'
import type { Job, ResultOf } from './job.ts'

export interface Workers {
  /** Starts a thread before there is anything to ask: it takes a while to load. */
  warm(): void
  ask<J extends Job>(job: J): Promise<ResultOf<J>>
  close(): Promise<void>
}

type Waiting = { job: Job; resolve(result: unknown): void; reject(error: Error): void }

export function createWorkers(threads = 1): Workers {
  const queue: Waiting[] = []
  const running = new Map<Worker, Waiting>()
  const idle: Worker[] = []
  const workers = new Set<Worker>()
  let closed = false

  function ask<J extends Job>(job: J): Promise<ResultOf<J>> {
    if (closed) return Promise.reject(new TollgateError('not_enough_data', 'the analysis runner is closed'))
    return new Promise<ResultOf<J>>((resolve, reject) => {
      queue.push({ job, resolve: resolve as (result: unknown) => void, reject })
      next()
    })
  }

  function next(): void {
    while (queue.length > 0 && (idle.length > 0 || workers.size < threads)) {
      const worker = idle.pop() ?? start()
      const waiting = queue.shift()!
      running.set(worker, waiting)
      // An idle worker keeps no process alive; a busy one does.
      worker.ref()
      worker.postMessage(waiting.job)
    }
  }

  function start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url))
    workers.add(worker)
    worker.on('message', (result: unknown) => {
      running.get(worker)?.resolve(result)
      running.delete(worker)
      worker.unref()
      idle.push(worker)
      next()
    })
    worker.on('error', (error) => drop(worker, error))
    worker.on('exit', () => drop(worker, new TollgateError('not_enough_data', 'an analysis was cut short', { retryable: true })))
    return worker
  }

  // A worker that fails takes its own job with it; the next job gets a new one.
  function drop(worker: Worker, cause: unknown): void {
    workers.delete(worker)
    const at = idle.indexOf(worker)
    if (at >= 0) idle.splice(at, 1)
    running.get(worker)?.reject(cause instanceof Error ? cause : new Error(String(cause)))
    running.delete(worker)
    if (!closed) next()
  }

  return {
    warm() {
      if (closed || workers.size >= threads) return
      const worker = start()
      worker.unref()
      idle.push(worker)
    },
    ask,
    async close() {
      closed = true
      const left = queue.splice(0)
      for (const waiting of left) waiting.reject(new TollgateError('not_enough_data', 'the analysis runner was closed'))
      await Promise.all([...workers].map((worker) => worker.terminate()))
    },
  }
}
