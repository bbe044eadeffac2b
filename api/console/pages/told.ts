// What a call was refused with, in words for whoever opened its address: a price, a wrong input, no such route.
import { type Child, h } from '../view/node.ts'

export interface Told {
  readonly asked: string
  readonly status: number
  /** The price of a call to the address, where it has one. */
  readonly sold: string | null
  /** The page of the route, with what was asked. */
  readonly route: string | null
  readonly document: {
    readonly error: string | { readonly message?: string; readonly suggestions?: readonly string[] }
  }
}

const headlines: Readonly<Record<number, string>> = {
  400: 'This call is not complete',
  402: 'This answer has a price',
  404: 'There is nothing here',
  405: 'This address is called in another way',
  422: 'This cannot be answered',
  429: 'Too many calls',
  503: 'Not for sale at this moment',
}

export function toldPage({ asked, status, sold, route, document }: Told): { title: string; main: Child } {
  const headline = headlines[status] ?? 'This did not work'
  const { message = null, suggestions = [] } = typeof document.error === 'object' ? document.error : {}
  const price = status === 402 && sold !== null ? priceWords(sold) : null
  const main = h(
    'div',
    { class: 'hero' },
    h('p', { class: 'crumbs' }, h('a', { href: '/' }, 'Catalog'), ` / ${status}`),
    h('h1', null, headline),
    h('p', { class: 'lead' }, price ?? message ?? 'The address was understood, and refused.'),
    route !== null && h('p', null, h('a', { href: route }, 'What it answers, an example, and “try it”')),
    suggestions.length > 0 && h('p', null, 'Did you mean ', suggestions.map(suggested), '?'),
    h('details', null, h('summary', null, 'What a program is told'), h('pre', { tabindex: 0 }, told(asked, status, document))),
  )
  return { title: `${status} · ${headline} · Tollgate`, main }
}

const priceWords = (price: string) =>
  `One call costs ${price}, paid with it in USDC by a wallet (x402). A browser's address bar has none; the page of the route has.`

const suggested = (path: string, nth: number): Child => [
  nth > 0 && ', ',
  path.includes('{') ? h('code', null, path) : h('a', { href: path }, path),
]

const told = (asked: string, status: number, document: object) => `${asked}\n${status}\n\n${JSON.stringify(document, null, 2)}`
