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

/** `height`: of its upper part alone, in points. */
export function scanOf(content: string, develop?: Develop, height = 792) {
  const folder = mkdtempSync(join(tmpdir(), 'scan-'))
  try {
    const path = join(folder, 'page.pdf')
    writeFileSync(path, pdfDocument({ pages: [content] }))
    const part = ['-x', '0', '-y', '0', '-W', '1700', '-H', String(Math.round((height * 200) / 72))]
    execFileSync(findProgram('pdftoppm')!, ['-r', '200', '-gray', '-singlefile', ...part, path, join(folder, 'page')])
    const pgm = readFileSync(join(folder, 'page.pgm'))
    const size = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(pgm.toString('latin1', 0, 40))!
    const [across, down] = [Number(size[1]), Number(size[2])]
    const pixels = Buffer.from(pgm.subarray(pgm.length - across * down))
    if (develop !== undefined)
      for (let i = 0; i < pixels.length; i++) pixels[i] = develop(pixels[i]!, i % across, Math.floor(i / across), across)
    return flateStream(
      pixels,
      `/Type /XObject /Subtype /Image /Width ${across} /Height ${down} /BitsPerComponent 8 /ColorSpace /DeviceGray`,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
