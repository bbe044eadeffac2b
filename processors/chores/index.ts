// Does every chore in its time: jittered, one process at a time, batch by batch, until the program stops.
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Clock } from '../../base/clock.ts'
import { messageOf } from '../../base/errors.ts'
import type { Database } from '../../db/client.ts'
import { tryExclusive } from '../../db/locks/exclusive.ts'
import type { Chore } from './define.ts'

export interface ChoreDependencies {
  readonly chores: readonly Chore[]
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
}

// Between batches others get the database; soon after a start, so that a program that is often restarted still does its chores.
const pauseMs = 50
const firstShare = 0.1
const jitter = 0.2

export function startChores(deps: ChoreDependencies): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const running = deps.chores.map((chore) => repeat(chore, deps, stopping.signal))
  return {
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

async function repeat(chore: Chore, deps: ChoreDependencies, signal: AbortSignal): Promise<void> {
  const periodMs = chore.everyMinutes * 60_000
  let pause = periodMs * firstShare * Math.random()
  while (await rested(pause, signal)) {
    await doChore(chore, deps, signal)
    pause = periodMs * (1 + jitter * (2 * Math.random() - 1))
  }
}

/** Nothing is lost when it fails, or when another process is at it: there is a next time. */
async function doChore(chore: Chore, deps: ChoreDependencies, signal: AbortSignal): Promise<void> {
  const logger = deps.logger.child({ chore: chore.name })
  const startedAt = performance.now()
  let done = 0
  try {
    await tryExclusive(deps.database.pool, `chore ${chore.name}`, async () => {
      let batch: number
      do {
        batch = await chore.batch(deps.clock.now())
        done += batch
      } while (batch > 0 && (await rested(pauseMs, signal)))
    })
    if (done > 0) logger.info({ done, ms: Math.round(performance.now() - startedAt) }, 'chore done')
  } catch (error) {
    logger.warn({ done, reason: messageOf(error) }, 'chore not done')
  }
}

/** False when it is time to stop. */
async function rested(ms: number, signal: AbortSignal): Promise<boolean> {
  await wait(ms, undefined, { signal, ref: false }).catch(() => undefined)
  return !signal.aborted
}
