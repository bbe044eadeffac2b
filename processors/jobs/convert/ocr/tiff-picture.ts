// A grey picture as tesseract reads it fastest: of a TIFF it takes whole rows, of a PGM each pixel by itself.
import { type GreyPicture, greyPicture } from './turn-picture.ts'

const headerBytes = 8
const entryBytes = 12
const [short, long] = [3, 4] as const

/** Null for what is no grey picture (binary PGM). */
export function tiffOf(pgm: Buffer): Buffer | null {
  const picture = greyPicture(pgm)
  return picture === null ? null : Buffer.concat([headOf(picture), picture.pixels])
}

/** All before the pixels: one strip of them, eight bits each, black is 0 (TIFF 6.0). */
function headOf({ width, height }: GreyPicture): Buffer {
  const count = 9
  const head = Buffer.alloc(headerBytes + 2 + count * entryBytes + 4)
  const entries: readonly (readonly [tag: number, type: typeof short | typeof long, value: number])[] = [
    [256, long, width],
    [257, long, height],
    [258, short, 8],
    [259, short, 1],
    [262, short, 1],
    [273, long, head.length],
    [277, short, 1],
    [278, long, height],
    [279, long, width * height],
  ]
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
