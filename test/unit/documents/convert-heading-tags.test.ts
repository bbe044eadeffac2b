// Of a tagged file poppler is asked for the headings alone: it says the same of them as of the whole file, and reads no page for the rest.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type HeadingTags, headingTags } from '../../../processors/jobs/convert/drawing/heading-tags.ts'
import { openPdf } from '../../../processors/jobs/convert/drawing/pdf-file.ts'
import { parseTaggedHeadings } from '../../../processors/jobs/convert/poppler/structure.ts'
import { firstExtra, pdfDocument, text } from '../../support/pdf/document.ts'
import { threadMsOf } from '../../support/thread-time.ts'

const folder = mkdtempSync(join(tmpdir(), 'heading-tags-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const tag = (name: string, id: number, words: string) => `/${name} << /MCID ${id} >> BDC\n${text(72, 60 + 12 * id, words)}EMC\n`
const words = Array.from({ length: 12 }, (_, i) => `Words of piece ${i}`)
const content = words.map((of, i) => tag('Span', i, of)).join('')

/** The tree is object 7, the elements those after it; pages follow them. */
function tagged(elements: readonly string[], { root = '', kids = '8 0 R' } = {}): Buffer {
  const page = firstExtra + 1 + elements.length
  const extra = [`<< /Type /StructTreeRoot /K ${kids} ${root} >>`, ...elements.map((e) => e.replaceAll('PAGE', `${page} 0 R`))]
  const catalog = '/MarkInfo << /Marked true >> /StructTreeRoot 7 0 R'
  return pdfDocument({ catalog, extra, pages: [{ content, annots: '/StructParents 0' }] })
}
const tagsOf = (bytes: Buffer): HeadingTags => headingTags(openPdf(bytes), bytes)
function said(bytes: Buffer): string {
  const path = join(folder, 'one.pdf')
  writeFileSync(path, bytes)
  return spawnSync('pdfinfo', ['-struct-text', path], { encoding: 'utf8', env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } })
    .stdout
}
const entriesOf = (bytes: Buffer) => [...parseTaggedHeadings(said(bytes))]

const trees: Record<string, { bytes: Buffer; headings: number }> = {
  'beside paragraphs, in sections': {
    bytes: tagged([
      '<< /S /Document /P 7 0 R /K [9 0 R 10 0 R] >>',
      '<< /S /Sect /P 8 0 R /K [11 0 R 12 0 R] >>',
      '<< /S /P /P 8 0 R /Pg PAGE /K [1 2] >>',
      '<< /S /H1 /P 9 0 R /Pg PAGE /K 3 >>',
      '<< /S /P /P 9 0 R /Pg PAGE /K [4 5] >>',
    ]),
    headings: 1,
  },
  'with the page of what they stand in, and parts of their own': {
    bytes: tagged([
      '<< /S /Document /Pg PAGE /P 7 0 R /K [9 0 R 10 0 R << /S /H3 /P 8 0 R /K 6 >>] >>',
      '<< /S /H2 /P 8 0 R /K [1 11 0 R 2] >>',
      '<< /S /P /P 8 0 R /K [3 4] >>',
      '<< /S /Span /P 9 0 R /ActualText (Spoken) /K 5 >>',
    ]),
    // Poppler takes an element that is no object of its own for none.
    headings: 1,
  },
  'by names of their own': {
    bytes: tagged(
      [
        '<< /S /Document /P 7 0 R /K [9 0 R 10 0 R 11 0 R] >>',
        '<< /S /Kapitel /P 8 0 R /Pg PAGE /K 1 >>',
        '<< /S /Title /P 8 0 R /Pg PAGE /K 2 >>',
        '<< /S /Absatz /P 8 0 R /Pg PAGE /K 3 >>',
      ],
      { root: '/RoleMap << /Kapitel /Teil /Teil /H1 /Absatz /P >>' },
    ),
    headings: 1,
  },
  'under what is of no known kind, twice, and in circles': {
    bytes: tagged(
      [
        '<< /S /Document /P 7 0 R /K [9 0 R 10 0 R 10 0 R 8 0 R] >>',
        '<< /S /NoSuchKind /P 8 0 R /K [11 0 R] >>',
        '<< /S /H4 /P 8 0 R /Pg PAGE /K [1 10 0 R] >>',
        '<< /S /H5 /P 9 0 R /Pg PAGE /K 2 >>',
      ],
      { kids: '[8 0 R 8 0 R]' },
    ),
    headings: 1,
  },
}

test.each(Object.entries(trees))('headings %s', (_name, { bytes, headings }) => {
  const tags = tagsOf(bytes)
  if (tags.kind !== 'file') throw new Error(tags.kind)
  expect(entriesOf(tags.bytes)).toEqual(entriesOf(bytes))
  expect(entriesOf(bytes), said(bytes)).toHaveLength(headings)
  expect(said(tags.bytes)).not.toMatch(/^\s*P \(block\)/m)
})

test('where there is none nothing is asked, and where the tree cannot be read here all of it is', () => {
  expect(tagsOf(tagged(['<< /S /Document /P 7 0 R /K [9 0 R] >>', '<< /S /P /P 8 0 R /Pg PAGE /K [1 2] >>'])).kind).toBe('none')
  expect(tagsOf(tagged(['<< /S /Document /P 7 0 R /K [9 0 R 99 0 R] >>', '<< /S /H1 /P 8 0 R /Pg PAGE /K 1 >>'])).kind).toBe(
    'unknown',
  )
  const deep = Array.from({ length: 200 }, (_, i) => `<< /S /Sect /P ${7 + i} 0 R /K [${9 + i} 0 R] >>`)
  expect(tagsOf(tagged([...deep, '<< /S /H1 /P 207 0 R /Pg PAGE /K 1 >>'])).kind).toBe('unknown')
})

test('a tree of very many elements is read in a moment, and not beyond its bound', async () => {
  const wide = (count: number) =>
    tagged([`<< /S /Document /P 7 0 R /K [${'<< /S /P /K 1 >>'.repeat(count)} << /S /H1 /K 1 /Pg PAGE >>] >>`])
  expect(tagsOf(wide(1_000)).kind).toBe('file')
  expect(await threadMsOf(() => expect(tagsOf(wide(300_000)).kind).toBe('unknown'))).toBeLessThan(10_000)
})
