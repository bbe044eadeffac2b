// Writes elements as Markdown: clean joins lines and drops page furniture, faithful keeps the page's lines and all its text.
import type { Lexicon } from '../document/lexicon.ts'
import { joinAll } from '../document/lexicon.ts'
import type { Element } from '../element.ts'
import type { Line } from '../layout/lines.ts'
import { bullet } from '../layout/lists.ts'
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
    const tight = before?.kind === 'list-item' && element.kind === 'list-item'
    if (markdown !== '') markdown += tight ? '\n' : '\n\n'
    markdown += text
    before = element
  }
  return markdown
}

function renderElement(element: Element, style: RenderStyle): string {
  switch (element.kind) {
    case 'table':
      return style.tables === 'html' ? htmlTable(element.grid) : pipeTable(element.grid)
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
      return escapeLineStart(joinLines(element.lines, style))
  }
}

// A faithful page keeps its line breaks; a Markdown heading is one line, so what wraps goes on below it.
function joinLines(lines: readonly Line[], style: RenderStyle): string {
  const texts = lines.map((l) => inlineText(l, style.style))
  if (style.style === 'faithful') return texts.map((t, i) => (i === 0 ? t : escapeLineStart(t))).join('\n')
  return joinAll(texts, style.lexicon)
}

function listItem(element: Element & { kind: 'list-item' }, style: RenderStyle): string {
  const text = joinLines(element.lines, style)
  const item = bullet.test(text) ? `- ${text.replace(bullet, '')}` : text
  return style.style === 'clean' ? '  '.repeat(element.depth) + item : item
}

function fenced(lines: readonly Line[]): string {
  const left = Math.min(...lines.map((l) => l.x0))
  const rows = lines.map((l) => {
    const perCharacter = (l.x1 - l.x0) / Math.max(1, l.text.length)
    return ' '.repeat(Math.min(60, Math.max(0, Math.round((l.x0 - left) / perCharacter)))) + l.text
  })
  const longest = rows.reduce((most, row) => Math.max(most, /^`+/.exec(row.trimStart())?.[0].length ?? 0), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${rows.join('\n')}\n${fence}`
}
