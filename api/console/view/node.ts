// What a page is made of before it is HTML (on the server) or elements (in a browser): plain values, so that text is never markup.

export interface PageNode {
  readonly tag: string
  readonly attributes: Readonly<Record<string, Attribute>>
  readonly children: readonly Child[]
}

export type Attribute = string | number | boolean | null | undefined
export type Child = PageNode | string | number | null | false | undefined | readonly Child[]

export const h = (tag: string, attributes: PageNode['attributes'] | null = null, ...children: readonly Child[]): PageNode => ({
  tag,
  attributes: attributes ?? {},
  children,
})

/** The children that there are, in order. */
export function flatten(children: readonly Child[]): (PageNode | string)[] {
  const flat: (PageNode | string)[] = []
  const add = (child: Child): void => {
    if (child === null || child === undefined || child === false) return
    if (Array.isArray(child)) for (const one of child) add(one)
    else flat.push(typeof child === 'number' ? String(child) : (child as PageNode | string))
  }
  add(children)
  return flat
}

const shapes = new Set(['svg', 'path', 'line', 'circle', 'rect', 'text', 'g', 'polyline', 'title'])

/** Elements of a drawing belong to a namespace of their own. */
export const isShape = (tag: string): boolean => shapes.has(tag)

/** Where a link may lead: a page of the web or one of ours, never a script. */
export const isSafeLink = (url: string): boolean => /^(https?:\/\/|\/(?!\/)|#)/.test(url)
