// Every process's one ear on changed rows: each is told once, in the order they can be told in, to whoever listens.
import type { Logger } from 'pino'
import { messageOf } from '../../base/errors.ts'
import type { Database } from '../../db/client.ts'
import { listenToRows } from '../../db/rows/announced.ts'
import { type ChangedRow, currentPlace, isThere, type RowPlace, readChanges } from '../../db/rows/changed-rows.ts'

export interface RowFeed {
  /**
   * From the place that `begin` is called with on, every row is told. It is called again where rows that were told are gone, as after a
   * failover to a standby that was behind.
   */
  listen(heard: (row: ChangedRow) => void, begin: (place: RowPlace) => void): Promise<void>
  forget(heard: (row: ChangedRow) => void): void
  close(): Promise<void>
}

const atOnce = 200
const lookAgainMs = 1_000
// A row is announced when it is committed and told when all before it have ended, which may take a moment more.
const heldBackMs = 40
const heldBackLooks = 25

export async function createRowFeed(database: Database, logger: Logger): Promise<RowFeed> {
  const listeners = new Map<(row: ChangedRow) => void, (place: RowPlace) => void>()
  let place: RowPlace | null = null
  let starting: Promise<void> | null = null
  let looking: Promise<void> | null = null
  let isHinted = false
  let isDoubtful = false
  let isFailing = false
  let looksLeft = 0
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const lookOnce = async (): Promise<void> => {
    if (isDoubtful && !(await isThere(database.pool, place!))) {
      place = await currentPlace(database.pool)
      logger.warn('the database has lost changed rows that were told of: streams go on from what it has')
      for (const begin of listeners.values()) begin(place)
    }
    isDoubtful = false
    for (;;) {
      const rows = await readChanges(database.pool, { after: place!, limit: atOnce })
      for (const row of rows) {
        place = { writtenIn: row.writtenIn, id: row.id }
        for (const heard of listeners.keys()) heard(row)
      }
      if (rows.length < atOnce) return
    }
  }
  const look = (): void => {
    if (place === null || listeners.size === 0 || isClosed) return
    if (looking !== null) {
      isHinted = true
      return
    }
    clearTimeout(timer)
    const before = place
    looking = lookOnce()
      .then(
        () => {
          isFailing = false
        },
        (error: unknown) => {
          // Each second anew: the first of a row of failures is the news.
          logger[isFailing ? 'debug' : 'warn']({ reason: messageOf(error) }, 'changed rows could not be read; looking again')
          isFailing = true
        },
      )
      .finally(() => {
        looking = null
        if (place !== before) looksLeft = 0
        else if (looksLeft > 0) looksLeft--
        if (isHinted) {
          isHinted = false
          look()
        } else timer = setTimeout(look, looksLeft > 0 ? heldBackMs : lookAgainMs).unref()
      })
  }
  const stopListening = await listenToRows(database, (changed) => {
    // Listening again, perhaps to another server.
    isDoubtful ||= changed === null
    looksLeft = heldBackLooks
    look()
  })
  return {
    async listen(heard, begin) {
      // Nobody listened: what changed meanwhile is nobody's news.
      if (listeners.size === 0) {
        const start = async () => {
          await looking
          const now = await currentPlace(database.pool)
          // Whoever began meanwhile has not heard of what lies between.
          if (listeners.size === 0) place = now
        }
        starting ??= start().finally(() => {
          starting = null
        })
        await starting
      }
      begin(place!)
      listeners.set(heard, begin)
      look()
    },
    forget: (heard) => void listeners.delete(heard),
    async close() {
      isClosed = true
      clearTimeout(timer)
      await stopListening()
      await looking
    },
  }
}
