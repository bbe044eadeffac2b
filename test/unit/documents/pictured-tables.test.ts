// A picture of a table is told as one, by the walls that are drawn in it; a picture of a chart is not, whatever lines it has.

// @module-tag slow
import { describe, expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import { ocrProgram } from '../../../processors/jobs/convert/ocr/run-tesseract.ts'
import { firstExtra, lines, pageHeight, pdfDocument, prose, rule, text } from '../../support/pdf/document.ts'
import { scanOf } from '../../support/pdf/scan.ts'

if (ocrProgram() === null && process.env.CI) throw new Error('tesseract is not installed: pictures cannot be read')

const upright = (x: number, y0: number, y1: number) => `0.8 w ${x} ${pageHeight - y0} m ${x} ${pageHeight - y1} l S\n`
const grid = (xs: readonly number[], ys: readonly number[]) =>
  ys.map((y) => rule(xs[0]!, y, xs.at(-1)!, y)).join('') + xs.map((x) => upright(x, ys[0]!, ys.at(-1)!)).join('')
const rows = (xs: readonly number[], said: readonly (readonly string[])[], y = 120, leading = 30) =>
  said.flatMap((row, i) => row.map((one, k) => text(xs[k]! + 8, y + leading * i, one, { size: 13 }))).join('')

/** Drawn in the upper part of a page, which stands as a picture among text on another. */
async function pictured(content: string) {
  const around = lines(72, 80, prose(5)) + lines(72, 560, prose(5, 80, 9))
  const page = {
    content: `q 520 0 0 306 46 360 cm /Im Do Q\n${around}`,
    resources: `/XObject << /Im ${firstExtra} 0 R >>`,
  }
  return await convertPdf(pdfDocument({ pages: [page], extra: [scanOf(content, undefined, 360)] }), { summarize: false })
}

const xs = [90, 230, 360, 520]
const said = [
  ['Method', 'Documents', 'Mean (spread)'],
  ['Plain', '64,058', '800.73 (484.11)'],
  ['Split', '32,051', '400.64 (242.04)'],
  ['Joined', '16,046', 'N/A'],
]

test.skipIf(ocrProgram() === null)(
  'a picture of a table among text is a table, whose entries nothing parts but its walls',
  async () => {
    const { tables, pictures, markdown } = await pictured(grid(xs, [100, 130, 160, 190, 220]) + rows(xs, said))
    expect(tables.map(({ header, rows }) => [...header, ...rows])).toEqual([said])
    expect(pictures).toHaveLength(1)
    expect(markdown).toContain('read by OCR')
  },
)

describe.skipIf(ocrProgram() === null)('what is none', () => {
  test('a chart whose grid has its figures beside it', async () => {
    const [ticks, levels] = [
      [150, 240, 330, 420, 510],
      ['40 %', '30 %', '20 %', '10 %'],
    ]
    const axes =
      levels.map((level, i) => text(100, 124 + 40 * i, level, { size: 13 })).join('') +
      ticks.map((x, i) => text(x - 12, 300, String(2019 + i), { size: 13 })).join('')
    const bars = ['Northern', 'Southern'].map((name, i) => text(160 + 180 * i, 150 + 40 * i, name, { size: 13 })).join('')
    const { tables, markdown } = await pictured(grid(ticks, [120, 160, 200, 240, 280]) + axes + bars)
    expect(tables).toEqual([])
    expect(markdown).toContain('Northern')
  })

  test('a chart that says in its grid what it is and beside it for what', async () => {
    const marks = [0, 1, 2, 3].map((i) => [12.4, 13.9, 15.1, 11.8].map((one) => (one + i).toFixed(1)))
    const names = ['Northern valleys', 'Southern coast', 'Western isles', 'Eastern plains']
    const beside = names.map((name, i) => text(92, 140 + 40 * i, name, { size: 11 })).join('')
    const under = [2019, 2020, 2021, 2022].map((year, i) => text(238 + 80 * i, 300, String(year), { size: 13 })).join('')
    const title = text(92, 100, 'Harvest of all regions in thousand tonnes', { size: 13 })
    const content = grid([220, 300, 380, 460, 540], [120, 160, 200, 240, 280]) + rows([220, 300, 380, 460], marks, 145, 40)
    const { tables, markdown } = await pictured(content + beside + under + title)
    expect(tables).toEqual([])
    expect(markdown).toContain('Northern valleys')
  })

  test('a chart of level lines, with a figure and a name on each', async () => {
    const levels = ['40 percent', '30 percent', '20 percent', '10 percent']
    const names = ['Northern', 'Southern', 'Western', 'Eastern']
    const drawn = levels.map(
      (level, i) => rule(90, 120 + 40 * i, 520, 120 + 40 * i) + rows([90, 380], [[level, names[i]!]], 145 + 40 * i),
    )
    const { tables } = await pictured(drawn.join('') + rule(90, 280, 520, 280))
    expect(tables).toEqual([])
  })

  test('lines of text between two rules', async () => {
    const { tables } = await pictured(
      rule(90, 100, 520, 100) + lines(90, 130, prose(6, 60, 3), { size: 13 }) + rule(90, 260, 520, 260),
    )
    expect(tables).toEqual([])
  })
})

test('drawn on the page itself, such a table keeps a mean and its spread in one cell too', async () => {
  const drawn = grid(xs, [100, 130, 160, 190, 220]) + rows(xs, said)
  const { tables } = await convertPdf(pdfDocument({ pages: [drawn] }), { summarize: false, ocr: 'off' })
  expect(tables.map(({ header, rows }) => [...header, ...rows])).toEqual([said])
})
