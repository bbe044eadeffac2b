// A grey picture as tesseract reads it fastest: of a TIFF it takes whole rows, of a PGM each pixel by itself.
import { type GreyPicture, greyPicture } from './turn-picture.ts'

const headerBytes = 8
const entryBytes = 12
const [short, long, fraction] = [3, 4, 5] as const
const inch = 2

/** Null for what is no grey picture (binary PGM). */
export function tiffOf(pgm: Buffer, dpi: number): Buffer | null {
  const picture = greyPicture(pgm)
  return picture === null ? null : Buffer.concat([headOf(picture, dpi), picture.pixels])
}

type Entry = readonly [tag: number, type: typeof short | typeof long | typeof fraction, value: number]

/** All before the pixels: one strip of them, eight bits each, black is 0 (TIFF 6.0). */
function headOf({ width, height }: GreyPicture, dpi: number): Buffer {
  const count = 12
  const resolutionAt = headerBytes + 2 + count * entryBytes + 4
  const head = Buffer.alloc(resolutionAt + 8)
  const entries: readonly Entry[] = [
    [256, long, width],
    [257, long, height],
    [258, short, 8],
    [259, short, 1],
    [262, short, 1],
    [273, long, head.length],
    [277, short, 1],
    [278, long, height],
    [279, long, width * height],
    [282, fraction, resolutionAt],
    [283, fraction, resolutionAt],
    [296, short, inch],
  ]
  head.writeUInt32LE(dpi, resolutionAt)
  head.writeUInt32LE(1, resolutionAt + 4)
  head.write('II*\0', 0, 'latin1')
  head.writeUInt32LE(headerBytes, 4)
  head.writeUInt16LE(entries.length, headerBytes)
  for (const [i, [tag, type, value]] of entries.entries()) {
    const at = headerBytes + 2 + entryBytes * i
    head.writeUInt16LE(tag, at)
    head.writeUInt16LE(type, at + 2)
    head.writeUInt32LE(1, at + 4)
    if (type === short) head.writeUInt16LE(value, at + 8)
    else head.writeUInt32LE(value, at + 8)
  }
  return head
}
