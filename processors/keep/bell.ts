// Wakes a keeper when its facts have grown; a ring while it is awake is remembered, and without any it looks by itself.
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../../db/client.ts'

/** The channel on which a runner says that it has stored facts of a kept service. */
export const keptChannel = 'kept'

export interface Bell {
  ring(): void
  next(mostMs: number, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

export async function createBell(database: Database, label: string): Promise<Bell> {
  let rung = Promise.withResolvers<void>()
  const ring = () => rung.resolve()
  const stop = await database.listen(keptChannel, (payload) => {
    if (payload === null || payload === label) ring()
  })
  return {
    ring,
    async next(mostMs, signal) {
      const asleep = new AbortController()
      const slept = wait(mostMs, undefined, { signal: AbortSignal.any([signal, asleep.signal]), ref: false }).catch(
        () => undefined,
      )
      await Promise.race([rung.promise, slept])
      asleep.abort()
      rung = Promise.withResolvers()
    },
    close: stop,
  }
}
