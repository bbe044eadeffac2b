// Which words are filed under a key, in two typed arrays: a Map of half a million short lists would take ten times the memory.

const shift = 2 ** 21

export interface KeyTable {
  /** The numbers filed under a key; rarely also another's, for two keys may hash alike. */
  of(key: string): number[]
}

export interface KeyTableBuilder {
  add(key: string, number: number): void
  build(): KeyTable
}

export function createKeyTable(): KeyTableBuilder {
  let pairs = new Float64Array(1 << 12)
  let length = 0
  return {
    add(key, number) {
      if (length === pairs.length) {
        const larger = new Float64Array(length * 2)
        larger.set(pairs)
        pairs = larger
      }
      pairs[length++] = hashOf(key) * shift + number
    },
    build() {
      const sorted = pairs.slice(0, length).sort()
      return {
        of(key) {
          const from = hashOf(key) * shift
          const found: number[] = []
          for (let at = firstFrom(sorted, from); at < sorted.length && sorted[at]! < from + shift; at++)
            found.push(sorted[at]! - from)
          return found
        },
      }
    },
  }
}

function firstFrom(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}

// FNV-1a, 32 bits.
function hashOf(key: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193)
  return hash >>> 0
}
