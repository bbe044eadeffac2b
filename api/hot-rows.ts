// The rows that are asked for again and again, in memory: an answer of one costs no query, and is never older than a second.
import type { Database } from '../db/client.ts'
import type { RowName } from '../db/rows/announced.ts'
import { findRow, type StoredSignalRow } from '../db/rows/signals.ts'
import { rowName, type Wakes } from './wakes.ts'

export interface HotRows {
  find(service: string, route: string, key: string): Promise<StoredSignalRow | null>
  /** What is held, in bytes. */
  readonly bytes: number
}

interface Held {
  readonly row: Promise<StoredSignalRow | null>
  /** Word of a change may be lost, so nobody relies on it for longer. */
  readonly until: number
  bytes: number
}

const keptMs = 1_000
/** Of all rows together. */
const usualMostBytes = 64 * 1_048_576
// Beside its texts, and of a row that is not there.
const bytesOfOne = 500

export function createHotRows(
  { database, wakes }: { readonly database: Pick<Database, 'pool'>; readonly wakes: Pick<Wakes, 'hearRows'> },
  mostBytes = usualMostBytes,
): HotRows {
  // In the order they were read: the first runs out first.
  const held = new Map<string, Held>()
  let bytes = 0
  const drop = (name: string) => {
    bytes -= held.get(name)?.bytes ?? 0
    held.delete(name)
  }
  const makeRoom = (now: number) => {
    for (const [name, { until }] of held) {
      if (bytes <= mostBytes && until > now) return
      drop(name)
    }
  }
  wakes.hearRows((changed: readonly RowName[] | null) => {
    if (changed === null) for (const name of held.keys()) drop(name)
    else for (const { service, route, key } of changed) drop(rowName(service, route, key))
  })
  const read = (name: string, now: number, find: () => Promise<StoredSignalRow | null>) => {
    drop(name)
    const one: Held = { row: find(), until: now + keptMs, bytes: bytesOfOne }
    held.set(name, one)
    bytes += bytesOfOne
    makeRoom(now)
    one.row.then(
      (row) => {
        // Changed meanwhile: who asks next reads it anew.
        if (held.get(name) !== one || row === null) return
        const more = 2 * (row.body.length + row.meta.length + row.inputs.length)
        one.bytes += more
        bytes += more
        makeRoom(now)
      },
      () => {
        if (held.get(name) === one) drop(name)
      },
    )
    return one.row
  }
  return {
    get bytes() {
      return bytes
    },
    find(service, route, key) {
      const [name, now] = [rowName(service, route, key), performance.now()]
      const known = held.get(name)
      return known !== undefined && now < known.until
        ? known.row
        : read(name, now, () => findRow(database.pool, service, route, key))
    },
  }
}
