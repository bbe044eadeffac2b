// Scribbles in a scan: tesseract sees words in them, and nobody pays for what it is not sure of itself.

// @module-tag slow
import { expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import { isGuess } from '../../../processors/jobs/convert/ocr/parse-tesseract.ts'
import type { Word } from '../../../processors/jobs/convert/page-text.ts'
import { firstExtra, lines, pdfDocument, prose, text } from '../../support/pdf/document.ts'
import { scanOf } from '../../support/pdf/scan.ts'

/** Rows of curves as long as words. */
function scribbles(seed: number): string {
  let state = seed
  const random = () => {
    state = (state * 1103515245 + 12345) % 2147483648
    return state / 2147483648
  }
  const at = (x: number, y: number, width: number, height: number) => `${x + random() * width} ${y + random() * height}`
  let drawn = '2.5 w\n'
  for (let y = 700; y > 200; y -= 60)
    for (let x = 80, width = 0; x < 480; x += width + (random() < 0.2 ? 26 : 4)) {
      width = 20 + random() * 30
      drawn += `${x} ${y} m `
      for (let k = 0; k < 4; k++) drawn += `${at(x, y, width, 34)} ${at(x, y - 8, width, 34)} ${at(x, y, width, 26)} c `
      drawn += 'S\n'
    }
  return drawn
}

const scanned = (scan: ReturnType<typeof scanOf>, over = '') =>
  pdfDocument({
    pages: [{ content: `q 612 0 0 792 0 0 cm /Im1 Do Q\n${over}`, resources: `/XObject << /Im1 ${firstExtra} 0 R >>` }],
    extra: [scan],
  })

test('what is but a guess is refused, whatever it would have said', async () => {
  for (const seed of [1, 3, 5])
    await expect(convertPdf(scanned(scanOf(scribbles(seed))), { summarize: false })).rejects.toMatchObject({
      code: 'scanned_unread',
    })
})

test('print beside scribbles, and text over them, is sold', async () => {
  const print = lines(72, 640, prose(10), { size: 12 })
  const beside = await convertPdf(scanned(scanOf(scribbles(1) + print)), { summarize: false })
  expect(beside.markdown).toContain(prose(10)[5]!.slice(10, 40))
  const titled = scanned(scanOf(scribbles(1)), text(72, 40, 'Sketch of a house', { size: 16 }))
  expect((await convertPdf(titled, { summarize: false })).markdown).toContain('Sketch of a house')
})

test('signs that are words by themselves are as sure as words of letters', () => {
  const read = (said: string) => {
    const words = [...said].map((text) => ({ text }) as Word)
    return { words, sure: words.map(() => 0.9), confidence: 0.55 }
  }
  expect(isGuess(read('今日天氣好出門散步去吧'))).toBe(false)
  expect(isGuess(read('axbyczdxeyfz'))).toBe(true)
})
