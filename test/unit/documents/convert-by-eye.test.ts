// What a reader sees at once beside the page and a score does not: paragraphs, rows of code, words behind tabs, texts side by side.
import { describe, expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import { isEasternHead } from '../../../processors/jobs/convert/layout/numbered-heads.ts'
import { type Placed, readingOrder } from '../../../processors/jobs/convert/layout/reading-order.ts'
import { linesOf } from '../../../processors/jobs/convert/layout/text-lines.ts'
import { mendBullets } from '../../../processors/jobs/convert/ocr/misread-bullets.ts'
import type { Word } from '../../../processors/jobs/convert/page-text.ts'
import { withoutCodes } from '../../../processors/jobs/convert/poppler/read-codes.ts'
import { parseWords } from '../../../processors/jobs/convert/poppler/words.ts'
import type { ConvertOptions } from '../../../processors/jobs/convert/schema.ts'
import { cellText } from '../../../processors/jobs/convert/tables/cell-text.ts'
import { firstExtra, lines, type PageSpec, pdfDocument, prose, text } from '../../support/pdf/document.ts'

const read = async (pages: (string | PageSpec)[], options: ConvertOptions = {}) =>
  (await convertPdf(pdfDocument({ pages }), { summarize: false, ocr: 'off', ...options })).markdown
const word = (said: string, x0: number, y0: number, more: Partial<Word> = {}): Word => ({
  ...{ text: said, x0, y0, x1: x0 + 5 * said.length, y1: y0 + 10, block: 0, line: y0, size: 10 },
  ...{ bold: false, italic: false, mono: false, font: 'F', color: '#000000' },
  ...more,
})

describe('paragraphs', () => {
  // Full lines, the first of them 12 points further in, the last one short.
  const indented = (y: number, seed: number) => {
    const rows = prose(4, 70, seed).map((row) => row.replace(/[.\s]+$/, ''))
    return { drawn: text(84, y, rows[0]!.slice(0, 60)) + lines(72, y + 12, [...rows.slice(1), 'and so it ends.']), rows }
  }

  test('an indented first line begins one, though no gap stands above it', async () => {
    const markdown = await read([indented(100, 7).drawn + indented(160, 11).drawn + indented(220, 13).drawn])
    expect(markdown.split('\n\n').map((p) => p.endsWith('and so it ends.'))).toEqual([true, true, true])
  })

  test('lines that hang, or stand in the middle, begin none', async () => {
    const entry = (y: number) =>
      text(72, y, '[1] A name, and another name. What they wrote, in') + lines(90, y + 12, prose(3, 60))
    expect((await read([entry(100)])).split('\n\n')).toHaveLength(1)
    const centred = [
      'A long line of a poem that stands here',
      'A line of a poem stands',
      'A line of it',
      'A long line of a poem that is there',
    ]
    const poem = centred.map((row, i) => text(300 - 2.3 * row.length, 100 + 12 * i, row)).join('')
    expect((await read([poem])).split('\n\n')).toHaveLength(1)
  })

  test('one that goes on in the next column is whole, whatever stands at the foot of the first', async () => {
    const [left, right] = [
      prose(20, 44).map((r) => r.replace(/\.$/, '')),
      ['goes on in the next column, and ends.', ...prose(24, 44, 11)],
    ]
    const note = lines(60, 380, ['Permission to copy this text is granted to', 'all who hold a copy, without a fee.'], {
      size: 7,
    })
    const markdown = await read([lines(60, 130, left) + note + lines(330, 130, right)])
    expect(markdown).toContain(`${left.at(-1)} goes on in the next column, and ends.`)
    expect(markdown.indexOf('Permission')).toBeGreaterThan(markdown.indexOf('and ends.'))
  })
})

describe('code', () => {
  const mono = { font: 'mono' as const }
  test('rows stay rows, with their columns, and an empty one parts no block', async () => {
    const options = ['-c, --check', '-o, --output=FILE', '-h, --help', '-v, --version']
    const what = ['checks the syntax only', 'output file', 'display this help and exit', 'output version information']
    const shown =
      lines(72, 100, prose(3)) +
      text(72, 160, 'Mandatory arguments to long options are mandatory for short ones:', mono) +
      options.map((o, i) => text(84, 172 + 12 * i, o, mono) + text(84 + 22 * 6, 172 + 12 * i, what[i]!, mono)).join('') +
      text(72, 244, 'Report bugs at once.', mono)
    const markdown = await read([shown])
    const rows = options.map((o, i) => `  ${o.padEnd(22)}${what[i]}`)
    expect(markdown).toContain(
      [
        '```',
        'Mandatory arguments to long options are mandatory for short ones:',
        ...rows,
        '',
        'Report bugs at once.',
        '```',
      ].join('\n'),
    )
  })

  test('listings side by side are two', async () => {
    const listing = (x: number, name: string) =>
      lines(
        x,
        100,
        Array.from({ length: 8 }, (_, i) => `${name}${i} = read(${i})`),
        mono,
      )
    const markdown = await read([listing(72, 'left') + listing(330, 'right')])
    expect(markdown.indexOf('left7')).toBeLessThan(markdown.indexOf('right0'))
    expect(markdown).not.toMatch(/left0.*right0/)
  })
})

describe('reading order', () => {
  const line = (x0: number, y: number, said: string, size = 10): Placed => ({
    x0,
    x1: x0 + 5 * said.length,
    y0: y,
    y1: y + size,
    size,
    text: said,
  })
  const column = (x: number, name: string) =>
    Array.from({ length: 12 }, (_, i) => line(x, 100 + 12 * i, `${name} ${i}, a line of text in its column of a page`))

  test('a heading at the foot of the left column that stands over a text across both belongs to that', () => {
    const across = [0, 1, 2].map((i) =>
      line(50, 284 + 12 * i, 'A line of text that is as wide as the page, from its left edge to the right one, in full'),
    )
    const read = readingOrder([...column(50, 'left'), ...column(310, 'right'), line(50, 268, 'More features'), ...across])
    const at = read.findIndex((l) => l.text === 'More features')
    expect(read[at - 1]!.text).toBe('right 11, a line of text in its column of a page')
    expect(read[at + 1]).toBe(across[0])
  })

  test('short texts side by side are each read to the end', () => {
    const cards = [
      ['carbon intensity from', 'our eastern fields', 'operations in 2022'],
      ['offshore engineers are', 'employed by our', 'operations in 2020'],
      ['production in the sea', 'by two of our fields', 'as of last year'],
    ]
    const placed = cards.flatMap((rows, i) => rows.map((said, k) => line(60 + 170 * i, 100 + 11 * k, said)))
    const title = 'A text that is as wide as the page stands over all of them, and goes on for three lines in full width'
    const over = [60, 72, 84].map((y) => line(50, y, title))
    expect(
      readingOrder([...over, ...placed])
        .slice(3)
        .map((l) => l.text),
    ).toEqual(cards.flat())
  })

  test('rows of names and figures stay rows', () => {
    const rows = [0, 1, 2, 3].map((i) => [
      line(60, 100 + 12 * i, `Name ${i}`),
      line(200, 100 + 12 * i, `${i}00`),
      line(300, 100 + 12 * i, `${i}50`),
    ])
    expect(readingOrder(rows.flat().reverse()).map((l) => l.text)).toEqual(rows.flat().map((l) => l.text))
  })

  test('a full stop that stands alone in the next column is no end of the line beside it', () => {
    const ends = [309.02, 309, 309.03]
    const left = ends.flatMap((x1, i) => [word('are the', 72, 100 + 12 * i), word('all-metal type', 112, 100 + 12 * i, { x1 })])
    const read = linesOf([...left, word('.', 321, 112, { line: 999, x1: 323.5 })])
    expect(read.map((l) => l.text)).toEqual([...ends.map(() => 'are the all-metal type'), '.'])
  })

  test('a figure in large type is no number of what stands beside it', async () => {
    const markdown = await read([
      lines(72, 100, prose(6)) + text(90, 300, '2.5', { size: 52 }) + text(270, 300, '1st', { size: 52 }),
    ])
    expect(markdown).not.toContain('2.5 1st')
  })
})

describe('words', () => {
  const xml = (inside: string) => `<page width="600.0" height="800.0"><flow><block><line>${inside}</line></block></flow></page>`
  const tabbed = (said: string, x1: number) => xml(`<word xMin="100.0" yMin="50.0" xMax="${x1}.0" yMax="60.0">${said}</word>`)

  test('what stands before tabs is as wide as its letters, and tabs alone are no word', () => {
    const [page] = parseWords(tabbed('250\t\t\t', 180), 1)
    expect(page!.words.map((w) => w.text)).toEqual(['250'])
    expect(page!.words[0]!.x1).toBeLessThan(120)
    expect(parseWords(tabbed('\t\t\t', 180), 1)[0]!.words).toEqual([])
  })

  test('what stands behind them ends where the word does', () => {
    const [page] = parseWords(tabbed('0.5\t\t300', 200), 1)
    expect(page!.words.map((w) => w.text)).toEqual(['0.5', '300'])
    expect(page!.words[1]!.x1).toBeCloseTo(200, 5)
    expect(page!.words[1]!.x0).toBeGreaterThan(170)
  })

  test('glyphs given by their numbers are read, and capitals that are none stay', () => {
    const said = (text: string) => withoutCodes(parseWords(tabbed(text, 300), 1)[0]!.words).map((w) => w.text)
    expect(said('(QKDQFH\u0003WKH\u0003SHUIRUPDQFH\u0003')).toEqual(['Enhance', 'the', 'performance'])
    expect(said('TOTAL\u0003SUM')).toEqual(['TOTALSUM'])
    expect(said('Sum\u0003of all')).toEqual(['Sumof all'])
    expect(said('\u0003')).toEqual([])
  })

  test('a sign before several lines of a scan is a bullet, one alone is what it is', () => {
    const scanned = (rows: [string, number][]) => rows.flatMap(([said, y]) => [word(said, 70, y), word('Optional', 82, y)])
    const list = scanned([
      ['¢', 100],
      ['©', 112],
      ['e', 124],
      ['¢', 136],
    ])
    mendBullets(list)
    expect(list.filter((w) => w.text === '•')).toHaveLength(4)
    const notice = scanned([
      ['©', 100],
      ['e', 112],
      ['a', 124],
    ])
    mendBullets(notice)
    expect(notice.map((w) => w.text)).not.toContain('•')
  })

  test('a cell of Chinese goes on without a blank, one of Korean with it', () => {
    expect(cellText([word('主体信用', 10, 0), word('评级', 10, 12)])).toBe('主体信用评级')
    expect(cellText([word('적립', 10, 0), word('대상', 10, 12)])).toBe('적립 대상')
  })

  test('two texts side by side in one cell are read one after the other, names with their values row by row', () => {
    const order = ['Order', 'Date', 'Tax', 'Bank'].map((said, i) => word(said, 10, 18 * i))
    const address = ['Billing', 'Anna', 'Street', 'Town', 'Phone'].map((said, i) => word(said, 90, 13 * i))
    expect(cellText([...order, ...address])).toBe('Order Date Tax Bank Billing Anna Street Town Phone')
    const values = order.map((w, i) => word(`${i}`, 90, w.y0))
    expect(cellText([...order, ...values])).toBe('Order 0 Date 1 Tax 2 Bank 3')
  })
})

describe('headings', () => {
  const slanted = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Oblique /Encoding /WinAnsiEncoding >>'
  const heads = async (content: string) => {
    const annots = `/Resources << /Font << /F1 3 0 R /F2 4 0 R /F4 6 0 R /F9 ${firstExtra} 0 R >> >>`
    const { markdown } = await convertPdf(pdfDocument({ pages: [{ content, annots }], extra: [slanted] }), { summarize: false })
    return { heads: markdown.match(/^#+ .*/gm) ?? [], markdown }
  }
  const serif = { font: 'serif' as const }
  const opening = lines(72, 90, prose(6), serif)
  const rest = (y: number) => lines(72, y, prose(5, 80, 11), serif)
  const runIn = (italics: string, upright: string) =>
    `q BT 1 0 0 1 72 602 Tm /F9 10 Tf (${italics}) Tj /F4 10 Tf ( ${upright}) Tj ET Q\n`

  test('a numbered title in italics is one, before its paragraph in the same line or long over it', async () => {
    const within = await heads(`${opening}${runIn('2.1. Search strategies.', 'Relevant studies were found by')}${rest(202)}`)
    expect(within.heads).toEqual(['# 2.1. Search strategies.'])
    expect(within.markdown).toContain('\n\nRelevant studies were found by')
    const long = '3.2. What the market and the policy of collateral came to in all of the reports read'
    const over = await heads(`${opening}${text(72, 190, long).replace('/F1', '/F9')}${rest(204)}`)
    expect(over.heads).toEqual([`# ${long}`])
  })

  test('a number alone makes none: neither of a clause nor of a word in italics', async () => {
    expect(
      (await heads(`${opening}${text(72, 190, '2.1. The lender shall pay the price of the policy.')}${rest(202)}`)).heads,
    ).toEqual([])
    expect((await heads(`${opening}${runIn('2.1. Lenders', 'shall pay the price of the policy')}${rest(202)}`)).heads).toEqual([])
    expect((await heads(`${opening}${runIn('Search strategies.', 'Relevant studies were found by')}${rest(202)}`)).heads).toEqual(
      [],
    )
  })

  test('over text whose lines begin with a name in italics, and in capitals over another', async () => {
    const full = 'The market of the year and what the policy of collateral came to in all of it'
    const slantedFirst = `q BT 1 0 0 1 72 578 Tm /F9 10 Tf (The) Tj /F1 10 Tf (${full.slice(3)}) Tj ET Q\n`
    const named = text(72, 202, full) + slantedFirst + lines(72, 226, [full, full])
    const own = `${lines(72, 90, prose(6))}${text(72, 190, 'Observation of spores', serif)}${named}`
    expect((await heads(own)).heads).toEqual(['# Observation of spores'])
    const bold = { font: 'bold' as const, size: 12 }
    const both = text(72, 190, 'BACTERIAL DEAMINASE', bold) + text(72, 206, 'Discovery, occurrence', bold) + rest(222)
    expect((await heads(opening + both)).heads).toEqual(['# BACTERIAL DEAMINASE', '# Discovery, occurrence'])
  })

  test('bold words that fill most of a paragraph’s first line part it from no other', async () => {
    const first = 'q BT 1 0 0 1 72 602 Tm /F2 10 Tf (For further information contact:) Tj /F1 10 Tf ( Ian) Tj ET Q\n'
    const { markdown } = await heads(
      `${lines(72, 90, prose(6))}${first}${lines(72, 202, ['Won, the manager of the', 'branch.'])}`,
    )
    expect(markdown).toContain('For further information contact: Ian Won, the manager of the branch.')
  })

  test('a large title in the middle of the top margin is one, a running head at its side is none', async () => {
    const title = 'Retail invoice'
    const top = (x: number) => text(x, 30, title, { font: 'bold', size: 14 }) + lines(72, 90, prose(6))
    expect((await heads(top(306 - 7 * 6.8))).heads).toEqual([`# ${title}`])
    expect((await heads(top(72))).heads).toEqual([])
  })

  const row = (said: string, y = 100) => ({ ...word(said, 72, y), words: [word(said, 72, y)] })
  const body = [row('截至年末，各类授信额度总额达到', 130), row('其中已使用额度', 144)]
  test.each(['第七章 企业资信状况', '二、授信情况', '（一）基本情况', '第3章　方法', '제2장 연구 방법'])('%s', (said) =>
    expect(isEasternHead([row(said)], body)).toBe(true),
  )
  test.each(['第七章规定的情形除外，应当', '二、授信情况如下：', '一、二、三、…', '2023 年末授信情况'])(
    'no heading: %s',
    (said) => expect(isEasternHead([row(said)], body)).toBe(false),
  )
  test('a running head far down on pages of wide margins is none of their text', async () => {
    const page = (seed: number) => text(120, 115, 'What we found in the logs') + lines(110, 150, prose(5, 60, seed))
    expect(await read([page(7), page(11), page(13)])).not.toContain('What we found in the logs')
    const alone = text(120, 115, 'What we found in the logs') + lines(110, 150, prose(5, 60))
    expect(await read([alone, lines(110, 150, prose(5, 60, 11))])).toContain('What we found in the logs')
  })

  test('items of a list that is counted so are none', () =>
    expect(isEasternHead([row('一、工商银行')], [row('二、民生银行', 114)])).toBe(false))
})
