// What everybody else notices while an attack goes on: how long an unpaid call waits for its price.
import { setTimeout as wait } from 'node:timers/promises'
import { askRaw } from './raw.ts'

export interface Watch {
  /** The longest wait since the watch began, one that still goes on included. */
  longestMs(): number
  stop(): Promise<void>
}

/** From an address of its own, so that the attacker's limits are not the watcher's. */
export function watchWaits(url: string): Watch {
  let longest = 0
  let askedAt: number | null = null
  let isOver = false
  const look = async () => {
    while (!isOver) {
      askedAt = performance.now()
      await askRaw(url, { localAddress: '127.0.0.9' }).catch(() => undefined)
      longest = Math.max(longest, performance.now() - askedAt)
      askedAt = null
      await wait(50)
    }
  }
  const looking = look()
  return {
    longestMs: () => Math.max(longest, askedAt === null ? 0 : performance.now() - askedAt),
    async stop() {
      isOver = true
      await Promise.race([looking, wait(60_000, undefined, { ref: false })])
    },
  }
}

/** How long anybody waits while nothing is attacked, on a machine that may be busy with other work. */
export async function quietWaitMs(url: string): Promise<number> {
  const watch = watchWaits(url)
  await wait(4_000)
  const longest = watch.longestMs()
  await watch.stop()
  return longest
}

/** Others have been held up by the attack, and not by a busy machine. */
export const isStall = (longestMs: number, quietMs: number): boolean => longestMs > 2_500 && longestMs > 4 * quietMs

export const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`
