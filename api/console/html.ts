// Writes a page's nodes as HTML: everything that is text leaves as text.
import { type Child, flatten, isSafeLink, type PageNode } from './view/node.ts'

const empty = new Set(['meta', 'link', 'input', 'br', 'hr'])
const names = /^[a-zA-Z][a-zA-Z0-9:-]*$/

/** Null until it has been written once. */
const lastingHtml = new WeakMap<PageNode, string | null>()

/** What says the same whenever it is shown is written once. */
export function lasting(node: PageNode): PageNode {
  lastingHtml.set(node, null)
  return node
}

export function writeHtml(...children: readonly Child[]): string {
  let html = ''
  for (const child of flatten(children)) html += typeof child === 'string' ? escaped(child) : writeNode(child)
  return html
}

function writeNode(node: PageNode): string {
  const known = lastingHtml.get(node)
  if (known === undefined) return writeElement(node)
  const html = known ?? writeElement(node)
  if (known === null) lastingHtml.set(node, html)
  return html
}

function writeElement({ tag, attributes, children }: PageNode): string {
  let html = `<${tag}`
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue
    // An attribute that a browser would run is a mistake of ours, whatever its value.
    if (!names.test(name) || /^(on|style$|srcdoc$)/i.test(name)) throw new TypeError(`no attribute of a page: ${name}`)
    if (value === true) html += ` ${name}`
    else html += ` ${name}="${escaped(name === 'href' && !isSafeLink(String(value)) ? '#' : String(value))}"`
  }
  return empty.has(tag) ? `${html}>` : `${html}>${writeHtml(children)}</${tag}>`
}

const markup: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => markup[character]!)
