// Type set by a known measure: how wide a line of Helvetica is, where it breaks, and the PDF operators that draw it.
import { escapeString, pageHeight } from '../../../support/pdf/document.ts'

// Of the characters from blank to tilde, in thousandths of the size (Adobe's metrics of Helvetica).
const widths =
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584'
    .split(' ')
    .map(Number)
const boldFactor = 1.07

export interface Style {
  readonly size: number
  readonly bold?: boolean
  readonly color?: string
}

export function widthOf(text: string, { size, bold = false }: Style): number {
  const thousandths = [...text].reduce((sum, c) => sum + (widths[c.charCodeAt(0) - 32] ?? 556), 0)
  return (thousandths / 1000) * size * (bold ? boldFactor : 1)
}

/** As many words on a line as fit. */
export function linesOf(text: string, width: number, style: Style): string[] {
  const lines: string[] = []
  let open = ''
  for (const word of text.split(' ')) {
    const longer = open === '' ? word : `${open} ${word}`
    if (open !== '' && widthOf(longer, style) > width) {
      lines.push(open)
      open = word
    } else open = longer
  }
  return [...lines, open]
}

/** `y` is the baseline's, from the top. */
export function drawText(x: number, y: number, text: string, { size, bold = false, color }: Style): string {
  const ink = color === undefined ? '' : `${color} rg `
  return `q BT ${ink}/${bold ? 'F2' : 'F1'} ${size} Tf 1 0 0 1 ${x.toFixed(2)} ${(pageHeight - y).toFixed(2)} Tm (${escapeString(text)}) Tj ET Q\n`
}
