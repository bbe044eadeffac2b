// Pages that are pictures are read by OCR, or say that they were not; pages with text are left alone.

// @module-tag slow
import { describe, expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import { ocrProgram } from '../../../processors/jobs/convert/ocr/run-tesseract.ts'
import { firstExtra, lines, pdfDocument, prose, rule, text } from '../../support/pdf/document.ts'
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

  test('a table of a scan is read by the lines it is ruled with', async () => {
    const [xs, ys] = [
      [72, 200, 330, 460],
      [300, 330, 375, 405],
    ]
    const walls = [
      ...ys.map((y) => rule(xs[0]!, y, xs.at(-1)!, y)),
      ...xs.map((x) => `0.5 w ${x} ${792 - ys[0]!} m ${x} ${792 - ys.at(-1)!} l S\n`),
    ].join('')
    const cell = (x: number, y: number, said: string) => text(x, y, said, { size: 12 })
    const cells =
      cell(80, 320, 'Region') +
      cell(208, 320, 'Rainfall') +
      cell(338, 320, 'Remarks') +
      cell(80, 350, 'Northern') +
      cell(208, 350, 'heavy') +
      lines(338, 350, ['measured in', 'two places'], { size: 12 }) +
      cell(80, 395, 'Southern') +
      cell(338, 395, 'not measured')
    const { tables } = await convertPdf(scanned('', undefined, undefined, longer + walls + cells))
    expect(tables.map(({ header, rows }) => [...header, ...rows])).toEqual([
      [
        ['Region', 'Rainfall', 'Remarks'],
        ['Northern', 'heavy', 'measured in two places'],
        ['Southern', '', 'not measured'],
      ],
    ])
  })

  test('a chart of a scan is no table, whatever it is ruled with', async () => {
    const [xs, ys] = [Array.from({ length: 7 }, (_, i) => 120 + 60 * i), Array.from({ length: 6 }, (_, i) => 420 + 40 * i)]
    const grid = [...ys.map((y) => rule(120, y, 480, y)), ...xs.map((x) => `0.5 w ${x} ${792 - 420} m ${x} ${792 - 620} l S\n`)]
    const points = ['low', 'mid', 'high', 'peak'].map((said, i) => text(130 + 60 * i, 605 - 40 * i, said, { size: 12 }))
    const axis = xs.map((x, i) => text(x - 8, 640, `${2 * i} %`, { size: 12 }))
    const { tables, markdown } = await convertPdf(
      scanned('', undefined, undefined, longer + [...grid, ...points, ...axis].join('')),
    )
    expect(markdown).toContain('A scanned heading')
    expect(tables).toEqual([])
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
