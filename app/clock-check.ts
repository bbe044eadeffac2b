// Says when this machine's clock and the database's are apart: payments that are good would be refused, answers told a wrong age.
import type { Logger } from 'pino'
import type { Clock } from '../base/clock.ts'
import type { Metrics } from '../base/metrics.ts'
import type { Pool } from '../db/client.ts'
import { areApart, clockAhead } from '../db/clock-ahead.ts'

const lookEveryMs = 60_000

export interface ClockCheck {
  /** Never certainly behind the database's: nothing is told or taken as younger than it is. */
  readonly clock: Clock
  readonly firstLook: Promise<void>
  stop(): Promise<void>
}

export function startClockCheck(
  pool: Pick<Pool, 'query'>,
  metrics: Pick<Metrics, 'clockAhead'>,
  logger: Logger,
  own: Clock,
): ClockCheck {
  let isApart = false
  let behindMs = 0
  const look = async () => {
    const seconds = await clockAhead(pool).catch(() => null)
    if (seconds === null) return
    metrics.clockAhead(seconds)
    const wasApart = isApart
    isApart = areApart(seconds)
    behindMs = isApart && seconds < 0 ? -seconds * 1_000 : 0
    if (isApart && !wasApart)
      logger.warn(
        { ahead_seconds: seconds },
        'the clocks of this machine and of the database are apart; does each follow a time server?',
      )
    else if (wasApart && !isApart) logger.info('the clocks of this machine and of the database agree again')
  }
  const firstLook = look()
  const timer = setInterval(() => void look(), lookEveryMs).unref()
  return {
    clock: { now: () => new Date(own.now().getTime() + behindMs) },
    firstLook,
    stop: async () => clearInterval(timer),
  }
}
