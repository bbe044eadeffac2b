// Pages are read as people read them: columns, headings, lists, notes, links and code.
import { describe, expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import type { ConvertOptions } from '../../../processors/jobs/convert/schema.ts'
import { firstExtra, lines, type PageSpec, pdfDocument, prose, text } from '../../support/pdf/document.ts'

const read = async (pages: (string | PageSpec)[], options: ConvertOptions = {}) =>
  (await convertPdf(pdfDocument({ pages }), { summarize: false, ...options })).markdown
const columns = (left: string[], right: string[]) => lines(60, 130, left) + lines(330, 130, right)

describe('reading order', () => {
  test('two columns under a title are read one after the other', async () => {
    const [left, right] = [prose(20, 44), prose(20, 44, 11)]
    const markdown = await read([text(60, 80, 'A title across both columns of text', { size: 20 }) + columns(left, right)], {
      style: 'faithful',
    })
    expect(markdown).toBe(`# A title across both columns of text\n\n${left.join('\n')}\n\n${right.join('\n')}`)
  })

  test('notes under both columns come after both', async () => {
    const [left, right] = [prose(20, 44), prose(20, 44, 11)]
    const notes =
      lines(60, 420, ['1 The first note in small print, which goes on', 'for another line.'], { size: 7 }) +
      lines(330, 420, ['2 The second note in small print, also', 'two lines long.'], { size: 7 })
    const markdown = await read([columns(left, right) + notes], { style: 'faithful' })
    expect(markdown.indexOf('1 The first note')).toBeGreaterThan(markdown.indexOf(right[19]!))
  })
})

describe('odd settings', () => {
  test('a dropped initial heads its word', async () => {
    const initial = text(72, 112, 'O', { size: 28, font: 'serif' })
    const beside = lines(
      72 + 21,
      100,
      ['nce upon a time the market for collateral was', 'quiet and nobody asked what a position was'],
      { font: 'serif' },
    )
    const below = lines(
      72,
      124,
      ['worth, until the day the price fell and all of', 'them asked at once, which is how it began.'],
      { font: 'serif' },
    )
    expect(await read([initial + beside + below])).toMatch(/^Once upon a time the market .* what a position was worth, until/)
  })

  test('text up the side does not mix with the lines it passes', async () => {
    const side = 'q BT /F1 9 Tf 0 1 -1 0 30 300 Tm (Stamped up the side in 2024) Tj ET Q\n'
    const body = prose(30)
    expect(await read([side + lines(72, 120, body)], { style: 'faithful' })).toBe(
      `Stamped up the side in 2024\n\n${body.join('\n')}`,
    )
  })
})

describe('headings in a face of their own', () => {
  const faced = async (name: string, size: number, ...more: string[]) => {
    const body = (y: number, seed: number) => lines(72, y, prose(8, 70, seed), { font: 'serif' })
    const page = `${body(100, 7)}${text(72, 220, 'Materials and methods', { font: 'bold', size })}${body(220 + 1.2 * size, 11)}${more.join('')}`
    const bytes = pdfDocument({ pages: [page] }).toString('latin1')
    // A name that says nothing of its weight, as typesetters' fonts have.
    const named = bytes.replace('/BaseFont /Helvetica-Bold', `/BaseFont /${name}`.padEnd('/BaseFont /Helvetica-Bold'.length))
    const { markdown } = await convertPdf(Buffer.from(named, 'latin1'), { summarize: false, ocr: 'off', style: 'faithful' })
    return markdown.split('\n').filter((l) => l.startsWith('#'))
  }

  test.each([
    ['AdvP47D4A3', 10],
    ['AdvOT3b30f6db.B', 10],
    ['AdvTimes-b', 10],
    ['Univers-Bold', 8],
  ])('%s of %d points over a paragraph of ten', async (name, size) => {
    expect(await faced(name, size)).toEqual(['# Materials and methods'])
  })

  test('a face as usual as the body’s heads nothing, nor does a small one that is not bold', async () => {
    expect(await faced('AdvP47D4A3', 7)).toEqual([])
    const others = lines(72, 420, prose(8, 70, 13), { font: 'bold' })
    expect(await faced('AdvP47D4A3', 10, others)).toEqual([])
  })
})

describe('clean style', () => {
  test('lines become paragraphs and broken words whole', async () => {
    const markdown = await read([
      lines(72, 100, ['The measure of exam-', 'ple collateral is well-', 'known and the collateral ratio is an example.']),
    ])
    expect(markdown).toBe('The measure of example collateral is well-known and the collateral ratio is an example.')
  })

  test('running heads and page numbers go, a paragraph goes on over the page', async () => {
    const page = (n: number, body: string[]) =>
      text(72, 40, 'Annual Report of the Company') + lines(72, 100, body) + text(300, 760, String(n))
    const pages = [
      page(1, ['The first page ends in the middle of a long', 'sentence that has not yet come to']),
      page(2, ['its end, which is here. More text follows.']),
      page(3, prose(3)),
    ]
    const markdown = await read(pages)
    expect(markdown).not.toContain('Annual Report')
    expect(markdown).toContain('sentence that has not yet come to its end, which is here.')
    const faithful = await read(pages, { style: 'faithful' })
    expect(faithful.match(/Annual Report/g)).toHaveLength(3)
    expect(await read(pages, { page_breaks: true })).toContain('<!-- page 2 -->')
  })

  test('pages of one line each are no running heads', async () => {
    const pages = Array.from(
      { length: 6 },
      (_, i) => text(72, 60, `Words of slide ${i + 1} only`) + text(300, 760, String(i + 1)),
    )
    expect((await read(pages)).split('\n\n')).toEqual(pages.map((_, i) => `Words of slide ${i + 1} only`))
  })

  test('a link that goes on over lines is one, and an address that wraps is written as it leads', async () => {
    const link = (y: number, x0: number, x1: number, to: string) =>
      `<< /Type /Annot /Subtype /Link /Rect [${x0} ${792 - y - 3} ${x1} ${792 - y + 9}] /A << /S /URI /URI (${to}) >> >>`
    const rows = prose(3, 70)
    const written = 'https://example.org/under-'
    const content =
      lines(72, 100, [...rows, 'as is told in the longer']) +
      lines(72, 148, ['report of the year', written, 'stood/path']) +
      text(162, 148, 'which is to be found at') +
      text(125, 172, `and there only. ${rows[0]!}`)
    const annots = [
      link(136, 72, 300, 'https://example.org/report'),
      link(148, 72, 158, 'https://example.org/report'),
      link(160, 72, 300, `${written}stood/path`),
      link(172, 72, 121, `${written}stood/path`),
    ]
    const { markdown } = await convertPdf(pdfDocument({ pages: [{ content, annots: `/Annots [${annots.join(' ')}]` }] }), {
      summarize: false,
    })
    expect(markdown).toContain(
      '[as is told in the longer report of the year](https://example.org/report) which is to be found at',
    )
    expect(markdown).toContain(`[${written}stood/path](${written}stood/path) and there only.`)
  })

  test('lists, links, scripts and code', async () => {
    const list = lines(72, 100, ['\x95 first thing', '\x95 second thing', '1. one', '2. two'], {}, 16)
    const power = text(72, 200, 'Energy is mc') + text(72 + 58, 196, '2', { size: 6 }) + text(72, 230, 'See the site for more')
    const code = lines(72, 270, ['if (ready) {', '    start()', '}'], { font: 'mono' })
    const annots = `/Annots [<< /Type /Annot /Subtype /Link /Rect [70 555 180 575] /A << /S /URI /URI (https://example.org/a) >> >>]`
    const markdown = await read([{ content: list + power + code, annots }])
    expect(markdown).toContain('- first thing\n- second thing\n1. one\n2. two')
    expect(markdown).toMatch(/Energy is mc<sup>2<\/sup>/)
    expect(markdown).toMatch(/\[See the site.*\]\(https:\/\/example\.org\/a\)/)
    expect(markdown).toContain('```\nif (ready) {\n    start()\n}\n```')
  })
})

describe('headings', () => {
  test('levels follow sizes, and the outline where there is one', async () => {
    const content =
      text(72, 90, 'Great title', { size: 24 }) +
      lines(72, 120, prose(4)) +
      text(72, 200, 'Smaller part', { size: 15 }) +
      lines(72, 220, prose(4)) +
      text(72, 300, 'Bold part', { font: 'bold' }) +
      lines(72, 316, prose(4))
    const markdown = await read([content])
    expect(markdown.match(/^#+ .*/gm)).toEqual(['# Great title', '## Smaller part', '### Bold part'])
    const outline = [
      '<< /Type /Outlines /First 8 0 R /Last 8 0 R /Count 1 >>',
      '<< /Title (Smaller part) /Parent 7 0 R /Dest [9 0 R /Fit] >>',
    ]
    const document = await convertPdf(
      pdfDocument({ pages: [content], catalog: `/Outlines ${firstExtra} 0 R`, extra: outline }),
      {},
    )
    expect(document.metadata.outline).toEqual([{ title: 'Smaller part', page: 1, level: 1 }])
    expect(document.markdown).toContain('\n# Smaller part')
  })

  const slanted = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Oblique /Encoding /WinAnsiEncoding >>'
  const readSlanted = async (content: string) => {
    const annots = `/Resources << /Font << /F1 3 0 R /F9 ${firstExtra} 0 R >> >>`
    const { markdown } = await convertPdf(pdfDocument({ pages: [{ content, annots }], extra: [slanted] }), { summarize: false })
    return markdown.match(/^#+ .*/gm) ?? []
  }
  const inItalics = (y: number, words: string) => text(72, y, words).replace('/F1', '/F9')

  test('a short line in italics over a paragraph is one; a title in italics within or after a text is none', async () => {
    const opening = lines(72, 90, prose(4))
    expect(await readSlanted(`${opening}${inItalics(160, 'Positions and prices')}${lines(72, 174, prose(4, 80, 11))}`)).toEqual([
      '# Positions and prices',
    ])
    expect(
      await readSlanted(`${opening}${inItalics(160, 'as the older law had it')}${lines(72, 174, prose(4, 80, 11))}`),
    ).toEqual([])
    expect(await readSlanted(`${opening}${inItalics(160, 'The author')}`)).toEqual([])
  })

  test('bold words that open a line whose rest is not bold make no heading of it', async () => {
    const name = 'Anna Example Person'
    const after = 'is a measure of growth and model of quarter value, with a report on the market'
    const opened = `q BT 1 0 0 1 72 592 Tm /F2 10 Tf (${name}) Tj /F1 10 Tf ( ${after}) Tj ET Q\n`
    const markdown = await read([`${lines(72, 90, prose(4))}${opened}${lines(72, 212, prose(4, 80, 11))}`])
    expect(markdown).toContain(`${name} is a measure`)
    expect(markdown).not.toContain('#')
  })

  test('a bold line with a number before or behind it is one over its text, and none over another such line', async () => {
    for (const name of ['Session 1', '2) Penguin regression']) {
      const over = `${lines(72, 90, prose(4))}${text(72, 160, name, { font: 'bold' })}${lines(72, 178, prose(4, 80, 11))}`
      expect((await read([over])).match(/^#+ .*/gm)).toEqual([`# ${name}`])
    }
    const items = ['1) One', '2) Two', 'Session 3', 'Session 4'].map((name, i) => text(72, 160 + 18 * i, name, { font: 'bold' }))
    expect(await read([`${lines(72, 90, prose(4))}${items.join('')}`])).not.toContain('#')
  })

  test('a word of code in bold over what it means, which stands further in, is none', async () => {
    const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Courier-Bold /Encoding /WinAnsiEncoding >>'
    const annots = `/Resources << /Font << /F1 3 0 R /F9 ${firstExtra} 0 R >> >>`
    const term = (x: number) =>
      `${lines(72, 90, prose(4))}${text(72, 160, '/etc/news/server').replace('/F1', '/F9')}${lines(x, 174, prose(3, 70, 11))}`
    const headings = async (content: string) =>
      (await convertPdf(pdfDocument({ pages: [{ content, annots }], extra: [font] }), { summarize: false })).markdown.match(
        /^#+ .*/gm,
      )
    expect(await headings(term(96))).toBeNull()
    expect(await headings(term(72))).toEqual(['# /etc/news/server'])
  })

  test('captions, run-in bold, page numbers and contents entries are none', async () => {
    const body = lines(72, 120, prose(6))
    expect(await read([text(72, 90, 'Figure 3. A drawing of the market', { font: 'bold' }) + body])).not.toContain('#')
    expect(await read([text(72, 90, 'Table 4: Prices', { size: 14 }) + body])).not.toContain('#')
    expect(await read([body + text(300, 765, '17', { size: 16 })])).not.toContain('#')
    const entries = Array.from(
      { length: 9 },
      (_, i) => text(72, 130 + i * 18, `Part ${i}`, { font: 'bold' }) + text(520, 130 + i * 18, String(i + 2)),
    )
    expect((await read([text(72, 90, 'Contents', { size: 22 }) + entries.join('')])).match(/^#/gm)).toHaveLength(1)
  })

  test('a tagged document says itself what its headings are', async () => {
    const tag = (name: string, id: number, content: string) => `/${name} << /MCID ${id} >> BDC\n${content}EMC\n`
    const content =
      tag('H2', 0, text(72, 100, 'A heading set like the text')) +
      tag('P', 1, text(72, 112, 'Text that follows the heading right away and looks the same.')) +
      tag('H3', 2, text(72, 140, 'A second one'))
    const element = (name: string, id: number) => `<< /S /${name} /P 8 0 R /Pg 13 0 R /K ${id} >>`
    const extra = [
      '<< /Type /StructTreeRoot /K 8 0 R /ParentTree 12 0 R >>',
      '<< /S /Document /P 7 0 R /K [9 0 R 10 0 R 11 0 R] >>',
      element('H2', 0),
      element('P', 1),
      element('H3', 2),
      '<< /Nums [0 [9 0 R 10 0 R 11 0 R]] >>',
    ]
    const catalog = '/MarkInfo << /Marked true >> /StructTreeRoot 7 0 R'
    const { markdown } = await convertPdf(pdfDocument({ catalog, extra, pages: [{ content, annots: '/StructParents 0' }] }), {
      summarize: false,
    })
    expect(markdown.split('\n\n')).toEqual([
      '## A heading set like the text',
      'Text that follows the heading right away and looks the same.',
      '### A second one',
    ])
  })
})
