// A client in TypeScript, typed by what is sold here: one file without a dependency, which pays with whatever fetch it is given.
import type { Service } from '../../processors/kit/define.ts'
import { briefMeta } from '../meta-detail.ts'
import { priceText } from './calls.ts'
import { comment, typeOf } from './typescript-types.ts'

interface Options {
  readonly title: string
  readonly origin: string
  readonly services: readonly Service[]
  /** A service's own host has its routes at its root. */
  readonly isOnOwnHost: boolean
}

export function writeTypescript({ title, origin, services, isOnOwnHost }: Options): string {
  const place = isOnOwnHost ? `route.slice(route.indexOf('/'))` : "'/api/' + route"
  return [
    `// ${title.replaceAll(/\s+/g, ' ')}: a typed client, made by ${origin} of what is sold there.`,
    head,
    'export interface Routes {',
    ...services.flatMap(linesOf),
    '}',
    '',
    `const methods: { readonly [R in Route]: 'GET' | 'POST' } = {`,
    ...services.flatMap(({ label, routes }) =>
      routes.map(({ method, path }) => `  ${JSON.stringify(label + path)}: '${method}',`),
    ),
    '}',
    '',
    `const home = ${JSON.stringify(origin)}`,
    `const placeOf = (route: Route): string => ${place}`,
    tail,
  ].join('\n')
}

function linesOf({ label, routes }: Service): string[] {
  return routes.flatMap((route) => [
    ...comment(`${route.summary} (${priceText(route)})`, '  '),
    `  ${JSON.stringify(label + route.path)}: {`,
    `    input: ${typeOf(route.input, '    ')}`,
    `    output: ${typeOf(route.output, '    ')}`,
    '  }',
  ])
}

const head = `//
// It has no dependency; a fetch that pays makes it pay, for instance @x402/fetch:
//   import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
//   import { ExactEvmScheme } from '@x402/evm/exact/client'
//   const client = new x402Client().register('eip155:*', new ExactEvmScheme(account))
//   const tollgate = createTollgate({ fetch: wrapFetchWithPayment(fetch, client) })
//   const answer = await tollgate('rates/rates', {})
`

const tail = `
export type Route = keyof Routes
export type Input<R extends Route> = Routes[R]['input']
export type Answer<R extends Route> = Routes[R]['output']
/** An answer asked for with \`meta: 'brief'\`. */
export type BriefAnswer<R extends Route> = Omit<Answer<R>, 'meta'> & { meta: BriefMeta }
export type BriefMeta = ${typeOf(briefMeta)}

/** Anything but an answer. What was not answered was not charged, unless \`code\` says that it is not known yet. */
export class TollgateError extends Error {
  readonly status: number
  readonly code: string
  /** Seconds after which the same request, with the same payment, may be repeated. */
  readonly retryAfter: number | null
  readonly body: unknown
  constructor(status: number, body: unknown, retryAfter: string | null) {
    const error = ((body ?? {}) as { error?: { code?: string; message?: string } | string }).error
    const told: { code?: string; message?: string } = typeof error === 'object' ? error : error === undefined ? {} : { code: error }
    super(told.message ?? told.code ?? \`status \${status}\`)
    this.name = 'TollgateError'
    this.status = status
    this.code = told.code ?? \`http_\${status}\`
    this.retryAfter = retryAfter === null || !/^\\d+$/.test(retryAfter) ? null : Number(retryAfter)
    this.body = body
  }
}

export interface TollgateOptions {
  /** Where the gateway is; where this file came from unless told. */
  readonly url?: string
  /** One that pays; without, only what is free is answered. */
  readonly fetch?: typeof fetch
}

export interface Asking {
  readonly signal?: AbortSignal
  readonly headers?: Record<string, string>
  /** How much meta the answer carries; all of it unless told. The price is the same. */
  readonly meta?: 'brief' | 'full'
}

export function createTollgate({ url = home, fetch: ask = fetch }: TollgateOptions = {}) {
  function call<R extends Route>(route: R, input: Input<R>, asking: Asking & { readonly meta: 'brief' }): Promise<BriefAnswer<R>>
  function call<R extends Route>(route: R, input: Input<R>, asking?: Asking & { readonly meta?: 'full' }): Promise<Answer<R>>
  async function call(route: Route, input: object, { signal, headers, meta }: Asking = {}): Promise<unknown> {
    const left = new Map(Object.entries(input as Record<string, unknown>).filter(([, value]) => value !== undefined))
    const path = placeOf(route).replace(/\\{(\\w+)\\}/g, (_whole, name: string) => {
      const value = left.get(name)
      left.delete(name)
      return encodeURIComponent(String(value))
    })
    const target = new URL(\`\${url.replace(/\\/$/, '')}\${path}\`)
    const isPost = methods[route] === 'POST'
    if (!isPost) for (const [name, value] of left) target.searchParams.set(name, String(value))
    if (meta !== undefined) target.searchParams.set('meta', meta)
    const response = await ask(target, {
      method: methods[route],
      headers: { accept: 'application/json', ...(isPost ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(isPost ? { body: JSON.stringify(Object.fromEntries(left)) } : {}),
      ...(signal === undefined ? {} : { signal }),
    })
    const body: unknown = await response.json().catch(() => null)
    if (!response.ok) throw new TollgateError(response.status, body, response.headers.get('retry-after'))
    return body
  }
  return call
}
`
