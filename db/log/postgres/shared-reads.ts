// Groups of one process that stand at the same place of a partition read its records once, and are handed the very same ones.
import type { LogRecord } from '../port.ts'

export interface Place {
  readonly from: bigint
  /** As known before the records are read. */
  readonly highOffset: bigint
  readonly most: { readonly records: number; readonly bytes: number }
}

type Read = () => Promise<readonly LogRecord[]>

export interface Reader {
  read(place: Place, read: Read): Promise<readonly LogRecord[]>
  leave(): void
}

interface Chunk {
  readonly partition: string
  readonly place: Place
  readonly records: Promise<readonly LogRecord[]>
  size: number
}

export type SharedReads = ReturnType<typeof createSharedReads>

// In characters. A slow group reads again rather than that what it has yet to read fills the memory.
const mostKept = 16_000_000

export function createSharedReads(most = mostKept) {
  const chunks = new Map<string, Chunk>()
  const standing = new Map<string, Map<Reader, bigint>>()
  let kept = 0
  const drop = (name: string, chunk: Chunk) => {
    if (chunks.get(name) !== chunk) return
    chunks.delete(name)
    kept -= chunk.size
  }
  /** What no reader has yet to pass. */
  const dropBelow = (partition: string, from: bigint | null) => {
    for (const [name, chunk] of chunks)
      if (chunk.partition === partition && (from === null || chunk.place.from < from)) drop(name, chunk)
  }
  const keep = (name: string, chunk: Chunk, records: readonly LogRecord[]) => {
    if (records.length === 0) drop(name, chunk)
    if (chunks.get(name) !== chunk) return
    chunk.size = sizeOf(records)
    kept += chunk.size
    for (const [oldest, old] of chunks) if (kept > most) drop(oldest, old)
  }
  const readShared = async (partition: string, place: Place, read: Read): Promise<readonly LogRecord[]> => {
    const name = `${partition} ${place.from} ${place.most.records}`
    for (let known = chunks.get(name); known !== undefined; known = chunks.get(name)) {
      const records = await known.records
      if (isWhole(records, known.place, place.highOffset)) return records
      drop(name, known)
    }
    const chunk: Chunk = { partition, place, records: read(), size: 0 }
    chunks.set(name, chunk)
    try {
      const records = await chunk.records
      keep(name, chunk, records)
      return records
    } catch (error) {
      drop(name, chunk)
      throw error
    }
  }
  return {
    /** One more who reads a partition, from where it stands. */
    join(partition: string, from: bigint): Reader {
      const places = standing.get(partition) ?? new Map<Reader, bigint>()
      standing.set(partition, places)
      const reader: Reader = {
        read(place, read) {
          places.set(reader, place.from)
          dropBelow(partition, lowest(places))
          return places.size === 1 ? read() : readShared(partition, place, read)
        },
        // Whoever begins again reads again.
        leave() {
          places.delete(reader)
          dropBelow(partition, null)
          if (places.size === 0) standing.delete(partition)
        },
      }
      places.set(reader, from)
      return reader
    },
  }
}

const lowest = (places: ReadonlyMap<Reader, bigint>): bigint => [...places.values()].reduce((a, b) => (a < b ? a : b))

/** Nothing has come since that would be handed out with them. */
function isWhole(records: readonly LogRecord[], { most, highOffset }: Place, highNow: bigint): boolean {
  const next = (records.at(-1)?.offset ?? -1n) + 1n
  return next >= highNow || next < highOffset || records.length === most.records
}

const sizeOf = (records: readonly LogRecord[]): number =>
  records.reduce((sum, { key, value }) => sum + key.length + (value?.length ?? 0), 0)
