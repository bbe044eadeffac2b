// The request over HTTP that a tool call stands for: the same URL and body that the route's own caller would send.
import { TollgateError } from '../../base/errors.ts'
import type { RouteDefinition } from '../../processors/kit/define.ts'
import { metaParameter } from '../meta-detail.ts'
import type { InnerRequest } from '../on-behalf.ts'

// Over HTTP it must fit among the headers.
const longestUrl = 16_384

/** `base` is where the service's routes begin at this host. */
export function routeRequest(
  route: RouteDefinition<any, any>,
  base: string,
  input: Readonly<Record<string, unknown>>,
): InnerRequest {
  // Models send null for what they leave out.
  const given = new Map(Object.entries(input).filter(([, value]) => value !== null && value !== undefined))
  const path = base + route.path.replace(/\{(\w+)\}/g, (_whole, name: string) => segmentOf(route, given, name))
  if (route.method === 'POST') {
    // Of the arguments this one alone stands in the query.
    const detail = given.get(metaParameter)
    given.delete(metaParameter)
    const query = detail === undefined ? '' : `?${new URLSearchParams({ [metaParameter]: textOf(metaParameter, detail) })}`
    return {
      method: 'POST',
      path: path + query,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(given)),
    }
  }
  const query = new URLSearchParams([...given].map(([name, value]): [string, string] => [name, textOf(name, value)])).toString()
  const url = query === '' ? path : `${path}?${query}`
  if (url.length > longestUrl)
    throw new TollgateError('input_invalid', `The inputs are longer than a URL may be (${longestUrl} characters).`)
  return { method: 'GET', path: url }
}

function segmentOf(route: RouteDefinition<any, any>, given: Map<string, unknown>, name: string): string {
  const value = given.get(name)
  if (value === undefined) {
    const { description = '' } = route.input.properties[name] ?? {}
    throw new TollgateError('input_invalid', `${name} is required: ${description}`)
  }
  given.delete(name)
  const segment = encodeURIComponent(textOf(name, value))
  // These two name other places, and nothing else is written so.
  if (segment === '' || segment === '.' || segment === '..')
    throw new TollgateError('input_invalid', `${name} must be a name, not ${JSON.stringify(value)}`)
  return segment
}

function textOf(name: string, value: unknown): string {
  if (typeof value === 'object') throw new TollgateError('input_invalid', `${name} must be one value, not a list or an object`)
  const text = String(value)
  if (!text.isWellFormed()) throw new TollgateError('input_invalid', `${name} is not whole text`)
  return text
}
