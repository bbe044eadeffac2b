// Runs something again after a failure, slower each time, until it ends by itself or is told to stop.
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { messageOf, TollgateError } from '../../base/errors.ts'
import { createSeldom } from '../../base/seldom.ts'

const firstMs = 100
const mostMs = 5_000

export async function retryUntilAborted(
  signal: AbortSignal,
  logger: Logger,
  what: string,
  work: () => Promise<void>,
): Promise<void> {
  const isNews = createSeldom()
  let delayMs = firstMs
  while (!signal.aborted) {
    const startedAt = performance.now()
    try {
      await work()
      return
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof TollgateError && error.code === 'log_offset_out_of_range') throw error
      if (performance.now() - startedAt > mostMs) delayMs = firstMs
      const reason = messageOf(error)
      if (isNews(reason)) logger.warn({ what, reason, retryInMs: delayMs }, 'failed; the same work again after a pause')
      await wait(delayMs, undefined, { signal }).catch(() => undefined)
      delayMs = Math.min(delayMs * 2, mostMs)
    }
  }
}
