// Figures drawn on the page: their labels are told with the picture, what stands around it stays text.
import { describe, expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import type { ConvertOptions } from '../../../processors/jobs/convert/schema.ts'
import { fill, lines, pdfDocument, prose, rule, text } from '../../support/pdf/document.ts'

const read = async (content: string, options: ConvertOptions = {}) =>
  await convertPdf(pdfDocument({ pages: [content] }), { summarize: false, ocr: 'off', ...options })

const above = prose(5)
const below = prose(5, 80, 11)
const box = (x: number, y: number) => fill(x, y, x + 110, y + 50, '0.8 0.9 1')
const plan =
  [0, 1, 2].map((i) => box(100 + 150 * i, 220)).join('') +
  rule(210, 245, 250, 245) +
  rule(360, 245, 400, 245) +
  [0, 1, 2].map((i) => rule(155 + 150 * i, 270, 155 + 150 * i, 330)).join('') +
  rule(155, 330, 455, 330)
const names = ['Receives a file', 'Lays it out', 'Writes Markdown']
const labels =
  names.map((name, i) => text(106 + 150 * i, 240, name, { font: 'bold', size: 9 })).join('') +
  text(250, 342, 'pages per second', { size: 8 })
const around = lines(72, 100, above) + text(72, 368, 'Figure 1. The way of a document') + lines(72, 420, below)

describe('a figure with a caption', () => {
  test('has its labels quoted at its place, and none of them is text or a heading', async () => {
    const { markdown, pictures } = await read(around + plan + labels)
    expect(markdown.split('\n\n')).toEqual([
      above.join(' '),
      expect.stringMatching(/^<!-- picture: page 1, box /),
      [...names, 'pages per second'].map((label) => `> ${label}`).join('\n'),
      'Figure 1. The way of a document',
      below.join(' '),
    ])
    expect(pictures[0]?.text).toBe([...names, 'pages per second'].join('\n'))
  })

  test('keeps the order of a faithful page, which has the words alone', async () => {
    const { markdown } = await read(around + plan + labels, { style: 'faithful' })
    expect(markdown).not.toContain('>')
    expect(markdown).toContain('Writes Markdown')
  })

  test('that is a frame around sentences has no labels', async () => {
    const told = prose(4, 60, 23)
    const { markdown } = await read(around + plan + text(106, 320, 'A word') + lines(106, 240, told, { size: 9 }))
    expect(markdown).not.toMatch(/^>/m)
    expect(markdown).toContain(told.join(' '))
  })

  test('leaves a numbered list beside it whole, however short its items are', async () => {
    const items = ['Lengths are in millimetres.', 'Angles are in degrees.', 'Tolerances are a tenth of a millimetre, at most.']
    const list = items.map((item, i) => text(312, 284 + 8 * i, `${i + 1}. ${item}`, { size: 6 })).join('')
    const { markdown } = await read(around + plan + labels + list)
    expect(markdown).toContain(items.map((item, i) => `${i + 1}. ${item}`).join('\n'))
    expect(markdown).toContain('> Lays it out')
  })
})
