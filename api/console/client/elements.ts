// Makes elements of a page's nodes: text stays text, and a link leads to a page or nowhere.
import { type Child, flatten, isSafeLink, isShape, type PageNode } from '../view/node.ts'

export function elements(...children: readonly Child[]): Node[] {
  return flatten(children).map((child) => (typeof child === 'string' ? document.createTextNode(child) : element(child)))
}

export function element({ tag, attributes, children }: PageNode): Element {
  const made = isShape(tag) ? document.createElementNS('http://www.w3.org/2000/svg', tag) : document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false || /^(on|style$|srcdoc$)/i.test(name)) continue
    made.setAttribute(name, value === true ? '' : name === 'href' && !isSafeLink(String(value)) ? '#' : String(value))
  }
  made.append(...elements(children))
  return made
}
