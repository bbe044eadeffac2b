// A Map for what comes and goes: one of V8's own keeps all that ever went through it until the whole heap is looked through.

export interface Passing<K, V> {
  readonly size: number
  get(key: K): V | undefined
  has(key: K): boolean
  set(key: K, value: V): void
  /** False when it was not there. */
  delete(key: K): boolean
  /** As they are now. */
  values(): V[]
}

// So few are not worth a new table.
const fewest = 64

/**
 * A Map that has no room left goes on in a new table, to which the old one points. One old table in the old part of the heap, though
 * nobody needs it, so keeps alive the next and that one its next, with all that they held. Here a fresh Map takes over what is left as
 * soon as more than that has gone: no table leads from one to the other.
 */
export function createPassing<K, V>(): Passing<K, V> {
  let map = new Map<K, V>()
  let gone = 0
  return {
    get size() {
      return map.size
    },
    get: (key) => map.get(key),
    has: (key) => map.has(key),
    set: (key, value) => void map.set(key, value),
    delete(key) {
      if (!map.delete(key)) return false
      gone += 1
      if (gone > fewest && gone > map.size) {
        map = new Map(map)
        gone = 0
      }
      return true
    },
    values: () => [...map.values()],
  }
}
