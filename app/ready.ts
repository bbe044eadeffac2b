// Says once that what is sold is there: every source has been polled, and what they brought is applied.
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'

const lookMs = 500

export async function tellWhenReady(o: {
  readonly firstRound: Promise<void>
  readonly lag: () => Promise<readonly { readonly lag: number }[]>
  readonly logger: Logger
  readonly signal: AbortSignal
}): Promise<void> {
  const { signal } = o
  const startedAt = performance.now()
  const stopped = new Promise<void>((done) => signal.addEventListener('abort', () => done(), { once: true }))
  await Promise.race([o.firstRound, stopped])
  // Nobody can tell while the log or the database is away.
  const isBehind = () =>
    o.lag().then(
      (all) => all.some(({ lag }) => lag > 0),
      () => true,
    )
  while (!signal.aborted && (await isBehind())) await wait(lookMs, undefined, { signal }).catch(() => undefined)
  if (!signal.aborted)
    o.logger.info({ seconds: Math.round((performance.now() - startedAt) / 1_000) }, 'ready: what is sold is there')
}
