// Pages that are pictures are read by OCR, or say that they were not; pages with text are left alone.

// @module-tag slow
import { describe, expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import { ocrProgram } from '../../../processors/jobs/convert/ocr/run-tesseract.ts'
import { firstExtra, lines, pdfDocument, prose, text } from '../../support/pdf/document.ts'
import { scanOf } from '../../support/pdf/scan.ts'

const sentences = ['The quarterly report was read from a picture.', 'Its second line speaks of market prices.']
const written = text(72, 100, 'A scanned heading', { size: 26 }) + lines(72, 160, sentences, { size: 14 })

// Which way is up is told by print of some length.
const longer = written + lines(72, 220, prose(5), { size: 12 })

/** A page that is nothing but the picture of another. */
function scanned(layer = '', place = '612 0 0 792 0 0', box = '0 0 612 792', content = written): Buffer {
  return pdfDocument({
    pages: [
      {
        content: `q ${place} cm /Im Do Q ${layer}`,
        annots: `/MediaBox [${box}]`,
        resources: `/XObject << /Im ${firstExtra} 0 R >>`,
      },
    ],
    extra: [scanOf(content)],
  })
}

const installed = ocrProgram() !== null
if (!installed && process.env.CI) throw new Error('tesseract is not installed: the OCR suite cannot run')

describe.skipIf(!installed)('with tesseract', () => {
  test('a picture of text is read and laid out', async () => {
    const document = await convertPdf(scanned())
    expect(document).toMatchObject({ label: 'scanned', warnings: [], metadata: { page_kinds: [{ page: 1, kind: 'scanned' }] } })
    expect(document.markdown).toContain('# A scanned heading')
    expect(document.markdown).toContain(sentences.join(' '))
    expect(document.textConfidence).toBeGreaterThan(0.7)
    expect(document.textConfidence).toBeLessThan(1)
  })

  test.each([
    ['up', '0 612 -792 0 792 0', '0 0 792 612'],
    ['upside down', '-612 0 0 -792 612 792', '0 0 612 792'],
    ['down', '0 -612 792 0 0 612', '0 0 792 612'],
  ])('a picture whose text runs %s is stood upright', async (_way, place, box) => {
    const { markdown, textConfidence, warnings } = await convertPdf(scanned('', place, box, longer))
    expect(markdown).toContain('# A scanned heading')
    expect(markdown).toContain(sentences.join(' '))
    expect([textConfidence > 0.8, warnings]).toEqual([true, []])
  })

  test('a picture that lies askew is read as one that lies straight', async () => {
    const content = longer + lines(72, 400, prose(14, 70, 3), { size: 12 })
    const [cos, sin] = [Math.cos((3 * Math.PI) / 180), Math.sin((3 * Math.PI) / 180)]
    const place = [612 * cos, -612 * sin, 792 * sin, 792 * cos, -30, 30].map((n) => n.toFixed(2)).join(' ')
    const { markdown, warnings } = await convertPdf(scanned('', place, '0 0 612 792', content))
    expect(warnings).toEqual([])
    expect(markdown).toContain('A scanned heading')
    expect(markdown).toContain(sentences.join(' '))
    const words = prose(14, 70, 3).join(' ').split(' ')
    const read = new Set(markdown.split(/\s+/))
    expect(words.filter((word) => read.has(word)).length).toBeGreaterThan(0.95 * words.length)
  })

  test('pictures beside a little text are read too, the text is kept as it is', async () => {
    const own = text(72, 60, 'Typed above the picture by the one who scanned it')
    const { markdown, label, textConfidence } = await convertPdf(scanned(own, '541 0 0 700 35 0'))
    expect(markdown.indexOf('Typed above the picture by the one who scanned it')).toBe(0)
    expect(markdown).toContain(sentences[1]!)
    expect([label, textConfidence]).toEqual(['converted', 1])
  })

  test('more scanned pages than the limit are named', async () => {
    const own = text(72, 60, 'Too little typed')
    const bytes = scanned(own)
    const { warnings } = await convertPdf(bytes, {}, { limits: { ocrMaxPages: 0 } })
    expect(warnings).toMatchObject([{ code: 'ocr_capped', pages: [1] }])
  })
})

describe('without OCR', () => {
  test('the pages are named and not trusted', async () => {
    const { label, warnings, textConfidence } = await convertPdf(scanned(text(72, 60, 'A stamp')), { ocr: 'off' })
    expect({ label, textConfidence }).toEqual({ label: 'scanned', textConfidence: 0 })
    expect(warnings).toMatchObject([{ code: 'ocr_off', pages: [1] }])
  })

  test('pages that are nothing but pictures are refused with the reason', async () => {
    await expect(convertPdf(scanned(), { ocr: 'off' })).rejects.toMatchObject({ code: 'scanned_no_ocr' })
  })

  test('an invisible text layer over a scan is its text, not a trick', async () => {
    const layer = text(72, 100, 'A scanned heading', { size: 26, mode: 3 }) + lines(72, 160, sentences, { size: 14, mode: 3 })
    const { markdown, warnings, label } = await convertPdf(scanned(layer), { ocr: 'off' })
    expect(markdown).toContain(sentences[1]!)
    expect([label, warnings]).toEqual(['scanned', []])
  })
})
