// Pictures that are drawn to be read: their colour profiles, which poppler asks for each pixel, are left out of a copy.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDrawings } from '../../../processors/jobs/convert/drawing/page-drawing.ts'
import { findProgram } from '../../../processors/jobs/convert/process/find-program.ts'
import { greyProfile } from '../../support/pdf/colour-profile.ts'
import { firstExtra, pdfDocument, text } from '../../support/pdf/document.ts'
import { flateStream, type PdfBody, plainStream } from '../../support/pdf/file.ts'

const folder = mkdtempSync(join(tmpdir(), 'profiles-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// So dark a profile shows where it is used.
const profile = flateStream(greyProfile(6), '/N 1 /Alternate /DeviceGray')
const pixels = Buffer.from(Array.from({ length: 64 * 64 }, (_, i) => 4 * (i % 64)))
const picture = (space: string): PdfBody =>
  flateStream(pixels, `/Type /XObject /Subtype /Image /Width 64 /Height 64 /BitsPerComponent 8 /ColorSpace ${space}`)
const place = 'q 200 0 0 200 72 500 cm /Im Do Q\n'
const [first, second] = [`${firstExtra} 0 R`, `${firstExtra + 1} 0 R`]
const page = (content = place) => ({ content: content + text(72, 700, 'Beside it'), resources: `/XObject << /Im ${first} >>` })
const document = (space: string, extra: readonly PdfBody[] = [profile]) =>
  pdfDocument({ pages: [page()], extra: [picture(space), ...extra] })

function drawn(bytes: Buffer): Buffer {
  const path = join(folder, 'drawn.pdf')
  writeFileSync(path, bytes)
  execFileSync(findProgram('pdftoppm')!, ['-r', '72', '-gray', '-singlefile', path, join(folder, 'drawn')], { stdio: 'ignore' })
  return readFileSync(join(folder, 'drawn.pgm'))
}

const plain = drawn(document('/DeviceGray'))

test('a picture is drawn in the plain colours that stand beside its profile', () => {
  const given = document(`[/ICCBased ${second}]`)
  expect(drawn(given).equals(plain)).toBe(false)
  expect(drawn(openDrawings(given).plainFileWith([1])!).equals(plain)).toBe(true)
})

test('a profile behind a palette, and one of a picture within a form, are left out as well', () => {
  const ramp = Buffer.from(Array.from({ length: 256 }, (_, i) => i)).toString('hex')
  const indexed = document(`[/Indexed [/ICCBased ${second}] 255 <${ramp}>]`)
  expect(drawn(indexed).equals(plain)).toBe(false)
  expect(drawn(openDrawings(indexed).plainFileWith([1])!).equals(plain)).toBe(true)
  const form = plainStream(
    place,
    `/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /XObject << /Im ${first} >> >>`,
  )
  const inForm = pdfDocument({
    pages: [{ content: `/Fm Do\n${text(72, 700, 'Beside it')}`, resources: `/XObject << /Fm ${firstExtra + 2} 0 R >>` }],
    extra: [picture(`[/ICCBased ${second}]`), profile, form],
  })
  expect(drawn(inForm).equals(plain)).toBe(false)
  expect(drawn(openDrawings(inForm).plainFileWith([1])!).equals(plain)).toBe(true)
})

test('the copy shows pages as they are turned by then', () => {
  const given = document(`[/ICCBased ${second}]`)
  const drawings = openDrawings(given)
  expect(drawings.turn(1, 90)).toBe(true)
  expect(drawn(drawings.plainFileWith([1])!).toString('latin1', 0, 10)).toMatch(/^P5\n792 612/)
})

test('without a profile there is no copy', () => {
  expect(openDrawings(document('/DeviceGray')).plainFileWith([1])).toBe(null)
  expect(openDrawings(document('[/ICCBased 99 0 R]')).plainFileWith([1])).toBe(null)
})
