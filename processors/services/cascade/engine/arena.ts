// The memory shared with the kernel: arrays, and records of words, laid out in it one after another.
export type Numbers = Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint8Array<ArrayBuffer>

type NumbersType<T extends Numbers> = {
  readonly BYTES_PER_ELEMENT: number
  new (length: number): T
  new (buffer: ArrayBuffer, from: number, length: number): T
}

export type Arena = {
  readonly used: number
  place<T extends Numbers>(type: NumbersType<T>, length: number): T
  copy(values: ArrayBufferView & ArrayLike<number>): Numbers
  // The fields' words in their order: numbers as they are, arrays and other records by their address.
  record(fields: Readonly<Record<string, number | Numbers>>): Int32Array<ArrayBuffer>
}

// A line of the cache.
const alignment = 64

// Without a buffer it only measures: everything comes back empty, and `used` is what a buffer must hold.
export function createArena(buffer: ArrayBuffer | null): Arena {
  let used = 0
  return {
    get used() {
      return used
    },
    place,
    copy(values) {
      const copied = place(values.constructor as NumbersType<Numbers>, values.length)
      if (buffer !== null) copied.set(values)
      return copied
    },
    record(fields) {
      const words = Object.values(fields).map((field) => (typeof field === 'number' ? field : field.byteOffset))
      const record = place(Int32Array, words.length)
      if (buffer !== null) record.set(words)
      return record
    },
  }

  function place<T extends Numbers>(type: NumbersType<T>, length: number): T {
    const from = used
    used = Math.ceil((from + length * type.BYTES_PER_ELEMENT) / alignment) * alignment
    return buffer === null ? new type(0) : new type(buffer, from, length)
  }
}
