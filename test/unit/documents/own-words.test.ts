// A picture under text of the page: the words that are known already are not read again, and what is printed in it is.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { defaultLimits } from '../../../processors/jobs/convert/limits.ts'
import { paintOver } from '../../../processors/jobs/convert/ocr/paint-over.ts'
import { ocrProgram } from '../../../processors/jobs/convert/ocr/run-tesseract.ts'
import { readPicture } from '../../../processors/jobs/convert/pictures/read-picture.ts'
import { createPoppler } from '../../../processors/jobs/convert/poppler/poppler.ts'
import { fill, pdfDocument, text } from '../../support/pdf/document.ts'

const scratch = mkdtempSync(join(tmpdir(), 'own-words-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const installed = ocrProgram() !== null
if (!installed && process.env.CI) throw new Error('tesseract is not installed: pictures cannot be read')

describe.skipIf(!installed)('a picture under words', () => {
  const file = join(scratch, 'given.pdf')
  const ground = fill(60, 80, 400, 240, '0.8 0.9 0.8')
  const content = `${ground}${text(80, 120, 'Known already', { size: 18 })}${text(80, 200, 'Northern valleys', { size: 18 })}`
  writeFileSync(file, pdfDocument({ pages: [content] }))
  const page = { number: 1, width: 612, height: 792, words: [] }
  const region = { x0: 60, y0: 80, x1: 400, y1: 240 }
  const known = { x0: 80, y0: 104, x1: 202, y1: 124 }

  async function read(own: readonly (typeof region)[]): Promise<string> {
    const readBy = performance.now() + 60_000
    const bounds = { limits: defaultLimits, scratch, readBy, deadline: readBy + 1_000 }
    const found = await readPicture(createPoppler(bounds), [file], { page, region, own }, null, bounds)
    return found!.words.map((word) => word.text).join(' ')
  }

  test('is read without them', async () => {
    expect(await read([])).toBe('Known already Northern valleys')
    expect(await read([known])).toBe('Northern valleys')
  })
})

const pgm = (width: number, height: number, shade: (x: number, y: number) => number): Buffer =>
  Buffer.concat([
    Buffer.from(`P5\n${width} ${height}\n255\n`),
    Buffer.from(Array.from({ length: width * height }, (_, i) => shade(i % width, Math.floor(i / width)))),
  ])

test('a word is painted over in its ground, on dark and on light, and nothing beside it', () => {
  // A light half and a dark one, with a stroke in each.
  const given = pgm(40, 20, (x, y) => (x === 10 && y > 4 ? 20 : x === 30 && y > 4 ? 250 : x < 20 ? 230 : 40))
  const words = [
    { x0: 6.5, y0: 4, x1: 14.5, y1: 16 },
    { x0: 26, y0: 4, x1: 34, y1: 99 },
    { x0: -30, y0: 4, x1: -20, y1: 16 },
  ]
  const pixels = paintOver(given, words).subarray(-800)
  const at = (x: number, y: number) => pixels[y * 40 + x]!
  expect(Math.abs(at(10, 10) - 230)).toBeLessThan(8)
  expect(Math.abs(at(30, 10) - 40)).toBeLessThan(8)
  expect(Math.abs(at(30, 19) - 40)).toBeLessThan(8)
  expect([at(10, 18), at(2, 10), at(38, 10)]).toEqual([20, 230, 40])
  expect(given.at(-800 + 10 * 40 + 10)).toBe(20)
})

test('what is no grey picture stays as it is', () => {
  const given = Buffer.from('P6\n1 1\n255\nabc')
  expect(paintOver(given, [{ x0: 0, y0: 0, x1: 1, y1: 1 }])).toBe(given)
})
