// Copies of a file whose pages are painted white first, as some readers show them, with their text and without: where pictures of
// both are the same, no word is seen.
import { type NumberedObject, withObjectsReplaced } from './append-update.ts'
import { skipInlineImage } from './inline-image.ts'
import { mostPainted, paintedBy } from './painted-by.ts'
import type { PdfFile } from './pdf-file.ts'
import { type Cursor, isKeyword, type PdfDict, type PdfValue, readValue } from './pdf-value.ts'
import { showsText } from './text-cursor.ts'

export interface TextPage {
  readonly number: number
  readonly page: PdfDict
  readonly content: Uint8Array
}

const mostBytes = 24 * 1024 * 1024
const blank = 0x20
// From here on text cuts off what is painted behind it: without it, other things would be seen.
const firstClippingMode = 4

// Readers do not agree on what stands behind a page: with nothing there, a blend leaves a colour as it is.
const paper = Buffer.from('q 1 g -32000 -32000 64000 64000 re f Q\n')

/** Null where it cannot be made: of an encrypted file, of one too large, or where text cuts off other paint. */
export function onPaper(file: PdfFile, bytes: Uint8Array, pages: readonly TextPage[], isBare: boolean): Buffer | null {
  if (file.trailerValue('Encrypt') !== undefined) return null
  const changed = new Map<number, NumberedObject>()
  const left = { bytes: mostBytes, objects: mostPainted }
  let next = file.numbers().reduce((most, number) => Math.max(most, number), 0) + 1
  for (const { number, page, content } of pages) {
    const kept = isBare ? strip(content) : content
    left.bytes -= content.length
    if (kept === null || left.bytes < 0) return null
    const painted = Buffer.concat([paper, kept])
    changed.set(number, { number, dict: { dict: new Map([...page.dict, ['Contents', { ref: next }]]) } })
    changed.set(next, { number: next, dict: lengthOnly(painted), bytes: painted })
    next++
    if (isBare && !stripForms(file, page, changed, left)) return null
  }
  return withObjectsReplaced(file, bytes, [...changed.values()])
}

function stripForms(
  file: PdfFile,
  page: PdfDict,
  changed: Map<number, NumberedObject>,
  left: { bytes: number; objects: number },
): boolean {
  for (const form of paintedBy(file, page, left).forms) {
    const { number, generation } = form.id
    if (changed.has(number)) continue
    const drawn = left.bytes > 0 ? file.decode(form, left.bytes) : null
    const bare = drawn === null ? null : strip(drawn)
    // Only what is written as it was read about is found again.
    if (bare === null || generation !== 0) return false
    left.bytes -= bare.length
    const dict = new Map([...form.dict.dict].filter(([key]) => !['Filter', 'DecodeParms', 'Length'].includes(key)))
    changed.set(number, { number, dict: { dict: dict.set('Length', bare.length) }, bytes: bare })
  }
  return left.objects > 0
}

const lengthOnly = (bytes: Uint8Array): PdfDict => ({ dict: new Map<string, PdfValue>([['Length', bytes.length]]) })

function strip(content: Uint8Array): Uint8Array | null {
  const bytes = Uint8Array.from(content)
  const c: Cursor = { bytes, at: 0 }
  let begins = 0
  let last: PdfValue | undefined
  try {
    for (;;) {
      const value = readValue(c)
      if (value === undefined) return bytes
      if (!isKeyword(value)) {
        last = value
        continue
      }
      if (showsText.has(value.keyword)) bytes.fill(blank, begins, c.at)
      else if (value.keyword === 'ID') skipInlineImage(c)
      else if (value.keyword === 'Tr' && !(typeof last === 'number' && last < firstClippingMode)) return null
      begins = c.at
      last = undefined
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return null
  }
}
