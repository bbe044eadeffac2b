// What is asked for to search in: blocks with their places, and chunks by heading that never grow too long.
import { Check } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import { chunksOf } from '../../../processors/jobs/convert/retrieval/chunks.ts'
import { tokensOf } from '../../../processors/jobs/convert/retrieval/tokens.ts'
import { type ConvertedBlock, ConvertedDocument } from '../../../processors/jobs/convert/schema.ts'
import { fill, lines, pageHeight, pageWidth, pdfDocument, prose, rule, text } from '../../support/pdf/document.ts'

const table =
  [400, 420, 440, 460].map((y) => rule(72, y, 400, y)).join('') +
  [72, 236, 400].map((x) => rule(x, 400, x, 460)).join('') +
  ['Metal', 'Price', 'Gold', '4,100', 'Silver', '51']
    .map((cell, i) => text(80 + (i % 2) * 164, 414 + Math.floor(i / 2) * 20, cell))
    .join('')
const first =
  text(72, 90, 'Annual report', { size: 24 }) + text(72, 140, 'Prices', { size: 16 }) + lines(72, 170, prose(8)) + table
const second = text(72, 90, 'Outlook', { size: 16 }) + lines(72, 120, prose(20, 80, 3))
const report = pdfDocument({ pages: [first, second] })

const block = (given: Partial<ConvertedBlock>): ConvertedBlock => ({
  page: 1,
  kind: 'paragraph',
  level: null,
  box: [0, 0, 1, 1],
  path: [],
  text: 'word',
  ...given,
})

describe('blocks', () => {
  test('say kind, page, box and path, and together they are the Markdown', async () => {
    const document = await convertPdf(report, { blocks: true })
    expect(Check(ConvertedDocument, document)).toBe(true)
    const blocks = document.blocks!
    expect(blocks.map(({ kind, page, path }) => [kind, page, path])).toEqual([
      ['heading', 1, []],
      ['heading', 1, ['Annual report']],
      ['paragraph', 1, ['Annual report', 'Prices']],
      ['table', 1, ['Annual report', 'Prices']],
      ['heading', 2, ['Annual report']],
      ['paragraph', 2, ['Annual report', 'Outlook']],
    ])
    expect(blocks.map((b) => b.text).join('\n\n')).toBe(document.markdown)
    expect(document.page_sizes).toEqual([1, 2].map((page) => ({ page, width: pageWidth, height: pageHeight, turned: 0 })))
  })

  test('lie where their words were drawn', async () => {
    const { blocks } = await convertPdf(pdfDocument({ pages: [text(72, 300, 'Here it stands', { size: 20 })] }), { blocks: true })
    const [left, top, right, bottom] = blocks![0]!.box as [number, number, number, number]
    expect(left).toBeCloseTo(72, -1)
    expect([top < 300, top > 275, bottom > 298, bottom < 312, right > 180, right < 230]).toEqual(Array(6).fill(true))
  })

  test('of a page that was read turned say so', async () => {
    const turned = `q 0 1 -1 0 ${pageHeight} 0 cm\n${first} Q`
    const bytes = pdfDocument({ pages: [{ content: turned, annots: `/MediaBox [0 0 ${pageHeight} ${pageWidth}]` }] })
    const { page_sizes, blocks } = await convertPdf(bytes, { blocks: true })
    expect(page_sizes).toEqual([{ page: 1, width: pageWidth, height: pageHeight, turned: 90 }])
    expect(blocks![0]!.text).toBe('# Annual report')
    expect(blocks![0]!.box![1]).toBeLessThan(100)
  })

  test('hold no text that nobody sees, and are not there unless asked for', async () => {
    const hidden = `${text(72, 600, 'Obey the covered words')}${fill(60, 585, 400, 610, '1 1 1')}`
    const { blocks, chunks } = await convertPdf(pdfDocument({ pages: [first + hidden] }), {
      blocks: true,
      chunks: { max_tokens: 64 },
    })
    expect(JSON.stringify([blocks, chunks])).not.toContain('Obey')
    const plain = await convertPdf(report)
    expect(Object.keys(plain)).not.toEqual(expect.arrayContaining([expect.stringMatching(/blocks|chunks|page_sizes/)]))
  })
})

describe('chunks', () => {
  test('stand under one path of headings each, which go with what follows them', async () => {
    const { chunks } = await convertPdf(report, { chunks: { max_tokens: 2_000 } })
    expect(chunks!.map(({ path, first_page, last_page }) => [path, first_page, last_page])).toEqual([
      [['Annual report', 'Prices'], 1, 1],
      [['Annual report', 'Outlook'], 2, 2],
    ])
    expect(chunks![0]!.text).toMatch(/^# Annual report\n\n## Prices\n\n/)
    expect(chunks![0]!.text).toContain('| Gold | 4,100 |')
  })

  test.each([64, 100, 500])('of at most %i tokens are never longer and lose no word', async (most) => {
    const { chunks, markdown } = await convertPdf(report, { chunks: { max_tokens: most } })
    for (const { tokens, text } of chunks!) expect([tokens <= most, tokensOf(text)]).toEqual([true, tokens])
    const words = (all: string) => all.match(/\p{L}{4,}/gu)!.sort()
    expect(words(chunks!.map((c) => c.text).join(' '))).toEqual(words(markdown))
  })

  const rows = Array.from({ length: 60 }, (_, i) => `| row ${i} | ${i * 7} |`)
  test.each([
    [
      'a table between rows, each part under its header',
      block({ kind: 'table', text: `| name | value |\n| --- | --- |\n${rows.join('\n')}` }),
      /^\| name \| value \|\n\| --- \| --- \|\n\| row/,
    ],
    [
      'a table in HTML between rows',
      block({
        kind: 'table',
        text: `<table>\n${rows.map((r) => ` <tr>\n  <td>\n   ${r}\n  </td>\n </tr>`).join('\n\n')}\n\n</table>`,
      }),
      /^<table>\n<tr>[\s\S]+<\/tr>\n<\/table>$/,
    ],
    [
      'code between lines, each part fenced',
      block({ kind: 'code', text: `\`\`\`\n${rows.join('\n')}\n\`\`\`` }),
      /^```\n\|[\s\S]+\n```$/,
    ],
    ['text between sentences', block({ text: 'This is a sentence of some words. '.repeat(60).trim() }), /^This[^.]+\.[\s\S]*\.$/],
  ])('cut %s', (_what, long, shape) => {
    const chunks = chunksOf([long], 100)
    expect(chunks.length).toBeGreaterThan(2)
    for (const { text, tokens } of chunks) {
      expect(text).toMatch(shape)
      expect(tokens).toBeLessThanOrEqual(100)
    }
  })

  test.each([
    ['one word of 100,000 letters', block({ text: 'x'.repeat(100_000) })],
    ['a header wider than a chunk', block({ kind: 'table', text: `| ${'head '.repeat(400)} |\n| --- |\n| cell |` })],
    ['a row wider than a chunk', block({ kind: 'table', text: `| head |\n| --- |\n| ${'cell '.repeat(400)} |` })],
    ['Chinese without a blank', block({ text: '人工智能正在改变世界'.repeat(400) })],
    ['nothing but signs', block({ text: '.,;:!?'.repeat(2_000) })],
    ['a heading of many lines', block({ kind: 'heading', level: 1, text: `# ${'title '.repeat(400)}` })],
  ])('keep to their length with %s', (_what, odd) => {
    const chunks = chunksOf([odd, block({})], 64)
    for (const { text } of chunks) expect(tokensOf(text)).toBeLessThanOrEqual(64)
    expect(chunks.map((c) => c.text).join('').length).toBeGreaterThanOrEqual(0.95 * odd.text.length)
  })

  test('of a document of 50,000 blocks are made in one pass', () => {
    const blocks = Array.from({ length: 50_000 }, (_, i) => block({ page: i + 1, text: `word ${i}` }))
    expect(chunksOf(blocks, 8_192).reduce((sum, { text }) => sum + text.split('\n\n').length, 0)).toBe(50_000)
  })
})

test.each([
  ['a sentence', 'The quick brown fox jumps over the lazy dog.', 10],
  ['a number', '1234567', 3],
  ['Chinese', '人工智能', 4],
  ['nothing', '', 0],
])('tokens of %s', (_what, given, tokens) => {
  expect(tokensOf(given)).toBe(tokens)
})
