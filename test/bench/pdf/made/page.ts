// A made page: headings, paragraphs, lists and tables one under the other in one or two columns, with the Markdown they stand for.
import { pageHeight, pageWidth, pdfDocument } from '../../../support/pdf/document.ts'
import { createDice, type Dice } from '../../support/dice.ts'
import { type Drawn, drawTable, makeTable, truthOf } from './table.ts'
import { drawText, linesOf, type Style } from './type.ts'
import { label, paragraph, sentence, title } from './words.ts'

export interface MadePage {
  readonly pdf: Buffer
  readonly truth: string
}

interface Piece extends Drawn {
  readonly truth: string
}
type Make = (x: number, top: number, width: number) => Piece

export function makePage(seed: number): MadePage {
  const dice = createDice(seed)
  const margin = 54 + dice.below(24)
  const size = 9 + dice.below(3)
  const isTwoColumned = dice.roll() < 0.3
  const gutter = 24
  const full = pageWidth - 2 * margin
  const width = isTwoColumned ? (full - gutter) / 2 : full
  const foot = pageHeight - 72
  const pieces: Piece[] = []
  const running = runningHead(dice, margin)
  if (running !== null) pieces.push(running)
  const head = heading(dice, size * 1.9)(margin, 72, full)
  pieces.push(head)
  for (let column = 0; column < (isTwoColumned ? 2 : 1); column++) {
    const x = margin + column * (width + gutter)
    let y = head.bottom + size
    let before: Kind = 'heading'
    for (;;) {
      const kind = nextKind(dice, before, isTwoColumned)
      const piece = makers[kind](dice, size)(x, y, width)
      if (piece.bottom > foot) break
      pieces.push(piece)
      y = piece.bottom + size * (1 + dice.roll())
      before = kind
    }
  }
  const number = String(1 + dice.below(400))
  pieces.push({ content: drawText(pageWidth / 2, pageHeight - 36, number, { size: 8 }), bottom: 0, truth: number })
  return {
    pdf: pdfDocument({ pages: [pieces.map((p) => p.content).join('')] }),
    truth: `${pieces.map((p) => p.truth).join('\n\n')}\n`,
  }
}

type Kind = 'heading' | 'paragraph' | 'list' | 'table'
const makers: Record<Kind, (dice: Dice, size: number) => Make> = {
  heading: (dice, size) => heading(dice, size * 1.3),
  paragraph: (dice, size) => block(paragraph(dice), { size }),
  list,
  table: captioned,
}

function nextKind(dice: Dice, before: Kind, isNarrow: boolean): Kind {
  if (before === 'heading') return dice.roll() < 0.8 || isNarrow ? 'paragraph' : 'table'
  const next = dice.pick(
    isNarrow
      ? (['paragraph', 'paragraph', 'heading', 'list'] as const)
      : (['paragraph', 'heading', 'list', 'table', 'table'] as const),
  )
  return next === before && next !== 'paragraph' ? 'paragraph' : next
}

function runningHead(dice: Dice, margin: number): Piece | null {
  if (dice.roll() < 0.5) return null
  const text = `${label(dice)} review ${2000 + dice.below(25)}`
  return { content: drawText(margin, 40, text, { size: 8 }), bottom: 48, truth: text }
}

const heading =
  (dice: Dice, size: number): Make =>
  (x, top, width) => {
    const text = title(dice)
    const lines = linesOf(text, width, { size, bold: true })
    return { ...set(lines, x, top, { size, bold: true }), truth: `# ${lines.join(' ')}` }
  }

const block =
  (text: string, style: Style): Make =>
  (x, top, width) => {
    const lines = linesOf(text, width, style)
    return { ...set(lines, x, top, style), truth: lines.join('\n') }
  }

function list(dice: Dice, size: number): Make {
  const mark = dice.pick(['number', 'dash'])
  const items = Array.from({ length: 2 + dice.below(4) }, (_, i) => `${mark === 'dash' ? '-' : `${i + 1}.`} ${sentence(dice)}`)
  return (x, top, width) => {
    let bottom = top
    const set = items.map((item) => {
      const made = block(item, { size })(x + 12, bottom, width - 12)
      bottom = made.bottom + 2
      return made
    })
    return { content: set.map((s) => s.content).join(''), bottom, truth: set.map((s) => s.truth).join('\n') }
  }
}

function captioned(dice: Dice, size: number): Make {
  const table = makeTable(dice)
  const caption = `Table ${1 + dice.below(9)}. ${title(dice)}`
  const where = dice.pick(['above', 'above', 'below', 'none'])
  const tableSize = size - dice.below(2)
  return (x, top, width) => {
    const style = { size: size - 1, bold: dice.roll() < 0.3 }
    const above = where === 'above' ? block(caption, style)(x, top, width) : null
    const drawn = drawTable(table, x, (above?.bottom ?? top) + 4, width, tableSize, dice)
    const below = where === 'below' ? block(caption, style)(x, drawn.bottom + 4, width) : null
    const parts = [above, { ...drawn, truth: truthOf(table) }, below].filter((p) => p !== null)
    return {
      content: parts.map((p) => p.content).join(''),
      bottom: parts.at(-1)!.bottom,
      truth: parts.map((p) => p.truth).join('\n\n'),
    }
  }
}

function set(lines: readonly string[], x: number, top: number, style: Style): Drawn {
  const leading = style.size * 1.25
  return {
    content: lines.map((line, i) => drawText(x, top + style.size + i * leading, line, style)).join(''),
    bottom: top + lines.length * leading,
  }
}
