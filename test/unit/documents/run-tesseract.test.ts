// A tesseract that reads one picture after another says of each what one started for it alone does, and what ends it spoils no other.

// @module-tag slow
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { defaultLimits } from '../../../processors/jobs/convert/limits.ts'
import { parseTesseract } from '../../../processors/jobs/convert/ocr/parse-tesseract.ts'
import { ocrProgram, runTesseract } from '../../../processors/jobs/convert/ocr/run-tesseract.ts'
import { findProgram } from '../../../processors/jobs/convert/process/find-program.ts'
import { pdfDocument, text } from '../../support/pdf/document.ts'

const root = mkdtempSync(join(tmpdir(), 'reading-'))
const scratch = join(root, 'document')
mkdirSync(scratch)
afterAll(() => rmSync(root, { recursive: true, force: true }))

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
  return { path: `${path}.pgm`, pgm: readFileSync(`${path}.pgm`), dpi: 300 }
}

const left = () => readdirSync(scratch).filter((name) => name.startsWith('read-'))
const wordsOf = (table: string | null) =>
  table === null
    ? null
    : parseTesseract(table, 0.24)
        .words.map((word) => word.text)
        .join(' ')
// Page numbers are a reader's own.
const asFirst = (table: string | null) => table?.replace(/^(\d)\t\d+\t/gm, '$1\t1\t')

/** The readers that wait in this folder, by their ids. */
function waiting(): number[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return ids.map(Number).filter((id) => {
    try {
      const isOurs = readFileSync(`/proc/${id}/environ`, 'latin1').split('\0').includes(`HOME=${root}`)
      return isOurs && readFileSync(`/proc/${id}/comm`, 'latin1').startsWith('tesseract')
    } catch {
      return false
    }
  })
}

const installed = ocrProgram() !== null && process.platform === 'linux'
if (!installed && process.env.CI) throw new Error('tesseract is not installed: pictures cannot be read')

describe.skipIf(!installed)('a tesseract that waits', () => {
  const names = ['Northern valleys', '', 'Coastal districts', 'Inland 42']
  const pictures = names.map((words, i) => picture(`picture-${i}`, words))
  const alone = pictures.map(({ path, dpi }) =>
    execFileSync(ocrProgram()!, [path, 'stdout', '--dpi', String(dpi), '--psm', '11', 'tsv'], {
      stdio: 'pipe',
      env: { OMP_THREAD_LIMIT: '1' },
    }).toString(),
  )

  test('says of each picture, in any order, what one started for it alone says', async () => {
    for (const i of [2, 0, 1, 3, 1, 0, 2, 2]) {
      const table = await runTesseract(pictures[i]!, labels, boundsFor(60_000))
      expect(asFirst(table)).toBe(asFirst(alone[i]!))
      expect(wordsOf(table)).toBe(names[i])
    }
    expect(left()).toEqual([])
  })

  test('is started once for pictures that come one after another, and for two at once twice', async () => {
    await runTesseract(pictures[0]!, labels, boundsFor(60_000))
    const before = waiting()
    expect(before).toHaveLength(1)
    await runTesseract(pictures[2]!, labels, boundsFor(60_000))
    expect(waiting()).toEqual(before)
    // The one that waits is held up, so that the two are under way at once.
    process.kill(before[0]!, 'SIGSTOP')
    const both = [0, 3].map((i) => runTesseract(pictures[i]!, labels, boundsFor(60_000)))
    await Promise.race(both)
    process.kill(before[0]!, 'SIGCONT')
    expect((await Promise.all(both)).map(wordsOf)).toEqual([names[0], names[3]])
    expect(waiting()).toHaveLength(2)
  })

  test('is followed by another where it was killed between two pictures, or while it reads', async () => {
    for (const id of waiting()) process.kill(id, 'SIGKILL')
    expect(wordsOf(await runTesseract(pictures[0]!, labels, boundsFor(60_000)))).toBe(names[0])
    const [id] = waiting()
    process.kill(id!, 'SIGSTOP')
    const reading = runTesseract(pictures[2]!, labels, boundsFor(60_000))
    setTimeout(() => process.kill(id!, 'SIGKILL'), 100)
    expect(wordsOf(await reading)).toBe(names[2])
  })

  test('is ended with the time it had, or when the document is given up, and leaves nothing', async () => {
    await runTesseract(pictures[0]!, labels, boundsFor(60_000))
    const [id] = waiting()
    process.kill(id!, 'SIGSTOP')
    expect(await runTesseract(pictures[2]!, labels, boundsFor(200))).toBe(null)
    await expect.poll(waiting).not.toContain(id)
    const stop = new AbortController()
    const reading = runTesseract(pictures[2]!, labels, { ...boundsFor(60_000), signal: stop.signal })
    stop.abort()
    expect(await reading).toBe(null)
    expect(await runTesseract(pictures[2]!, labels, boundsFor(-1))).toBe(null)
    expect(left()).toEqual([])
  })

  test('is not shown what is no picture, and reads the next one all the same', async () => {
    const broken = { pgm: pictures[0]!.pgm.subarray(0, 2_000), dpi: 300 }
    expect(await runTesseract(broken, labels, boundsFor(60_000))).toBe(null)
    expect(wordsOf(await runTesseract(pictures[2]!, labels, boundsFor(60_000)))).toBe(names[2])
  })

  test('of a resolution that no file is believed, or a language nobody has, it says what one started alone does', async () => {
    const { path, pgm } = pictures[0]!
    const coarse = execFileSync(ocrProgram()!, [path, 'stdout', '--dpi', '40', '--psm', '11', 'tsv'], {
      stdio: 'pipe',
      env: { OMP_THREAD_LIMIT: '1' },
    }).toString()
    expect(await runTesseract({ pgm, dpi: 40 }, labels, boundsFor(60_000))).toBe(coarse)
    expect(await runTesseract(pictures[0]!, { layout: '11', language: 'xxx' }, boundsFor(60_000))).toBe(null)
    expect(wordsOf(await runTesseract(pictures[0]!, labels, boundsFor(60_000)))).toBe(names[0])
  })

  test('a program that reads a picture and ends keeps nobody waiting, and its reader ends with it', async () => {
    const script = `
      import { runTesseract } from '${new URL('../../../processors/jobs/convert/ocr/run-tesseract.ts', import.meta.url).pathname}'
      import { readFileSync } from 'node:fs'
      import { defaultLimits as limits } from '${new URL('../../../processors/jobs/convert/limits.ts', import.meta.url).pathname}'
      const readBy = performance.now() + 60_000
      const bounds = { limits, scratch: ${JSON.stringify(scratch)}, readBy, deadline: readBy }
      const pgm = readFileSync(${JSON.stringify(pictures[0]!.path)})
      await runTesseract({ pgm, dpi: 300 }, { layout: '11', language: null }, bounds)`
    const before = waiting()
    execFileSync(process.execPath, ['--input-type=module', '-e', script], { timeout: 20_000, stdio: 'pipe' })
    await expect.poll(() => waiting().filter((id) => !before.includes(id))).toEqual([])
  })
})
