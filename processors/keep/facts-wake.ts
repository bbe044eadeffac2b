// Wakes a keeper when its facts have grown, also where they grew while it was awake.
import { createWake } from '../../base/wake.ts'
import type { Database } from '../../db/client.ts'

/** The channel on which a runner says that it has stored facts of a kept service. */
export const keptChannel = 'kept'

export interface FactsWake {
  ring(): void
  next(mostMs: number, stop: AbortSignal): Promise<void>
  close(): Promise<void>
}

export async function createFactsWake(database: Database, label: string): Promise<FactsWake> {
  const wake = createWake()
  let seen = 0
  const close = await database.listen(keptChannel, (payload) => {
    if (payload === null || payload === label) wake.ring()
  })
  return {
    ring: wake.ring,
    async next(mostMs, stop) {
      await wake.rest(mostMs, stop, seen)
      seen = wake.count
    },
    close,
  }
}
