// The mark of a number before the words of a list's item, and what it says.
import { isElement, type PageElement, type PageNode } from '../../../read/html/dom.ts'
import type { Seen } from './visible.ts'

export type Label = { readonly text: string; take(): void; keep(): void }

export function labelOf(item: PageElement, { equations }: Seen): Label | null {
  let node: PageNode | undefined = [...item.childNodes][0]
  while (node !== undefined && isElement(node) && !/^[ou]l$/.test(node.localName)) node = [...node.childNodes][0]
  const found = node?.nodeType === 3 ? marked.exec(node.textContent) : null
  const equation = found === null ? undefined : equations[Number(found[1])]
  if (node === undefined || equation?.label === undefined) return null
  const first = node
  const text = equation.label
  return {
    text,
    take() {
      first.textContent = first.textContent.slice(found![0].length)
    },
    // Else an item's number would be read as a list within it.
    keep() {
      equation.raw = `${text.replace(/[.)]$/, '\\$&')} `
    },
  }
}

// Between two marks of equations.
const marked = /^\ufdd1(\d{1,7})\ufdd1/
