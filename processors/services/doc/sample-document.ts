// The document the free routes convert when none is named: one page with a heading, prose and a small table, written as PDF by hand.
import { sha256Of } from '../../../db/facts/blobs.ts'

interface Line {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly text: string
  readonly bold?: boolean
}

const prose = [
  'A toll gate asks for a coin and lets the traveller pass. This page is a sample: it shows',
  'what the converter makes of a heading, a paragraph that runs over several lines, a list',
  'and a table with a ruled header.',
]
const cells = [
  ['Road', 'Length (km)', 'Toll (USD)'],
  ['North', '120', '4.50'],
  ['Harbour', '35', '1.20'],
  ['Ridge', '78', '2.80'],
]
const columns = [72, 240, 360]

function layOut(): Line[] {
  return [
    { x: 72, y: 720, size: 22, text: 'Tolls of the Old Road', bold: true },
    ...prose.map((text, i) => ({ x: 72, y: 680 - i * 15, size: 11, text })),
    { x: 72, y: 610, size: 15, text: 'Rates', bold: true },
    ...cells.flatMap((row, i) => row.map((text, j) => ({ x: columns[j]!, y: 580 - i * 18, size: 11, text, bold: i === 0 }))),
    { x: 72, y: 480, size: 15, text: 'Rules', bold: true },
    ...['Pay before you pass.', 'Pay once for one passage.', 'Nobody pays for a closed gate.'].map((text, i) => ({
      x: 90,
      y: 455 - i * 16,
      size: 11,
      text: `\\225 ${text}`,
    })),
  ]
}

function buildSample(): Buffer {
  const text = layOut().map(({ x, y, size, text, bold }) => `BT /${bold ? 'B' : 'R'} ${size} Tf ${x} ${y} Td (${text}) Tj ET`)
  const rules = [592, 574, 518].map((y) => `72 ${y} m 450 ${y} l S`)
  const content = [...text, '0.8 w', ...rules].join('\n')
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /R 5 0 R /B 6 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    '<< /Title (Tolls of the Old Road) /Author (Tollgate) >>',
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, i) => {
    const at = body.length
    body += `${i + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const trailer = `<< /Size ${objects.length + 1} /Root 1 0 R /Info ${objects.length} 0 R >>`
  return Buffer.from(
    `${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n${trailer}\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  )
}

let sample: { bytes: Buffer; sha256: string } | null = null

export function sampleDocument(): { bytes: Buffer; sha256: string } {
  if (sample === null) {
    const bytes = buildSample()
    sample = { bytes, sha256: sha256Of(bytes) }
  }
  return sample
}

/** What documents show as the call: short enough to paste, and converted wherever it is sent. */
export const exampleDocument = Buffer.from(
  '<!doctype html><title>Tolls</title><h1>Tolls</h1><table><tr><th>Road<th>USD<tr><td>North<td>4.50</table>',
).toString('base64')
