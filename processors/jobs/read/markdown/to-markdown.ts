// One content element as Markdown: links settled, tables laid out innermost first, the rest by the converter's rules.
import type { PageDocument, PageElement } from '../html/dom.ts'
import { cleanText, tidyBlocks } from '../text/clean.ts'
import { type PageLink, settleLinks, type Wanted } from './links.ts'
import { createConverter, readyMark } from './rules.ts'
import { isLayout, tableMarkdown, unwrapLayout } from './table.ts'

export type MarkdownPage = { markdown: string; links: PageLink[]; headings: number }

export function toMarkdown(content: PageElement, document: PageDocument, baseUrl: string, wanted: Wanted): MarkdownPage {
  const listed = settleLinks(content, document, baseUrl, wanted)
  const converter = createConverter()
  const render = (cell: PageElement) =>
    cell.children.length === 0 ? converter.escape(cell.textContent.replace(/\s+/g, ' ')) : converter.turndown(cell as never)
  for (const table of [...content.querySelectorAll('table')].reverse()) {
    if (isLayout(table)) {
      unwrapLayout(table, document)
      continue
    }
    const ready = document.createElement('pre')
    ready.setAttribute(readyMark, '')
    ready.textContent = tableMarkdown(table, render)
    table.replaceWith(ready)
  }
  const headings = content.querySelectorAll('h1,h2,h3').length
  return { markdown: tidyBlocks(cleanText(converter.turndown(content as never))), links: listed, headings }
}
