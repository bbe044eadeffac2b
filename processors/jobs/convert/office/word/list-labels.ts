// Lists as they are numbered on the page: an ordered list starts with its first number, one with letters or parts of numbers keeps its signs.
import type { PageDocument, PageElement } from '../../../read/html/dom.ts'
import { isLayout } from '../../../read/markdown/table.ts'
import { labelOf } from './label-of.ts'
import type { Seen } from './visible.ts'

const whole = /^(\d{1,9})[.)]?$/

/** Before an item's words stands its mark; in headings and cells the marks stay, and become what they say. */
export function numberLists(body: PageElement, document: PageDocument, seen: Seen): void {
  for (const list of [...body.querySelectorAll('ol')]) {
    const table = list.closest('table')
    if (table !== null && !isLayout(table)) continue
    const items = [...list.children].map((item) => ({ item, label: labelOf(item, seen) }))
    if (items.every(({ label }) => label === null)) continue
    const numbers = items.map(({ label }) => Number(whole.exec(label?.text ?? '')?.[1] ?? Number.NaN))
    if (numbers.some(Number.isNaN)) {
      for (const { label } of items) if (label !== null && whole.test(label.text)) label.keep()
      const plain = document.createElement('ul')
      plain.append(...list.childNodes)
      list.replaceWith(plain)
      continue
    }
    // Where the numbers begin anew, another list does.
    const parts: PageElement[] = []
    for (const [i, { item, label }] of items.entries()) {
      if (i === 0 || numbers[i] !== numbers[i - 1]! + 1) {
        const part = document.createElement('ol')
        if (numbers[i] !== 1) part.setAttribute('start', String(numbers[i]))
        parts.push(part)
      }
      label!.take()
      parts.at(-1)!.append(item)
    }
    list.replaceWith(...parts)
  }
}
