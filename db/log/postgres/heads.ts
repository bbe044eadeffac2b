// Knows how far each partition of the Postgres log reaches, with one query for all of them per hint or per second.
import type { Logger } from 'pino'
import { messageOf } from '../../../base/errors.ts'
import type { Database } from '../../client.ts'

export interface Heads {
  highOffset(topicId: number, partition: number): bigint
  /** Resolves when the partition reaches beyond that offset, or on abort. */
  beyond(topicId: number, partition: number, offset: bigint, signal: AbortSignal): Promise<void>
  stop(): Promise<void>
}

const pollMs = 1_000

interface Waiter {
  readonly partition: string
  readonly offset: bigint
  wake(): void
}

export async function watchHeads(database: Database, logger: Logger): Promise<Heads> {
  const heads = new Map<string, bigint>()
  const waiters = new Set<Waiter>()
  let running = false
  let again = false
  const refresh = async (): Promise<void> => {
    again = true
    if (running) return
    running = true
    try {
      while (again) {
        again = false
        await load()
      }
    } catch (error) {
      logger.debug({ reason: messageOf(error) }, 'log heads could not be read; trying again')
    } finally {
      running = false
    }
  }
  const load = async (): Promise<void> => {
    const { rows } = await database.pool.query<{ topic_id: number; partition: number; next_offset: string }>(
      'SELECT topic_id, partition, next_offset FROM log_partition',
    )
    for (const row of rows) heads.set(`${row.topic_id}/${row.partition}`, BigInt(row.next_offset))
    for (const waiter of [...waiters]) if ((heads.get(waiter.partition) ?? 0n) > waiter.offset) waiter.wake()
  }
  const stopListening = await database.listen('log', () => void refresh())
  const timer = setInterval(() => void refresh(), pollMs)
  await refresh()
  return {
    highOffset: (topicId, partition) => heads.get(`${topicId}/${partition}`) ?? 0n,
    beyond(topicId, partition, offset, signal) {
      const name = `${topicId}/${partition}`
      if (signal.aborted || (heads.get(name) ?? 0n) > offset) return Promise.resolve()
      return new Promise((resolve) => {
        const wake = () => {
          waiters.delete(waiter)
          signal.removeEventListener('abort', wake)
          resolve()
        }
        const waiter: Waiter = { partition: name, offset, wake }
        waiters.add(waiter)
        signal.addEventListener('abort', wake, { once: true })
      })
    },
    async stop() {
      clearInterval(timer)
      await stopListening()
    },
  }
}
