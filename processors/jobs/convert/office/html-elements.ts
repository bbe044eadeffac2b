// The body of an HTML document as elements: headings, paragraphs, lists, code and tables, each already written as Markdown.

import { isElement, type PageDocument, type PageElement, type PageNode, shownText } from '../../read/html/dom.ts'
import { settleLinks } from '../../read/markdown/links.ts'
import { createConverter, readyMark, settleBrackets } from '../../read/markdown/rules.ts'
import { isLayout, tableMarkdown, unwrapLayout } from '../../read/markdown/table.ts'
import { ownCells, ownRows } from '../../read/markdown/table-grid.ts'
import { cleanText, tidyBlocks } from '../../read/text/clean.ts'
import type { Element } from '../element.ts'
import { noBox } from './flow.ts'
import { gridOfTable } from './html-grid.ts'

export type ElementsOf = { readonly restore: (text: string) => string; readonly restoreCell: (text: string) => string }
const unchanged: ElementsOf = { restore: (text) => text, restoreCell: (text) => text }

const blocks = new Set(
  'address article aside blockquote details dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li main nav ol p pre section table ul summary center'.split(
    ' ',
  ),
)
const containers = new Set(
  'article aside body details div fieldset figure footer form header hgroup main nav section center address span'.split(' '),
)

export function elementsOf(
  root: PageElement,
  document: PageDocument,
  baseUrl: string,
  { restore, restoreCell } = unchanged,
): Element[] {
  settleLinks(root, document, baseUrl, { links: 'inline', images: 'none' })
  for (const table of [...root.querySelectorAll('table')].reverse())
    if (isLayout(table) && !isHeaded(table)) unwrapLayout(table, document)
  nestLists(root, document)
  const converter = createConverter()
  const elements: Element[] = []
  const write = (element: PageElement) => restore(tidyBlocks(settleBrackets(cleanText(converter.turndown(element as never)))))
  const add = (kind: 'paragraph' | 'list-item' | 'code', text: string) => {
    if (text !== '') elements.push({ kind, ready: text, lines: [], depth: 0, ...noBox } as Element)
  }
  // In a list or a quotation a table stays where it is.
  const withTables = (element: PageElement) => {
    for (const table of element.querySelectorAll('table')) {
      const ready = document.createElement('pre')
      ready.setAttribute(readyMark, '')
      ready.textContent = tableMarkdown(table, (cell) => converter.turndown(cell as never))
      table.replaceWith(ready)
    }
    return element
  }
  const block = (element: PageElement) => {
    const name = element.localName
    const level = /^h([1-6])$/.exec(name)?.[1]
    if (level !== undefined) {
      const text = write(element)
        .replace(/^#{1,6} /, '')
        .split('\n')
        .map((line) => line.trim())
        .join(' ')
      if (text !== '' && !text.startsWith('#'))
        elements.push({ kind: 'heading', level: Number(level), ready: text, lines: [], ...noBox })
    } else if (name === 'table') table(element)
    else if (name === 'pre') add('code', write(wrapped([element])))
    else if (name === 'ul' || name === 'ol' || name === 'dl') add('list-item', write(wrapped([withTables(element)])))
    else if (containers.has(name)) walk(element)
    else add('paragraph', write(wrapped([withTables(element)])))
  }
  const table = (element: PageElement) => {
    const { grid, caption } = gridOfTable(element, restoreCell)
    if (caption !== null) add('paragraph', restore(converter.escape(caption)))
    if (grid !== null) elements.push({ kind: 'table', grid, caption: caption === null ? null : restore(caption), ...noBox })
  }
  const wrapped = (nodes: PageNode[]): PageElement => {
    const box = document.createElement('div')
    box.append(...nodes)
    return box
  }
  const holdsBlock = (node: PageNode) =>
    isElement(node) &&
    (blocks.has(node.localName) ||
      ((node.localName === 'span' || node.localName === 'center') && [...node.children].some(holdsBlock)))
  const walk = (parent: PageElement) => {
    let run: PageNode[] = []
    const flush = () => {
      if (run.length > 0) add('paragraph', write(wrapped(run)))
      run = []
    }
    for (const node of [...parent.childNodes]) {
      if (!holdsBlock(node)) run.push(node)
      else {
        flush()
        block(node as PageElement)
      }
    }
    flush()
  }
  walk(root)
  return elements
}

// Whatever stands in its cells, a table with headings of its own is one.
const isHeaded = (table: PageElement): boolean => {
  const rows = ownRows(table)
  return (
    table.querySelector('table') !== null &&
    rows.length > 1 &&
    rows.some((row) => ownCells(row).some((c) => c.localName === 'th'))
  )
}

// A list that stands in a list, beside its items, belongs to the item before it.
function nestLists(root: PageElement, document: PageDocument): void {
  for (const inner of [...root.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol')]) {
    const before = inner.previousElementSibling
    if (before?.localName === 'li') before.append(inner)
    else {
      const item = document.createElement('li')
      inner.replaceWith(item)
      item.append(inner)
    }
  }
}

export const hasWords = (element: PageElement): boolean => shownText(element) !== ''
