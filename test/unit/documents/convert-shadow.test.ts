// Scans whose light is uneven: what lies in shadow is read as well as what lies in the light, and what was read before stays read.

// @module-tag slow
import { expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import { ocrProgram } from '../../../processors/jobs/convert/ocr/run-tesseract.ts'
import { isShadowed } from '../../../processors/jobs/convert/ocr/shadow.ts'
import { firstExtra, pdfDocument, prose, text } from '../../support/pdf/document.ts'
import { type Develop, scanOf } from '../../support/pdf/scan.ts'

// Each row is known by its number.
const numbers = Array.from({ length: 30 }, (_, i) => 4_100 + 7 * i)
const rows = prose(30).map((row, i) => `${row.slice(0, 20)} ${numbers[i]}`)
const columns = rows.map((row, i) => text(72 + (i % 2) * 270, 200 + Math.floor(i / 2) * 36, row, { size: 12 })).join('')

const scan = (content: string, develop?: Develop) =>
  pdfDocument({
    pages: [{ content: 'q 612 0 0 792 0 0 cm /Im Do Q', resources: `/XObject << /Im ${firstExtra} 0 R >>` }],
    extra: [scanOf(content, develop)],
  })
// Faded print under a light that falls from one side, with the grain of a scanner.
const shadowed: Develop = (shade, x, y, width) => {
  const grain = ((x * 7_919 + y * 104_729 + x * y * 31) % 17) - 8
  return Math.max(0, Math.min(255, Math.round((110 + (shade / 255) * 105) * (0.5 + (0.5 * x) / width) + grain)))
}
const readOf = async (bytes: Buffer) => {
  const { markdown } = await convertPdf(bytes)
  return numbers.filter((number) => markdown.includes(String(number))).length
}

test.skipIf(ocrProgram() === null)('both halves of a page are read that lies half in shadow', async () => {
  expect(await readOf(scan(columns))).toBe(numbers.length)
  expect(await readOf(scan(columns, shadowed))).toBeGreaterThanOrEqual(numbers.length - 3)
})

test.skipIf(ocrProgram() === null)('what only one threshold for all reads stays read: a page in white on black', async () => {
  expect(await readOf(scan(columns, (shade) => 255 - shade))).toBe(numbers.length)
})

const grey = (shadeOf: (x: number, y: number) => number) => {
  const pixels = Buffer.alloc(240 * 240)
  for (let i = 0; i < pixels.length; i++) pixels[i] = shadeOf(i % 240, Math.floor(i / 240))
  return Buffer.concat([Buffer.from('P5\n240 240\n255\n'), pixels])
}
const isInk = (x: number, y: number) => y % 20 < 4 && x % 10 < 5

test('shadow is told from print, a stamp and nothing at all', () => {
  expect(isShadowed(grey((x, y) => (isInk(x, y) ? 0 : 255)))).toBe(false)
  expect(isShadowed(grey((x, y) => (isInk(x, y) || (x < 60 && y < 20) ? 0 : 255)))).toBe(false)
  expect(isShadowed(grey((x, y) => (isInk(x, y) ? 60 : 220) * (0.4 + (0.6 * x) / 240)))).toBe(true)
  expect(isShadowed(grey(() => 255))).toBe(false)
  expect(isShadowed(Buffer.from('no picture'))).toBe(false)
  expect(isShadowed(Buffer.from('P5\n1 1\n255\n\0'))).toBe(false)
})
