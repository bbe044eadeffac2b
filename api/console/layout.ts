// The frame of every page: head, bar, world, links for machines at the foot. All that it loads comes from this host.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { World } from '../../app/config/index.ts'
import { worldNote } from '../discovery/text.ts'
import { writeHtml } from './html.ts'
import { type Child, h } from './view/node.ts'

/** Scripts and styles are files of this host, and no script can make markup out of text. `showsFiles`: in a frame, as the browser shows them. */
export const policyOf = ({ showsFiles = false }: { readonly showsFiles?: boolean }): string =>
  [...policy, ...(showsFiles ? ['frame-src blob:'] : [])].join('; ')

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
]

export interface Place {
  readonly label: string
  readonly href: string
}

export interface Page {
  readonly title: string
  readonly here: string
  readonly main: Child
  /** Kept by nobody. */
  readonly isPrivate?: boolean
  /** A file of the visitor's own stands in a frame of it. */
  readonly showsFiles?: boolean
}

/** Writes one page as text, with the headers that every page has. */
export type WritePage = (request: FastifyRequest, reply: FastifyReply, page: Page) => string

export interface Frame {
  readonly title: string
  readonly description: string
  readonly world: World
  /** Where scripts and styles of this very version lie. */
  readonly assets: string
  /** Pages of this host; the one that is shown is marked. */
  readonly places: readonly Place[]
  readonly here: string
  readonly documentsAt: string
  readonly icon: string
}

const documents = [
  ['OpenAPI', '/openapi.json'],
  ['Manual for agents', '/SKILL.md'],
  ['llms.txt', '/llms.txt'],
  ['x402 manifest', '/.well-known/x402'],
  ['TypeScript client', '/client.ts'],
  ['Health', '/health'],
] as const

export function writeFrame(frame: Frame, ...main: readonly Child[]): string {
  const { title, description, world, assets, places, here, documentsAt, icon } = frame
  const note = worldNote(world)
  const head = h(
    'head',
    null,
    h('meta', { charset: 'utf-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    h('title', null, title),
    h('meta', { name: 'description', content: description }),
    h('link', { rel: 'icon', href: icon }),
    h('link', { rel: 'alternate', type: 'application/atom+xml', title: 'What changed', href: `${documentsAt}/changelog.atom` }),
    h('link', { rel: 'stylesheet', href: `${assets}/style.css` }),
    h('script', { type: 'module', src: `${assets}/main.js` }),
  )
  const body = h(
    'body',
    null,
    h('a', { class: 'skip', href: '#main' }, 'Skip to the content'),
    h(
      'header',
      { class: 'top' },
      h(
        'div',
        { class: 'bar' },
        h('a', { class: 'brand', href: places[0]?.href ?? '/' }, gate(), h('span', null, 'Tollgate')),
        h(
          'nav',
          { 'aria-label': 'Pages' },
          places.map(({ label, href }) => h('a', { href, 'aria-current': href === here ? 'page' : null }, label)),
        ),
        note !== null && h('span', { class: 'world', title: note }, `${world} world`),
      ),
    ),
    h('main', { id: 'main', tabindex: -1 }, main),
    h(
      'footer',
      null,
      note !== null && h('p', { class: 'note' }, note),
      h(
        'nav',
        { 'aria-label': 'Documents for machines' },
        documents.map(([label, path]) => h('a', { href: documentsAt + path }, label)),
      ),
    ),
  )
  return `<!doctype html>\n${writeHtml(h('html', { lang: 'en' }, head, body))}\n`
}

const gate = () =>
  h(
    'svg',
    { viewBox: '0 0 16 16', width: 18, height: 18, 'aria-hidden': 'true' },
    h('path', { d: 'M2 2h2v12H2zM12 2h2v12h-2zM4 6h8v2H4z', fill: 'currentColor' }),
  )
