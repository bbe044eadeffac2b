// Waits for a server that is not there yet, as after a power cut when everything starts at once; any other failure is told at once.
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { messageOf } from '../base/errors.ts'

const firstPauseMs = 250
const longestPauseMs = 3_000

// Refused, unknown, cut or timed out; Postgres starting up or shutting down, or out of connections.
const isAway =
  /ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|57P0[123]|53300|KafkaJSConnection|KafkaJSNumberOfRetriesExceeded/

export async function reach<T>(what: string, o: { withinMs: number; logger: Logger }, connect: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + o.withinMs
  let pauseMs = firstPauseMs
  for (;;) {
    try {
      return await connect()
    } catch (error) {
      const { code = '', name = '' } = error as { code?: string; name?: string }
      const isPassing = isAway.test(`${code} ${name} ${messageOf(error)}`) || /terminated unexpectedly/.test(messageOf(error))
      const leftMs = deadline - performance.now()
      if (!isPassing || leftMs <= 0) throw error
      o.logger.warn({ what, reason: messageOf(error), giveUpInSeconds: Math.ceil(leftMs / 1_000) }, 'not there yet; trying again')
      await wait(Math.min(pauseMs, leftMs))
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    }
  }
}
