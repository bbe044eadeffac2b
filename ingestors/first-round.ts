// The first poll of every source that was due at a start: how far it is, said now and then, and when it is over.
import type { Logger } from 'pino'

export interface FirstRound {
  /** A source has been polled, well or not; later polls of it do not count. */
  polled(source: string, isGood: boolean): void
  /** Resolves when each of them has been polled once. */
  readonly over: Promise<void>
}

const tellEveryMs = 5_000
const mostNamed = 5

export function createFirstRound(due: ReadonlySet<string>, logger: Logger, now = () => performance.now()): FirstRound {
  const left = new Set(due)
  const failed: string[] = []
  const over = Promise.withResolvers<void>()
  let toldAt = now()
  if (left.size === 0) over.resolve()
  return {
    over: over.promise,
    polled(source, isGood) {
      if (!left.delete(source)) return
      if (!isGood) failed.push(source)
      const told = {
        polled: due.size - left.size,
        of: due.size,
        ...(failed.length > 0 && { failed: failed.length, such_as: failed.slice(0, mostNamed) }),
      }
      if (left.size === 0) {
        logger.info(told, 'every source has been polled')
        over.resolve()
      } else if (now() - toldAt >= tellEveryMs) {
        logger.info(told, 'sources are polled')
        toldAt = now()
      }
    },
  }
}
