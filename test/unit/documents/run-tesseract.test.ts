// Several pictures are read at one start of tesseract as each is by itself, and one that ends it spoils none of the others.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { defaultLimits } from '../../../processors/jobs/convert/limits.ts'
import { parseTesseract } from '../../../processors/jobs/convert/ocr/parse-tesseract.ts'
import { ocrProgram, runTesseract, runTogether, tablesOf } from '../../../processors/jobs/convert/ocr/run-tesseract.ts'
import { findProgram } from '../../../processors/jobs/convert/process/find-program.ts'
import { pdfDocument, text } from '../../support/pdf/document.ts'

const scratch = mkdtempSync(join(tmpdir(), 'together-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const labels = { layout: '11', language: null } as const
const boundsFor = (ms: number) => {
  const readBy = performance.now() + ms
  return { limits: defaultLimits, scratch, readBy, deadline: readBy + 1_000 }
}

function picture(name: string, words: string) {
  const path = join(scratch, name)
  writeFileSync(`${path}.pdf`, pdfDocument({ pages: [text(40, 60, words, { size: 18 })] }))
  const cut = ['-x', '0', '-y', '0', '-W', '1600', '-H', '400']
  execFileSync(findProgram('pdftoppm')!, ['-r', '300', '-gray', '-singlefile', ...cut, `${path}.pdf`, path])
  return { path: `${path}.pgm`, dpi: 300 }
}

const isOfARun = (name: string) => name.startsWith('list-') || name.endsWith('.tif')
const said = (tables: readonly (string | null)[]) =>
  tables.map((table) =>
    table === null
      ? null
      : parseTesseract(table, 0.24)
          .words.map((word) => word.text)
          .join(' '),
  )

const installed = ocrProgram() !== null
if (!installed && process.env.CI) throw new Error('tesseract is not installed: pictures cannot be read')

describe.skipIf(!installed)('pictures at one start', () => {
  const pictures = [picture('a', 'Northern valleys'), picture('blank', ''), picture('b', 'Coastal districts')]

  test('each has its own words, at the places it has by itself', async () => {
    const together = await runTogether(pictures, labels, boundsFor(60_000))
    expect(said(together)).toEqual(['Northern valleys', '', 'Coastal districts'])
    const alone = await runTesseract(pictures[2]!, labels, boundsFor(60_000))
    expect(parseTesseract(together[2]!, 0.24).words).toEqual(parseTesseract(alone!, 0.24).words)
    expect(readdirSync(scratch).filter(isOfARun)).toEqual([])
  })

  test('as a TIFF, which takes the least time to read, it says what it says as it was drawn', async () => {
    for (const { path, dpi } of pictures) {
      const asDrawn = [path, 'stdout', '--dpi', String(dpi), '--psm', '11', 'tsv']
      const drawn = execFileSync(ocrProgram()!, asDrawn, { stdio: 'pipe', env: { OMP_THREAD_LIMIT: '1' } })
      expect(await runTesseract({ path, dpi }, labels, boundsFor(60_000))).toBe(drawn.toString())
    }
  })

  test('one that is no picture ends the start, and the others are read all the same', async () => {
    const broken = { path: join(scratch, 'broken.pgm'), dpi: 300 }
    writeFileSync(broken.path, readFileSync(pictures[0]!.path).subarray(0, 2_000))
    const [first, , last] = pictures
    expect(said(await runTogether([first!, broken, last!], labels, boundsFor(60_000)))).toEqual([
      'Northern valleys',
      null,
      'Coastal districts',
    ])
  })

  test('nothing is read, and nothing is left, once the time is over', async () => {
    expect(await runTogether(pictures, labels, boundsFor(-1))).toEqual([null, null, null])
    expect(readdirSync(scratch).filter(isOfARun)).toEqual([])
  })
})

test('a table is known by the place of its picture, also where one before it is missing', () => {
  const row = (page: number, word: string) => `5\t${page}\t1\t1\t1\t1\t0\t0\t9\t9\t96\t${word}`
  const told = ['level\tpage_num', row(1, 'one'), row(3, 'three'), row(3, 'more'), ''].join('\n')
  expect([...tablesOf(told)]).toEqual([
    [0, `level\tpage_num\n${row(1, 'one')}`],
    [2, `level\tpage_num\n${row(3, 'three')}\n${row(3, 'more')}`],
  ])
})
