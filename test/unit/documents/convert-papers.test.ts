// Papers as engineers' societies print them: chapters with Roman numbers in small capitals, and numbered sources in small print.
import { describe, expect, test } from 'vitest'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import { firstExtra, lines, pdfDocument, prose, text } from '../../support/pdf/document.ts'

const read = async (content: string) =>
  (await convertPdf(pdfDocument({ pages: [content] }), { summarize: false, ocr: 'off' })).markdown.split('\n\n')

const widths: Readonly<Record<string, number>> = { ' ': 0.25, I: 0.333, M: 0.889, R: 0.667, E: 0.611, V: 0.722, '.': 0.25 }
const widthOf = (said: string, size: number) => [...said].reduce((sum, c) => sum + size * (widths[c] ?? 0.65), 0)
/** Each first letter as large as the text, the rest smaller, on the middle of a column of 200 points. */
const smallCapitals = (y: number, parts: readonly (readonly [string, number])[]) => {
  let x = 172 - parts.reduce((sum, [said, size]) => sum + widthOf(said, size), 0) / 2
  return parts
    .map(([said, size]) => {
      const drawn = text(x, y, said, { size, font: 'serif' })
      x += widthOf(said, size)
      return drawn
    })
    .join('')
}
const column = (y: number, count: number, seed: number) => lines(72, y, prose(count, 44, seed), { font: 'serif' })

describe('a chapter in small capitals', () => {
  const page =
    lines(72, 60, ['A title of a paper'], { size: 18, font: 'serif' }) +
    smallCapitals(100, [
      ['I. I', 10],
      ['NTRODUCTION', 8],
    ]) +
    column(115, 8, 7) +
    smallCapitals(225, [
      ['II. M', 10],
      ['ETHOD', 8],
    ]) +
    column(240, 8, 11) +
    text(72, 350, 'A. Another part', { font: 'serif', size: 10.5 }) +
    column(365, 6, 13)

  test('heads its text, above the parts that letters count', async () => {
    const heads = (await read(page)).filter((block) => block.startsWith('#'))
    expect(heads.slice(1, 3)).toEqual(['## I. INTRODUCTION', '## II. METHOD'])
  })

  test('of a section has its number at the edge of its text', async () => {
    const section =
      text(72, 100, '3', { size: 12, font: 'serif' }) +
      text(90, 100, 'M', { size: 12, font: 'serif' }) +
      text(90 + widthOf('M', 12), 100, 'ETHODS', { size: 9.6, font: 'serif' })
    const heads = (await read(column(40, 4, 5) + section + column(118, 12, 7))).filter((block) => block.startsWith('#'))
    expect(heads).toEqual(['# 3 METHODS'])
  })

  test('is none in the middle of a sentence, or where no text follows', async () => {
    const inside = column(100, 4, 7) + text(72, 148, 'II. METHOD', { font: 'serif' })
    expect((await read(inside)).filter((block) => block.startsWith('#'))).toEqual([])
  })
})

describe('numbered sources', () => {
  const sources = [1, 2, 3]
    .map((n, i) =>
      lines(
        72,
        295 + 24 * i,
        [
          `[${n}] A. Writer and B. Writer, "The name of what they wrote, as`,
          'it stands in the journal," Journal of Papers, 2013.',
        ],
        { size: 8, font: 'serif' },
        10,
      ),
    )
    .join('')

  test('are a paragraph each, and what they are called heads them', async () => {
    const found = await read(
      column(60, 16, 7) +
        smallCapitals(280, [
          ['R', 10],
          ['EFERENCES', 8],
        ]) +
        sources,
    )
    const at = found.indexOf('# REFERENCES')
    expect(at).toBeGreaterThan(0)
    expect(found.slice(at + 1).map((block) => block.slice(0, 4))).toEqual(['[1] ', '[2] ', '[3] '])
  })

  test('a call at the beginning of a line ends no paragraph', async () => {
    const called = [
      'The first of those that wrote of it was the one of',
      '[2] whose book is known, and another one stands in',
      '[3] as well, where the same is said.',
    ]
    expect(await read(lines(72, 100, called, { font: 'serif' }))).toHaveLength(1)
  })
})

describe('authors side by side', () => {
  const author = (x: number, y: number, [name, ...rest]: readonly string[]) =>
    text(x, y, name!, { font: 'serif', size: 12 }) + lines(x, y + 13, rest, { font: 'serif' }, 11)
  const people = [
    ['Anna Berglund', 'Institute of Metals', 'Northern Town', 'anna@metals.example.org'],
    ['Carl Dahlgren', 'Agency for Water', 'Southern Town', 'carl@water.example.org'],
    ['Eva Falkenberg', 'University of the East', 'Eastern Town', 'eva@east.example.org'],
  ] as const
  const body = (y: number) =>
    lines(72, y, prose(14, 40, 7), { font: 'serif' }) + lines(320, y, prose(14, 40, 11), { font: 'serif' })
  const told = people.map((one) => one.join(' '))

  test('are read one after the other, and no name is a heading', async () => {
    const title = text(150, 60, 'What a paper is called by', { size: 18, font: 'serif' })
    const page = title + people.map((one, i) => author(80 + 165 * i, 100, one)).join('') + body(190)
    const found = await read(page)
    expect(found[0]).toBe('# What a paper is called by')
    expect(found.slice(1, 4)).toEqual(told)
  })

  test('stand in rows as well; four under two columns of text', async () => {
    const four = [...people, ['Gus Holm', 'Office for Roads', 'Western Town', 'gus@roads.example.org'] as const]
    const page = four.map((one, i) => author(110 + 250 * (i % 2), 100 + 75 * Math.floor(i / 2), one)).join('') + body(290)
    expect((await read(page)).slice(0, 4).map((block) => block.split(' ')[0])).toEqual(['Anna', 'Carl', 'Eva', 'Gus'])
  })

  test('are none where text stands at their height', async () => {
    const page =
      author(80, 100, people[0]) +
      lines(320, 95, prose(30, 40, 7), { font: 'serif' }) +
      lines(72, 160, prose(24, 40, 11), { font: 'serif' })
    expect((await read(page)).join(' ')).toContain('Anna Berglund')
    expect((await read(page))[0]).not.toBe(told[0])
  })
})

describe('an outline that leaves out the title', () => {
  const outline = [
    '<< /Type /Outlines /First 8 0 R /Last 9 0 R /Count 2 >>',
    '<< /Title (Methods) /Parent 7 0 R /Next 9 0 R /Dest [10 0 R /Fit] >>',
    '<< /Title (Results) /Parent 7 0 R /Prev 8 0 R /Dest [10 0 R /Fit] >>',
  ]
  const heads = async (title: string) => {
    const part = (y: number, name: string) => text(72, y, name, { size: 14, font: 'bold' }) + lines(72, y + 16, prose(5, 80, y))
    const content = text(72, 60, title, { size: 22, font: 'bold' }) + part(110, 'Methods') + part(230, 'Results')
    const given = pdfDocument({ pages: [content], catalog: `/Outlines ${firstExtra} 0 R`, extra: outline })
    const { markdown } = await convertPdf(given, { summarize: false, ocr: 'off' })
    return markdown.split('\n').filter((line) => line.startsWith('#'))
  }

  test('puts the parts it names under it', async () => {
    expect(await heads('What all of it is called')).toEqual(['# What all of it is called', '## Methods', '## Results'])
  })
})
