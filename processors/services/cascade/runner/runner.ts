// Analyses whole books on worker threads: tokens in the order given, so that those asked about most are ready first.
import { Worker } from 'node:worker_threads'
import { TollgateError } from '../../../../errors.ts'
import { analysedTokens, type TokenAnalysis } from '../analysis.ts'
import type { BookArrays } from '../book/arrays.ts'
import { type Assumptions, defaultAssumptions, type MarketState } from '../model/market-state.ts'
import type { Survey } from '../survey/survey.ts'
import type { Job } from './job.ts'

export interface AnalysisRunner {
  // `book` must be a snapshot: workers share its memory. Each token is reported as soon as it is done.
  analyse(
    book: BookArrays,
    state: MarketState,
    options?: { assumptions?: Assumptions; onToken?(analysis: TokenAnalysis): void },
  ): Promise<{ survey: Survey; tokens: readonly TokenAnalysis[] }>
  close(): Promise<void>
}

type Waiting = { job: Job; resolve(result: unknown): void; reject(error: Error): void }

export function createAnalysisRunner(threads = 1): AnalysisRunner {
  const queue: Waiting[] = []
  const running = new Map<Worker, Waiting>()
  const idle: Worker[] = []
  const workers = new Set<Worker>()
  let closed = false

  function ask<T>(job: Job): Promise<T> {
    if (closed) return Promise.reject(new TollgateError('not_enough_data', 'the analysis runner is closed'))
    return new Promise<T>((resolve, reject) => {
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
    async analyse(book, state, { assumptions = defaultAssumptions, onToken } = {}) {
      const survey = await ask<Survey>({ kind: 'survey', book, state })
      const { collateralUsd, nearUsd, exposedDebtUsd } = survey
      const exposure = { collateralUsd, nearUsd, exposedDebtUsd }
      const tokens = await Promise.all(
        analysedTokens(state, exposure).map(async (token) => {
          const analysis = await ask<TokenAnalysis>({ kind: 'token', book, state, token, assumptions, exposure })
          onToken?.(analysis)
          return analysis
        }),
      )
      return { survey, tokens }
    },
    async close() {
      closed = true
      const left = queue.splice(0)
      for (const waiting of left) waiting.reject(new TollgateError('not_enough_data', 'the analysis runner was closed'))
      await Promise.all([...workers].map((worker) => worker.terminate()))
    },
  }
}
