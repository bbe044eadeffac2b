// What a call was refused with, in words for whoever opened its address: a price, a wrong input, no such route.
import { type Child, h } from '../view/node.ts'
import { lasting } from '../view/words.ts'

export interface Told {
  readonly asked: string
  readonly status: number
  /** The price of a call to the address, where it has one. */
  readonly sold: string | null
  /** The page of the route, with what was asked. */
  readonly route: string | null
  readonly document: Refusal
}

/** Ours, or the list of what is wrong with each input that some routes keep from an older interface. */
export type Refusal = { readonly error: string | ErrorOf } | { readonly detail: readonly Problem[] }
type ErrorOf = { readonly message?: string; readonly retry_after?: number; readonly suggestions?: readonly string[] }
type Problem = { readonly loc?: readonly unknown[]; readonly msg?: string }

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
  const { message, retry_after: wait, suggestions = [] } = errorOf(document)
  const price = status === 402 && sold !== null ? priceWords(sold) : null
  const main = h(
    'div',
    { class: 'hero' },
    h('p', { class: 'crumbs' }, h('a', { href: '/' }, 'Catalog'), ` / ${status}`),
    h('h1', null, headline),
    h('p', { class: 'lead' }, price ?? sentence(message) ?? 'The address was understood, and refused.'),
    suggestions.length > 0 && h('p', null, 'Did you mean ', suggestions.map(suggested), '?'),
    wait !== undefined && h('p', null, `Worth asking again in ${lasting(wait)}: reload this page then.`),
    route === null
      ? h('p', null, h('a', { href: '/' }, 'All that there is, with a search'))
      : h('p', null, h('a', { href: route }, 'What it answers, an example, and “try it”')),
    h('details', null, h('summary', null, 'What a program is told'), h('pre', { tabindex: 0 }, told(asked, status, document))),
  )
  return { title: `${status} · ${headline} · Tollgate`, main }
}

function errorOf(document: Refusal): ErrorOf {
  if (!('error' in document)) {
    const problems = document.detail.map(({ loc, msg }) => `${loc?.at(-1) ?? 'input'}: ${msg ?? 'is not right'}`)
    return { message: problems.join('; ') }
  }
  return typeof document.error === 'string' ? {} : document.error
}

/** Programs are told in one sentence what a person reads as a link below. */
function sentence(message: string | undefined): string | null {
  const at = message?.endsWith('?') ? message.lastIndexOf(' Did you mean ') : -1
  return at === -1 ? (message ?? null) : message!.slice(0, at)
}

const priceWords = (price: string) =>
  `One call costs ${price}, paid with it in USDC by a wallet (x402). A browser's address bar has none; the page of the route has.`

const suggested = (path: string, nth: number): Child => [
  nth > 0 && ', ',
  path.includes('{') ? h('code', null, path) : h('a', { href: path }, path),
]

const told = (asked: string, status: number, document: object) => `${asked}\n${status}\n\n${JSON.stringify(document, null, 2)}`
