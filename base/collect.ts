// Keeps bytes as they arrive without keeping what they arrived in: a view of one byte would hold the whole block it was read into.
export interface Collector {
  readonly size: number
  add(chunk: Uint8Array): void
  whole(): Buffer
}

const blockBytes = 64 * 1024

export function createCollector(): Collector {
  const blocks: Buffer[] = []
  let open = Buffer.alloc(0)
  let used = 0
  let size = 0

  const close = () => {
    if (used > 0) blocks.push(open.subarray(0, used))
    open = Buffer.alloc(0)
    used = 0
  }

  return {
    get size() {
      return size
    },
    add(chunk) {
      size += chunk.byteLength
      // What fills most of its block is kept as it is.
      if (chunk.byteLength >= blockBytes / 2 && chunk.byteLength * 2 >= chunk.buffer.byteLength) {
        close()
        blocks.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
        return
      }
      for (let at = 0; at < chunk.byteLength; ) {
        if (used === open.length) {
          close()
          open = Buffer.allocUnsafeSlow(blockBytes)
        }
        const part = chunk.subarray(at, at + open.length - used)
        open.set(part, used)
        used += part.byteLength
        at += part.byteLength
      }
    },
    whole() {
      close()
      return Buffer.concat(blocks, size)
    },
  }
}
