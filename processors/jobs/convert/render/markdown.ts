// Writes elements as Markdown: clean joins lines and drops page furniture, faithful keeps the page's lines and all its text.
import type { Lexicon } from '../document/lexicon.ts'
import { joinAll } from '../document/lexicon.ts'
import type { Element } from '../element.ts'
import { codeRows } from '../layout/code-lines.ts'
import { wordsAsRead } from '../layout/direction.ts'
import type { Line } from '../layout/lines.ts'
import { bullet } from '../layout/lists.ts'
import { displayMath, equationAlone } from '../math/marks.ts'
import type { Word } from '../page-text.ts'
import { htmlTable } from './html-table.ts'
import { escapeLineStart, inlineText } from './inline.ts'
import { pipeTable } from './pipe-table.ts'

export type RenderStyle = { style: 'clean' | 'faithful'; tables: 'markdown' | 'html'; lexicon: Lexicon }

export function renderMarkdown(elements: readonly Element[], style: RenderStyle): string {
  let markdown = ''
  let before: Element | undefined
  for (const element of elements) {
    const text = renderElement(element, style)
    if (text === '') continue
    const tight = before?.kind === 'list-item' && element.kind === 'list-item' && isNumbered(before) === isNumbered(element)
    if (markdown !== '') markdown += tight ? '\n' : '\n\n'
    markdown += text
    before = element
  }
  return markdown
}

// Two lists of different kinds are apart; of a page's lines the marks are what is printed.
const isNumbered = ({ ready }: Element): boolean => ready !== undefined && /^\s*\d/.test(ready)

const onlyDots = /^[.\s…·]+$/

function renderElement(element: Element, style: RenderStyle): string {
  if (element.ready !== undefined) return renderReady(element, element.ready, style)
  switch (element.kind) {
    case 'table':
      return style.tables === 'html' ? htmlTable(element.grid) : pipeTable(element.grid)
    case 'picture':
      return pictureText(element, style)
    case 'code':
      return fenced(element.lines)
    case 'furniture':
      return style.style === 'clean' ? '' : escapeLineStart(joinLines(element.lines, style))
    case 'heading':
      return `${'#'.repeat(element.level)} ${joinLines(element.lines, style)}`
    case 'footnote':
      return `[^${element.label}]: ${joinLines(element.lines, style)}`
    case 'list-item':
      return listItem(element, style)
    default:
      // Dots that lead to a figure somewhere else say nothing by themselves.
      if (style.style === 'clean' && element.lines.every(({ text }) => onlyDots.test(text))) return ''
      return displayed(element.lines) ?? escapeLineStart(joinLines(element.lines, style))
  }
}

function renderReady(element: Element, text: string, { style }: RenderStyle): string {
  if (element.kind === 'heading') return `${'#'.repeat(element.level)} ${text}`
  if (element.kind === 'footnote') return `[^${element.label}]: ${text}`
  return element.kind === 'furniture' && style === 'clean' ? '' : text
}

// Its place is no word of the document. What was read in it is quoted, so that labels are not taken for the text around.
function pictureText(picture: Element & { kind: 'picture' }, { style }: RenderStyle): string {
  const rows = picture.lines.map((line) => escapeLineStart(inlineText(line, style)))
  if (style === 'faithful') return rows.join('\n')
  const { page, x0, y0, x1, y1, confidence } = picture
  const read = confidence === null ? '' : `, read by OCR (${confidence.toFixed(2)})`
  const mark = `<!-- picture: page ${page}, box ${[x0, y0, x1, y1].map(Math.round).join(' ')}${read} -->`
  return rows.length === 0 ? mark : `${mark}\n\n${rows.map((row) => `> ${row}`).join('\n')}`
}

// Equations, each on a line of its own.
function displayed(lines: readonly Line[]): string | null {
  const equations = lines.map(({ words }) => equationAlone(words))
  return equations.includes(null) ? null : equations.map((latex) => displayMath(latex!)).join('\n\n')
}

// A faithful page keeps its line breaks; a Markdown heading is one line, so what wraps goes on below it.
function joinLines(lines: readonly Line[], style: RenderStyle): string {
  const ends = lines.map(({ words }) => wordsAsRead(words)).map((words) => ({ first: words[0], last: words.at(-1) }))
  const texts = lines.map((l, i) =>
    inlineText(l, style.style, { before: ends[i - 1]?.last?.href, after: ends[i + 1]?.first?.href }),
  )
  if (style.style === 'faithful') return texts.map((t, i) => (i === 0 ? t : escapeLineStart(t))).join('\n')
  const pieces: string[] = []
  for (const [i, text] of texts.entries()) {
    if (isOneAddress(ends[i - 1]?.last, ends[i]!.first)) pieces.push(`${pieces.pop()}${text}`)
    else pieces.push(text)
  }
  return joinAll(pieces, style.lexicon)
}

// A written address that wraps: where it leads spells both parts as one.
const isOneAddress = (before: Word | undefined, after: Word | undefined): boolean =>
  before?.href !== undefined && before.href === after?.href && before.href.includes(before.text + after.text)

function listItem(element: Element & { kind: 'list-item' }, style: RenderStyle): string {
  const text = joinLines(element.lines, style)
  const isMarked = element.isEntry === true && style.style === 'clean'
  const item = bullet.test(text) || isMarked ? `- ${text.replace(bullet, '')}` : text
  return style.style === 'clean' ? '  '.repeat(element.depth) + item : item
}

function fenced(lines: readonly Line[]): string {
  const rows = codeRows(lines)
  const longest = rows.reduce((most, row) => Math.max(most, /^`+/.exec(row.trimStart())?.[0].length ?? 0), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${rows.join('\n')}\n${fence}`
}
