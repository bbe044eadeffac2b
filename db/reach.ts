// Waits for a server that is not there yet, as after a power cut when everything starts at once; any other failure is told at once.
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { whatToDoAboutCertificate } from '../base/certificate.ts'
import { messageOf, TollgateError } from '../base/errors.ts'

const firstPauseMs = 250
const longestPauseMs = 3_000

// Refused, unknown, cut or timed out, its socket's file not there yet; Postgres starting up or shutting down, out of connections, or a
// standby that is about to be promoted.
const isAway =
  /ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|connect ENOENT|57P0[123]|53300|KafkaJSConnection|KafkaJSNumberOfRetriesExceeded/

interface Patience {
  readonly withinMs: number
  /** What says where it is, for whoever is told that it was not there. */
  readonly setting: string
  /** What names the authorities that certificates are checked by. */
  readonly caSetting: string
  readonly logger: Logger
}

export async function reach<T>(what: string, o: Patience, connect: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + o.withinMs
  let pauseMs = firstPauseMs
  for (;;) {
    try {
      return await connect()
    } catch (error) {
      const toDo = whatToDoAboutCertificate(error, o.caSetting)
      if (toDo !== null) throw notTrusted(what, o, toDo, error)
      const { code = '', name = '' } = error as { code?: string; name?: string }
      const isPassing =
        isAway.test(`${code} ${name} ${messageOf(error)}`) ||
        /terminated unexpectedly|timeout expired|is a standby/.test(messageOf(error))
      const leftMs = deadline - performance.now()
      if (!isPassing) throw error
      if (leftMs <= 0) throw givenUp(what, o, error)
      o.logger.warn({ what, reason: messageOf(error), giveUpInSeconds: Math.ceil(leftMs / 1_000) }, 'not there yet; trying again')
      await wait(Math.min(pauseMs, leftMs))
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    }
  }
}

function notTrusted(what: string, { setting }: Patience, toDo: string, error: unknown): TollgateError {
  const words = `${setting}: ${what} cannot be spoken to in safety (${messageOf(error)}). ${toDo}`
  return new TollgateError('config_invalid', words, { cause: error })
}

function givenUp(what: string, { withinMs, setting }: Patience, error: unknown): TollgateError {
  const waited = `${what} was not there for ${Math.ceil(withinMs / 1_000)} s (${messageOf(error)})`
  const next = `Is it running? ${setting} says where it is, START_WAIT_SECONDS how long a start waits.`
  return new TollgateError('database_unavailable', `${waited}. ${next}`, { cause: error })
}
