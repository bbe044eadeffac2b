// A made office paper: a form of boxes, a table of contents in two columns, or a bill, with the Markdown it stands for.
import type { Cell } from '../../../../processors/jobs/convert/element.ts'
import { pageWidth, pdfDocument, rule } from '../../../support/pdf/document.ts'
import { createDice, type Dice } from '../../support/dice.ts'
import type { MadePage } from './page.ts'
import { truthOf } from './table.ts'
import { drawText, linesOf, widthOf } from './type.ts'
import { label, place, sentence, title } from './words.ts'

interface Piece {
  readonly content: string
  readonly truth: string
}

const [left, right] = [60, pageWidth - 60]
const makers = [form, contents, bill]

export function makeSheet(seed: number): MadePage {
  const dice = createDice(seed)
  const name = title(dice)
  const pieces = [{ content: drawText(left, 80, name, { size: 18, bold: true }), truth: `# ${name}` }, ...dice.pick(makers)(dice)]
  return {
    pdf: pdfDocument({ pages: [pieces.map((p) => p.content).join('')] }),
    truth: `${pieces.map((p) => p.truth).join('\n\n')}\n`,
  }
}

/** Rows of boxes, each row parted at places of its own. */
function form(dice: Dice): Piece[] {
  const height = 30 + dice.below(12)
  let number = 0
  return Array.from({ length: 8 + dice.below(6) }, (_, row) => row).flatMap((row) => {
    const y = 110 + row * height
    const count = 1 + dice.below(3)
    const edges = [
      left,
      ...Array.from({ length: count - 1 }, (_, i) => left + ((i + 0.7 + 0.6 * dice.roll()) / count) * (right - left)),
      right,
    ]
    return edges.slice(1).map((x1, i) => {
      const x0 = edges[i]!
      const said = `${++number}. ${label(dice)}`
      const walls =
        rule(x0, y, x1, y) + rule(x0, y + height, x1, y + height) + rule(x0, y, x0, y + height) + rule(x1, y, x1, y + height)
      return { content: walls + drawText(x0 + 4, y + 11, said, { size: 8 }), truth: said }
    })
  })
}

function contents(dice: Dice): Piece[] {
  const style = { size: 10 }
  const gap = 12 + dice.below(20)
  const width = (right - left - gap) / 2
  const head = { content: drawText(left, 110, 'Contents', { size: 13, bold: true }), truth: '# Contents' }
  let page = 1
  const sides = [left, left + width + gap].flatMap((x) => {
    let y = 134
    return Array.from({ length: 18 }, () => {
      page += dice.below(9)
      const isLong = dice.roll() < 0.2
      const lines = linesOf(isLong ? `${title(dice)}, with ${title(dice)}` : title(dice), width - 50, style)
      const drawn = lines.map((line, i) => drawText(x, y + 13 * i, line, style)).join('')
      const last = lines.at(-1)!
      y += 13 * lines.length
      const start = x + widthOf(last, style) + 3
      const end = x + width - widthOf(String(page), style)
      const dots = '.'.repeat(Math.max(2, Math.floor((end - start - 2) / widthOf('.', style))))
      const foot = y - 13
      return {
        content: drawn + drawText(start, foot, dots, style) + drawText(end, foot, String(page), style),
        truth: `${lines.join(' ')} ${dots} ${page}`,
      }
    })
  })
  return [head, ...sides]
}

function bill(dice: Dice): Piece[] {
  const size = 9
  const address = () => [
    `${place(dice)} ${label(dice)}`,
    `${label(dice)} Street ${1 + dice.below(90)}`,
    `${10_000 + dice.below(80_000)} ${place(dice)}`,
    label(dice),
  ]
  const sides = [left + 4, left + 270].map((x) => {
    const rows = address()
    return { content: rows.map((row, i) => drawText(x, 126 + 12 * i, row, { size })).join(''), truth: rows.join('\n') }
  })
  const xs = [left + 4, 300, 390, 480]
  const head = ['Item', 'Count', 'Price', 'Sum']
  const rows = Array.from({ length: 4 + dice.below(6) }, () => {
    const [count, price] = [1 + dice.below(20), dice.below(9_000) / 100]
    return [label(dice), String(count), price.toFixed(2), (count * price).toFixed(2)]
  })
  const across = (y: number) => rule(left, y, right, y)
  const all = [head, ...rows]
  const pitch = 16 + dice.below(6)
  const top = 184
  const drawn = all
    .map(
      (row, r) =>
        row.map((said, c) => drawText(xs[c]!, top + 12 + r * pitch, said, { size, bold: r === 0 })).join('') +
        across(top + (r + 1) * pitch),
    )
    .join('')
  const cells = all.flatMap((row, r) => row.map((text, column): Cell => ({ row: r, column, rowSpan: 1, columnSpan: 1, text })))
  const table = { style: 'rows', rows: all.length, columns: 4, headerRows: 1, cells } as const
  const notes = Array.from({ length: 4 }, () => sentence(dice))
  const foot = top + all.length * pitch + 24
  const told = notes.map((note, i) => ({ content: drawText(left + 4, foot + 16 * i, note, { size }), truth: note }))
  const ends = { content: across(106) + across(top) + (dice.roll() < 0.5 ? across(740) : ''), truth: '' }
  return [...sides, { content: drawn + ends.content, truth: truthOf(table) }, ...told]
}
