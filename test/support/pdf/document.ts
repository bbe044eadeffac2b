// Small documents for tests: pages of positioned text, rules and pictures, in points from the top left as people think of them.
import { type PdfBody, pdfFile, plainStream } from './file.ts'

export const pageWidth = 612
export const pageHeight = 792
export type PageSpec = { content: string; annots?: string; resources?: string }
export type DocumentSpec = {
  pages: readonly (string | PageSpec)[]
  info?: string
  catalog?: string
  extra?: readonly PdfBody[]
  trailer?: string
}

type TextStyle = { font?: 'regular' | 'bold' | 'mono' | 'serif'; size?: number; color?: string; mode?: number }
const fonts = { regular: 'F1', bold: 'F2', mono: 'F3', serif: 'F4' }

/** Objects: 1 catalogue, 2 pages, 3-6 fonts, then the extras, then page and content in turn. */
export const firstExtra = 7

export function pdfDocument(spec: DocumentSpec): Buffer {
  const extra = spec.extra ?? []
  const pages = spec.pages.map((p) => (typeof p === 'string' ? { content: p } : p))
  const firstPage = firstExtra + extra.length + (spec.info ? 1 : 0)
  const kids = pages.map((_, i) => `${firstPage + 2 * i} 0 R`).join(' ')
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
  const bodies: PdfBody[] = [
    `<< /Type /Catalog /Pages 2 0 R ${spec.catalog ?? ''} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} /MediaBox [0 0 ${pageWidth} ${pageHeight}] >>`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    font('Courier'),
    font('Times-Roman'),
    ...extra,
    ...(spec.info ? [`<< ${spec.info} >>`] : []),
  ]
  for (const [i, page] of pages.entries()) {
    const resources = `<< /Font << /F1 3 0 R /F2 4 0 R /F3 5 0 R /F4 6 0 R >> ${page.resources ?? ''} >>`
    bodies.push(
      `<< /Type /Page /Parent 2 0 R /Resources ${resources} /Contents ${firstPage + 2 * i + 1} 0 R ${page.annots ?? ''} >>`,
    )
    bodies.push(plainStream(page.content))
  }
  const info = spec.info ? `/Info ${firstExtra + extra.length} 0 R` : ''
  return pdfFile(bodies, `${info} ${spec.trailer ?? ''}`)
}

export function text(x: number, y: number, words: string, style: TextStyle = {}): string {
  const color = style.color ? `${style.color} rg ` : ''
  const mode = style.mode === undefined ? '' : `${style.mode} Tr `
  return `q BT ${color}${mode}/${fonts[style.font ?? 'regular']} ${style.size ?? 10} Tf 1 0 0 1 ${x} ${pageHeight - y} Tm (${escapeString(words)}) Tj ET Q\n`
}

/** Lines of text, one under the other. */
export const lines = (
  x: number,
  y: number,
  rows: readonly string[],
  style: TextStyle = {},
  leading = (style.size ?? 10) * 1.2,
): string => rows.map((row, i) => text(x, y + i * leading, row, style)).join('')

export const rule = (x0: number, y0: number, x1: number, y1: number): string =>
  `0.6 w ${x0} ${pageHeight - y0} m ${x1} ${pageHeight - y1} l S\n`

export const fill = (x0: number, y0: number, x1: number, y1: number, color: string): string =>
  `q ${color} rg ${x0} ${pageHeight - y1} ${x1 - x0} ${y1 - y0} re f Q\n`

export const escapeString = (s: string): string =>
  s.replace(/[\\()]/g, (c) => `\\${c}`).replace(/[\r\n]/g, (c) => (c === '\n' ? '\\n' : '\\r'))

const vocabulary =
  'market risk position collateral price signal value report quarter growth policy measure system model result method study level change'.split(
    ' ',
  )

/** Prose that is the same on every run: full lines of about `width` characters, one sentence after the other. */
export function prose(count: number, width = 80, seed = 7): string[] {
  const rows: string[] = []
  let state = seed
  const next = () => {
    state = (state * 1103515245 + 12345) % 2147483648
    return vocabulary[state % vocabulary.length]!
  }
  let open = ''
  while (rows.length < count) {
    const word = open === '' || open.endsWith('.') ? next().replace(/^./, (c) => c.toUpperCase()) : next()
    const candidate = `${open} ${word}${open.length % 9 === 8 ? '.' : ''}`.trim()
    if (candidate.length > width) {
      rows.push(open)
      open = word
    } else open = candidate
  }
  return rows
}
