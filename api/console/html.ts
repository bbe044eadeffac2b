// Writes a page's nodes as HTML: everything that is text leaves as text.
import { type Child, flatten, isSafeLink, type PageNode } from './view/node.ts'

const empty = new Set(['meta', 'link', 'input', 'br', 'hr'])
const names = /^[a-zA-Z][a-zA-Z0-9:-]*$/

export function writeHtml(...children: readonly Child[]): string {
  return flatten(children)
    .map((child) => (typeof child === 'string' ? escaped(child) : writeElement(child)))
    .join('')
}

function writeElement({ tag, attributes, children }: PageNode): string {
  const written = Object.entries(attributes).map(([name, value]) => {
    if (value === null || value === undefined || value === false) return ''
    // An attribute that a browser would run is a mistake of ours, whatever its value.
    if (!names.test(name) || /^(on|style$|srcdoc$)/i.test(name)) throw new TypeError(`no attribute of a page: ${name}`)
    if (value === true) return ` ${name}`
    const text = name === 'href' && !isSafeLink(String(value)) ? '#' : String(value)
    return ` ${name}="${escaped(text)}"`
  })
  return `<${tag}${written.join('')}>${empty.has(tag) ? '' : `${writeHtml(children)}</${tag}>`}`
}

const markup: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => markup[character]!)
