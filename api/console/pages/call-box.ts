// How a route is called, in six languages: one is shown, the others are a button away, each is copied with one.
import type { RouteDefinition, Service } from '../../../processors/kit/define.ts'
import { exampleUrl } from '../../discovery/calls.ts'
import { h, type PageNode } from '../view/node.ts'
import { type CallOf, snippetsFor } from '../view/snippets.ts'

export interface CallBoxOf {
  readonly service: Service
  readonly route: RouteDefinition<any, any>
  readonly base: string
  readonly mcpUrl: string
}

const toolName = ({ label }: Service, { path }: RouteDefinition<any, any>) =>
  `${label}_${path
    .replaceAll(/\W/g, ' ')
    .trim()
    .split(' ')
    .filter((word) => word !== '')
    .join('_')}`

export function callOf({ service, route, base, mcpUrl }: CallBoxOf): CallOf {
  const input = JSON.stringify(route.example.input ?? {})
  return {
    method: route.method,
    url: exampleUrl(base, route),
    body: route.method === 'POST' ? input : null,
    tool: { url: mcpUrl, route: toolName(service, route), input },
  }
}

/** In a list the other languages are written in the browser, of the same parts, when somebody asks for them. */
export function callBox(of: CallBoxOf): PageNode {
  const call = callOf(of)
  const snippets = snippetsFor(call)
  return h(
    'div',
    { class: 'callbox', 'data-call': JSON.stringify(call) },
    h(
      'div',
      { class: 'languages', role: 'group', 'aria-label': 'Language' },
      snippets.map(({ id, name }, i) =>
        h('button', { type: 'button', 'data-language': id, 'aria-pressed': String(i === 0) }, name),
      ),
      h('button', { type: 'button', class: 'copy', 'data-copy': true }, 'Copy'),
    ),
    h('pre', { tabindex: 0 }, h('code', null, snippets[0]!.code)),
  )
}
