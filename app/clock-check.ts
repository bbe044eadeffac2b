// Says when this machine's clock and the database's are apart: payments that are good would be refused, answers told a wrong age.
import type { Logger } from 'pino'
import type { Metrics } from '../base/metrics.ts'
import type { Pool } from '../db/client.ts'
import { areApart, clockAhead } from '../db/clock-ahead.ts'

const lookEveryMs = 60_000

export function startClockCheck(
  pool: Pick<Pool, 'query'>,
  metrics: Pick<Metrics, 'clockAhead'>,
  logger: Logger,
): () => Promise<void> {
  let isApart = false
  const look = async () => {
    const seconds = await clockAhead(pool).catch(() => null)
    if (seconds === null) return
    metrics.clockAhead(seconds)
    const wasApart = isApart
    isApart = areApart(seconds)
    if (isApart && !wasApart)
      logger.warn(
        { ahead_seconds: seconds },
        'the clocks of this machine and of the database are apart; does each follow a time server?',
      )
    else if (wasApart && !isApart) logger.info('the clocks of this machine and of the database agree again')
  }
  void look()
  const timer = setInterval(() => void look(), lookEveryMs).unref()
  return async () => clearInterval(timer)
}
