// The one place that builds a document out of HTML.
import { parseHTML } from 'linkedom'
import { isElement, type PageDocument, type PageElement, type PageNode } from './dom.ts'

export function parsePage(html: string): PageDocument {
  const isWhole = /<html[\s>]/i.test(html.slice(0, 4096))
  const whole = isWhole ? html : `<!doctype html><html><head></head><body>${html}</body></html>`
  const document = parseHTML(whole).document as unknown as PageDocument
  settleParts(document)
  return document
}

const frames = new Set(['html', 'head', 'body'])
const ofTheHead = new Set(['title', 'meta', 'base', 'link'])

/** As a browser does, whichever tags were left out: what says something about the page is none of its words, all else is its body. */
function settleParts({ documentElement: root, head, body }: PageDocument): void {
  const about: PageElement[] = []
  const shown: PageNode[] = []
  const others: PageElement[] = []
  let isSettled = true
  const sort = (node: PageNode, within: PageElement): void => {
    const name = isElement(node) ? node.localName : ''
    if (isElement(node) && frames.has(name)) {
      if (node !== head && node !== body) others.push(node)
      for (const inner of [...node.childNodes]) sort(inner, node)
    } else if (isElement(node) && ofTheHead.has(name)) {
      about.push(node)
      isSettled &&= within === head
    } else if (within === body || isElement(node) || node.textContent.trim() !== '') {
      shown.push(node)
      isSettled &&= within === body
    }
  }
  for (const node of [...root.childNodes]) sort(node, root)
  if (isSettled) return
  for (const node of about) head.append(node)
  for (const node of shown) body.append(node)
  for (const empty of others) empty.remove()
}
