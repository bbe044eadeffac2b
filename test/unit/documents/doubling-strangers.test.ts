// Twice as many lines, words, tags, rules or rows of a stranger's take about twice as long, however they are arranged.

// @module-tag slow
import { describe, test } from 'vitest'
import { joinAll, joinHyphenated } from '../../../processors/jobs/convert/document/lexicon.ts'
import { emptyDrawing } from '../../../processors/jobs/convert/drawing/drawing.ts'
import { lineFrom } from '../../../processors/jobs/convert/layout/lines.ts'
import { pageElements } from '../../../processors/jobs/convert/layout/page-elements.ts'
import { pageParts } from '../../../processors/jobs/convert/layout/page-parts.ts'
import { linesOf } from '../../../processors/jobs/convert/layout/text-lines.ts'
import { parseTesseract } from '../../../processors/jobs/convert/ocr/parse-tesseract.ts'
import { gatherBoxes } from '../../../processors/jobs/convert/pictures/gather-boxes.ts'
import { attachFonts } from '../../../processors/jobs/convert/poppler/attach-fonts.ts'
import { parseBookmarks, parseRuns } from '../../../processors/jobs/convert/poppler/runs.ts'
import { parseWords } from '../../../processors/jobs/convert/poppler/words.ts'
import { escapeMarkdown } from '../../../processors/jobs/convert/render/inline.ts'
import { disarm } from '../../../processors/jobs/markdown/disarm.ts'
import { contentKind } from '../../../processors/jobs/read/content-kind.ts'
import { convert } from '../../../processors/jobs/read/convert.ts'
import { toPlainText } from '../../../processors/jobs/read/markdown/plain-text.ts'
import { judgeRobots } from '../../../processors/jobs/read/robots-rules.ts'
import { expectLinear } from '../../support/doubling.ts'
import { manyMarks, manyRuns, manyTags, manyWords, pageOf, word } from '../../support/many.ts'

const linear = (make: (n: number) => () => unknown, size: number) => expectLinear(size, make, (work) => work())
const job = { contentType: '', url: 'https://a.example.com/', maxChars: 60_000, format: 'markdown', links: 'inline' } as const

describe('words of a page', () => {
  test.each(Object.entries(manyWords))('%s', async (_where, words) => {
    await linear((n) => {
      const given = words(n)
      return () => linesOf(given)
    }, 1_500)
    await linear((n) => {
      const page = pageOf(words(n))
      return () => pageParts(page, null)
    }, 1_500)
  })

  test.each(Object.entries(manyRuns))('with fonts of runs %s', async (_where, make) => {
    await linear((n) => {
      const { page, drawn } = make(n)
      return () => attachFonts(page, drawn)
    }, 8_000)
  })
})

describe('headings of a page', () => {
  test.each<[string, (i: number) => [number, number]]>([
    ['in one row', (i) => [i * 60, 100]],
    ['in one column', (i) => [100, i * 40]],
    ['in a grid', (i) => [(i % 10) * 60, Math.floor(i / 10) * 40]],
    ['in one place', () => [100, 100]],
  ])('%s', async (_where, place) => {
    const body = { size: 10, bold: false, face: 'F', rare: new Set<string>() }
    await linear((n) => {
      const lines = Array.from({ length: n }, (_, i) => lineFrom([word(i, ...place(i), { text: 'Heading', size: 20 })]))
      const page = {
        number: 1,
        width: 612,
        height: 792,
        lines,
        turned: [],
        tables: [],
        contents: [],
        sides: [],
        authors: [],
        margin: [],
      }
      return () => pageElements(page, body, new Set())
    }, 3_000)
  })
})

const stroke = (x0: number, y0: number, x1: number, y1: number) => ({ x0, y0, x1, y1, white: false })
describe('rules of a page', () => {
  test.each([
    ['on one axis', (i: number) => stroke(0, i / 100, 600, i / 100)],
    ['above each other', (i: number) => stroke(0, i * 5, 600, i * 5)],
    [
      'of many widths',
      (i: number) => stroke((i * 9) % 500, (i * 5) % 790, ((i * 9) % 500) + 61 + ((i * 17) % 400), (i * 5) % 790),
    ],
    [
      'in both directions',
      (i: number) => (i % 2 ? stroke(0, (i * 5) % 790, 600, (i * 5) % 790) : stroke((i * 5) % 610, 0, (i * 5) % 610, 700)),
    ],
  ])('%s', async (_where, make) => {
    await linear((n) => {
      const strokes = Array.from({ length: n }, (_, i) => make(i))
      const drawing = { ...emptyDrawing(), strokes }
      const page = pageOf(manyWords['in a grid']!(300))
      return () => pageParts(page, drawing)
    }, 1_500)
  })
})

describe('shapes of a page', () => {
  test.each([
    ['side by side', (i: number) => ({ x0: (i * 7) % 600, y0: (i * 3) % 780, x1: ((i * 7) % 600) + 5, y1: ((i * 3) % 780) + 6 })],
    ['all over', (i: number) => ({ x0: i % 10, y0: i % 7, x1: 600 - (i % 10), y1: 780 - (i % 7) })],
    ['in one place', () => ({ x0: 300, y0: 300, x1: 305, y1: 306 })],
  ])('%s', async (_where, make) => {
    await linear((n) => {
      const boxes = Array.from({ length: n }, (_, i) => make(i))
      return () =>
        gatherBoxes(
          boxes,
          (b) => [
            [b.x0, b.y0],
            [b.x1, b.y1],
          ],
          24,
          2,
        )
    }, 4_000)
  })
})

describe('tags of a page', () => {
  test.each(Object.entries(manyTags))('%s', async (_name, tag) => {
    await linear((n) => {
      const bytes = Buffer.from(`<main>${tag.repeat(n)}`)
      return () => convert({ ...job, kind: 'html', bytes })
    }, 600)
  })
})

const many = (n: number, piece: (i: number) => string) => Array.from({ length: n }, (_, i) => piece(i)).join('')
describe('one element', () => {
  test.each<[string, (n: number) => string]>([
    ['of many attributes', (n) => `<p ${many(n, (i) => `a${i}=1 `)}>x`],
    ['of many attributes without values', (n) => `<p ${many(n, (i) => `a${i} `)}>x`],
    ['of one attribute again and again', (n) => `<p ${'a=1 '.repeat(n)}>x`],
    ['of one huge attribute', (n) => `<a href="http://a/${'x'.repeat(8 * n)}">x</a>`],
    ['of one huge class', (n) => `<p class="${'x '.repeat(n)}">x`],
    ['of entities in an attribute', (n) => `<p title="${'&amp;'.repeat(n)}">x`],
    ['that never closes', (n) => `<p ${many(n, (i) => `a${i}=1 `)}`],
    ['that carries on in quotes', (n) => '<p a="'.repeat(n)],
    ['by another name each time', (n) => many(n / 20, (i) => `<t${i}>x`)],
    ['in all the others', (n) => `${'<b><p>'.repeat(n / 20)}x`],
    ['as a mark without an end', (n) => '<!x'.repeat(n)],
  ])('%s', async (_name, page) => {
    await linear((n) => {
      const bytes = Buffer.from(`<main>${page(n)}`)
      return () => convert({ ...job, kind: 'html', bytes })
    }, 100_000)
  })
})

describe('marks of a text', () => {
  test.each(manyMarks)('%j', async (mark) => {
    const works = [(text: string) => disarm(text, { images: false, escapesTags: true }), toPlainText]
    for (const work of works)
      await linear((n) => {
        const text = mark.repeat(n)
        return () => work(text)
      }, 8_000)
  })
})

const run = '<text top="1" left="2" width="3" height="4" font="0">'
describe("programs' output", () => {
  test.each([
    ['words', '<word xMin="1" yMin="2" xMax="3" yMax="4">x</word>\n', (text: string) => parseWords(text, 1)],
    ['words that never end', '<word xMin="1" yMin="2" xMax="3" yMax="4">x', (text: string) => parseWords(text, 1)],
    ['runs', `${run}x</text>`, parseRuns],
    ['runs that never end', `${run}x`, parseRuns],
    ['pages that never end', '<page number="1"', parseRuns],
    ['links that never end', `${run}<a href="x">`, parseRuns],
    ['bookmarks that never end', '<outline><item page="1">x', parseBookmarks],
    ['rows of OCR', '5\t1\t1\t1\t1\t1\t1\t1\t5\t5\t90\tword\n', (text: string) => parseTesseract(text, 1)],
  ])('%s', async (_name, piece, parse) => {
    await linear((n) => {
      const text = piece.repeat(n)
      return () => parse(text)
    }, 8_000)
  })
})

describe('rules for robots', () => {
  const long = `https://a.example.com/${'a'.repeat(1_900)}`
  test.each([
    'Allow: /*a*b*c\n',
    `Allow: /${'*a'.repeat(40)}b\n`,
    `Allow: /${'a'.repeat(200)}*${'a'.repeat(300)}b\n`,
    'User-agent: x\n',
    'junk\n',
  ])('%j', async (rule) => {
    await linear((n) => {
      const text = `User-agent: *\n${rule.repeat(n)}`
      return () => judgeRobots(text, long, 'Tollgate')
    }, 500)
  })
})

test('comments before a page', async () => {
  await linear((n) => {
    const bytes = Buffer.from(`${'<!---->'.repeat(n)}x`)
    return () => {
      for (let i = 0; i < 50; i++) contentKind('text/plain', bytes)
    }
  }, 70)
})

describe('lines of one paragraph', () => {
  test.each([
    ['of words', 'a few plain words here'],
    ['that all end in a hyphen', 'abcd-'],
    ['of one letter after another', 'a'.repeat(40)],
    ['of brackets', '['.repeat(40)],
  ])('%s', async (_where, line) => {
    await linear((n) => {
      const lines = Array.from({ length: n }, () => line)
      return () => joinAll(lines, new Set())
    }, 10_000)
    await linear((n) => {
      const word = line.repeat(n)
      return () => [joinHyphenated(word, word, new Set()), escapeMarkdown(word)]
    }, 4_000)
  })
})
