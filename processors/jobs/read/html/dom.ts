// The few parts of the DOM that this folder uses.

export interface PageNode {
  readonly nodeType: number
  readonly parentNode: PageElement | null
  textContent: string
}

export interface PageElement extends PageNode {
  readonly tagName: string
  readonly localName: string
  readonly children: Iterable<PageElement> & { length: number }
  readonly childNodes: Iterable<PageNode>
  readonly parentElement: PageElement | null
  readonly previousElementSibling: PageElement | null
  id: string
  className: string
  innerHTML: string
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  hasAttribute(name: string): boolean
  removeAttribute(name: string): void
  querySelector(selector: string): PageElement | null
  querySelectorAll(selector: string): Iterable<PageElement> & { length: number }
  closest(selector: string): PageElement | null
  contains(other: PageNode): boolean
  append(...nodes: (PageNode | string)[]): void
  replaceWith(...nodes: (PageNode | string)[]): void
  remove(): void
}

export interface PageDocument extends PageElement {
  readonly documentElement: PageElement
  readonly body: PageElement
  readonly head: PageElement
  createElement(name: string): PageElement
}

export function isElement(node: PageNode): node is PageElement {
  return node.nodeType === 1
}

export function shownText(element: PageElement): string {
  return element.textContent.replace(/\s+/g, ' ').trim()
}
