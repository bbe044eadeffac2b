// Finds the end of a picture that stands in a content stream itself: only its mark tells.
import type { Cursor } from './pdf-value.ts'

/** From right behind its "ID" to right behind its "EI". */
export function skipInlineImage(c: Cursor): void {
  const { bytes } = c
  for (let i = c.at + 1; i + 2 < bytes.length; i++) {
    const ended =
      bytes[i] === 0x45 && bytes[i + 1] === 0x49 && bytes[i - 1]! <= 32 && (bytes[i + 2]! <= 32 || i + 2 === bytes.length)
    if (ended) {
      c.at = i + 2
      return
    }
  }
  c.at = bytes.length
}
