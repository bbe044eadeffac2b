// One 200-page text document in a process of its own: milliseconds a page and peak memory. Run as a program it does the work.
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { convertPdf } from '../../../processors/jobs/convert/convert.ts'
import { lines, pdfDocument, prose, text } from '../../support/pdf/document.ts'

export type LongRun = { pages: number; words: number; msPerPage: number; peakMb: number }

export function runLongDocument(pages = 200): LongRun {
  const file = join(tmpdir(), `bench-long-${process.pid}.pdf`)
  const page = (i: number) =>
    text(72, 40, 'A running head') +
    text(72, 80, `${i + 1} Section with a number`, { size: 16 }) +
    lines(72, 110, prose(48, 92, i + 3)) +
    text(300, 760, String(i + 1))
  writeFileSync(file, pdfDocument({ pages: Array.from({ length: pages }, (_, i) => page(i)) }))
  try {
    const child = spawnSync(process.execPath, [fileURLToPath(import.meta.url), file], { encoding: 'utf8' })
    if (child.status !== 0) throw new Error(`the long document failed: ${child.stderr.slice(-500)}`)
    return JSON.parse(child.stdout) as LongRun
  } finally {
    rmSync(file, { force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const started = performance.now()
  const document = await convertPdf(process.argv[2]!)
  const run: LongRun = {
    pages: document.page_count,
    words: document.word_count,
    msPerPage: (performance.now() - started) / document.page_count,
    peakMb: process.resourceUsage().maxRSS / 1024,
  }
  process.stdout.write(JSON.stringify(run))
}
