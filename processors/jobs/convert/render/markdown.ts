// Writes a page's elements as Markdown, in the given style.
import type { Element } from '../element.ts'
import { htmlTable } from './html-table.ts'

export type RenderStyle = { style: 'clean' | 'faithful'; tables: 'markdown' | 'html' }

export function renderMarkdown(elements: readonly Element[], style: RenderStyle): string {
  return elements
    .map((e) => renderElement(e, style))
    .filter((t) => t !== '')
    .join('\n\n')
}

function renderElement(element: Element, style: RenderStyle): string {
  switch (element.kind) {
    case 'heading':
      // A faithful page keeps its line breaks, and a Markdown heading is one line.
      return `${'#'.repeat(element.level)} ${element.lines.map((l) => l.text).join(style.style === 'faithful' ? '\n' : ' ')}`
    case 'table':
      return htmlTable(element.grid)
    case 'code':
      return `\`\`\`\n${element.lines.map((l) => l.text).join('\n')}\n\`\`\``
    default:
      return element.lines.map((l) => l.text).join('\n')
  }
}
