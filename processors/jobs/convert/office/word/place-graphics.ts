// Charts and diagrams of a Word file in its HTML: behind the paragraph in which each stands.
import { isElement, type PageDocument, type PageElement, type PageNode } from '../../../read/html/dom.ts'
import { mathMark } from '../../math/marks.ts'
import type { DiagramItem } from '../diagrams.ts'
import type { Graphic } from '../graphics.ts'
import type { Seen } from './visible.ts'

/** Before any other mark is looked at: those of charts and diagrams are gone behind it. */
export function placeGraphics(body: PageElement, document: PageDocument, { equations }: Seen): void {
  if (!equations.some(({ graphic }) => graphic !== undefined)) return
  const behind = new Map<PageElement, PageElement[]>()
  const walk = (parent: PageElement, block: PageElement) => {
    for (const node of [...parent.childNodes]) {
      if (isElement(node)) walk(node, blocks.test(node.localName) ? node : block)
      else if (node.nodeType === 3 && node.textContent.includes(mathMark)) take(node, block)
    }
  }
  const take = (node: PageNode, block: PageElement) => {
    node.textContent = node.textContent.replace(marked, (mark, index) => {
      const graphic = equations[Number(index)]?.graphic
      if (graphic === undefined) return mark
      behind.set(block, [...(behind.get(block) ?? []), ...blocksOf(graphic, document)])
      return ''
    })
  }
  walk(body, body)
  for (const [block, found] of behind) {
    if (block === body || block.localName === 'li') block.append(...found)
    else {
      const place = document.createElement('div')
      block.replaceWith(place)
      place.replaceWith(block, ...found)
    }
  }
}

const marked = /\ufdd1(\d{1,7})\ufdd1/g
const blocks = /^(?:p|h[1-6]|pre|li)$/

function blocksOf(graphic: Graphic, document: PageDocument): PageElement[] {
  const make = (name: string, ...inside: (PageNode | string)[]): PageElement => {
    const element = document.createElement(name)
    element.append(...inside)
    return element
  }
  if (graphic.kind === 'diagram') return listsOf(graphic.diagram.items, make)
  const { title, words, rows } = graphic.chart
  const lines = rows.map((texts, row) => make('tr', ...texts.map((text) => make(row === 0 ? 'th' : 'td', text))))
  return [
    ...[title, ...words].filter((text) => text !== '').map((text) => make('p', text)),
    ...(lines.length === 0 ? [] : [make('table', ...lines)]),
  ]
}

function listsOf(items: readonly DiagramItem[], make: (name: string, ...inside: (PageNode | string)[]) => PageElement) {
  const top = make('ul')
  const open = [top]
  for (const { depth, text } of items) {
    open.length = Math.min(open.length, depth + 1)
    if (depth >= open.length) {
      const inner = make('ul')
      const last = [...open.at(-1)!.children].at(-1)
      if (last === undefined) open.at(-1)!.append(inner)
      else last.append(inner)
      open.push(inner)
    }
    open.at(-1)!.append(make('li', text))
  }
  return items.length === 0 ? [] : [top]
}
