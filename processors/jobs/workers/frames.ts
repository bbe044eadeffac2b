// The bytes between the program and a worker: a small JSON head and a body, each with its length first, counted before they are kept.
const lengths = 8
const mostHeadBytes = 256 * 1024

export type Frame = { readonly head: unknown; readonly body: Buffer }

export class FrameTooLarge extends Error {
  constructor() {
    super('more bytes than were agreed')
    this.name = 'FrameTooLarge'
  }
}

export function packFrame(head: unknown, body: Uint8Array): Buffer[] {
  const text = Buffer.from(JSON.stringify(head))
  const prefix = Buffer.alloc(lengths)
  prefix.writeUInt32BE(text.length, 0)
  prefix.writeUInt32BE(body.byteLength, 4)
  return [prefix, text, Buffer.from(body.buffer, body.byteOffset, body.byteLength)]
}

/** Gives each whole frame on; throws as soon as one announces more than may come. */
export function createFrameReader(onFrame: (frame: Frame) => void) {
  let kept: Buffer[] = []
  let size = 0
  let wanted = lengths
  let split: { head: number; body: number } | null = null
  return (chunk: Buffer, mostBodyBytes: number): void => {
    kept.push(chunk)
    size += chunk.length
    while (size >= wanted) {
      const whole = kept.length === 1 ? kept[0]! : Buffer.concat(kept, size)
      kept = [whole]
      if (split === null) {
        split = { head: whole.readUInt32BE(0), body: whole.readUInt32BE(4) }
        if (split.head > mostHeadBytes || split.body > mostBodyBytes) throw new FrameTooLarge()
        wanted = lengths + split.head + split.body
        continue
      }
      const bodyAt = lengths + split.head
      const head: unknown = JSON.parse(whole.toString('utf8', lengths, bodyAt))
      const body = whole.subarray(bodyAt, wanted)
      const rest = whole.subarray(wanted)
      kept = rest.length === 0 ? [] : [Buffer.from(rest)]
      size = rest.length
      wanted = lengths
      split = null
      onFrame({ head, body })
    }
  }
}
