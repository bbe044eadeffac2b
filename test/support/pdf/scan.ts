// What a scanner makes of a page: its picture in grey, drawn by poppler, as an image object of another PDF.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../../../processors/jobs/convert/process/find-program.ts'
import { pdfDocument } from './document.ts'
import { flateStream } from './file.ts'

/** The shade that a pixel of this shade has in the scan. */
export type Develop = (shade: number, x: number, y: number, width: number) => number

export function scanOf(content: string, develop?: Develop) {
  const folder = mkdtempSync(join(tmpdir(), 'scan-'))
  try {
    const path = join(folder, 'page.pdf')
    writeFileSync(path, pdfDocument({ pages: [content] }))
    execFileSync(findProgram('pdftoppm')!, ['-r', '200', '-gray', '-singlefile', path, join(folder, 'page')])
    const pgm = readFileSync(join(folder, 'page.pgm'))
    const size = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(pgm.toString('latin1', 0, 40))!
    const [width, height] = [Number(size[1]), Number(size[2])]
    const pixels = Buffer.from(pgm.subarray(pgm.length - width * height))
    if (develop !== undefined)
      for (let i = 0; i < pixels.length; i++) pixels[i] = develop(pixels[i]!, i % width, Math.floor(i / width), width)
    return flateStream(
      pixels,
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8 /ColorSpace /DeviceGray`,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
