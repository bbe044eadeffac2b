// What payment has to know about a route.
import type { Usd } from './money.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

export type PaidRoute = {
  readonly method: 'GET' | 'POST'
  /** The URL pattern on the service's own host, parameters in braces: `/region/{name}`. */
  readonly path: string
  /** What stands before it on the gateway. */
  readonly prefix?: string
  readonly price: Usd
  readonly summary: string
  readonly tags: readonly string[]
  readonly input?: JsonSchema
  readonly output?: JsonSchema
  readonly example?: { readonly input?: unknown; readonly output?: unknown }
  /** `first`: charge before the work, and owe the answer if the work fails. For slow or dear work. */
  readonly settle?: 'first'
  readonly usdg?: boolean
  /** Cheap work without effects, which may be done once more after a crash. */
  readonly repeatable?: true
  /** The longest the handler may take; a payment must stay valid beyond it. */
  readonly timeoutSeconds?: number
}

export const defaultRouteTimeoutSeconds = 10

export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{([^{}]+)\}|:([A-Za-z_]\w*)/g)].map((match) => (match[1] ?? match[2])!)
}

/** One name for a route, whichever host it was called on. */
export function routeName({ prefix = '', path }: PaidRoute): string {
  return path.startsWith(`${prefix}/`) && prefix !== '' ? path : `${prefix}${path}`
}
