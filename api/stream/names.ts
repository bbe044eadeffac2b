// What can be subscribed to: "rates/rates" is every row of a route, "cot/cot?market=gold" the one that these inputs name.
import { TollgateError } from '../../base/errors.ts'
import type { RouteDefinition, Service } from '../../processors/kit/define.ts'
import { documentOf } from '../errors.ts'
import { createInputReader } from '../inputs.ts'
import type { KnownKeys } from '../known-keys.ts'
import { createPathReader } from '../path-template.ts'
import { isStreamed, streamName } from './offer.ts'
import { StreamRefusal } from './refusal.ts'

export interface StreamedRoute {
  readonly service: Service
  readonly route: RouteDefinition<any, any>
}

export interface Subject extends StreamedRoute {
  /** As the subscriber wrote it. */
  readonly name: string
  /** Null: every key of the route. */
  readonly key: string | null
  readonly input: Record<string, unknown>
}

/** Refuses with the document to send, which says what is allowed. */
export type ReadSubject = (name: string, now: Date) => Promise<Subject>

type Given = Readonly<Record<string, string | string[]>>
type ReadGiven = (given: Given, now: Date) => Promise<Record<string, unknown>>

export interface SubjectDependencies {
  readonly services: readonly Service[]
  /** The service whose host this is; null on the gateway, which has all of them. */
  readonly label: string | null
  readonly knownKeys: Keys
}

type Keys = Pick<KnownKeys, 'find' | 'read'>

const mostNamed = 50

export function createSubjectReader(deps: SubjectDependencies): ReadSubject {
  const here = deps.services
    .filter(({ label }) => deps.label === null || label === deps.label)
    .flatMap((service) => service.routes.map((route) => ({ service, route })))
  const streamed = here
    .filter(({ route }) => isStreamed(route))
    .map((one) => ({ ...one, match: matcherOf(one), readGiven: readerOf(one, deps.knownKeys) }))
  const byLabel = Map.groupBy(streamed, ({ service }) => service.label)

  async function read(name: string, now: Date): Promise<Subject> {
    const [path = '', ...rest] = name.split('?')
    const query = rest.length === 0 ? undefined : rest.join('?')
    for (const { service, route, match, readGiven } of byLabel.get(path.split('/', 1)[0]!) ?? []) {
      const params = match(path)
      if (params === null) continue
      const wantsOne = query !== undefined || Object.values(params).some((value) => !value.startsWith('{'))
      // Every row is shown as it is to those who ask for nothing in particular.
      if (!wantsOne) return { name, service, route, key: null, input: await readGiven({}, now).catch(() => ({})) }
      const input = await readGiven(givenOf(query, params), now)
      const key = route.key(input)
      await refuseUnknown(deps.knownKeys, service, route, key)
      return { name, service, route, key, input }
    }
    throw new TollgateError('route_unknown', unknownName(path, here, streamed))
  }

  return async (name, now) => {
    try {
      return await read(name, now)
    } catch (error) {
      if (!(error instanceof TollgateError) || error.code === 'internal') throw error
      throw new StreamRefusal({ type: 'error', name, ...documentOf(error) })
    }
  }
}

// As the server reads a query: a name that is given twice has a list.
function givenOf(query: string | undefined, params: Record<string, string>): Given {
  // Without a prototype: its names are names like any other here.
  const given: Record<string, string | string[]> = Object.assign(Object.create(null), params)
  for (const [name, value] of new URLSearchParams(query)) given[name] = name in given ? [given[name]!, value].flat() : value
  return given
}

/** A subject's inputs become what the paid route would make of them, by the route's own hooks. */
function readerOf({ service, route }: StreamedRoute, knownKeys: Keys): ReadGiven {
  if (route.readAmong === undefined) {
    const readInput = createInputReader(route)
    return async (given, now) =>
      readInput({ query: given, params: {}, body: given } as unknown as Parameters<typeof readInput>[0], now)
  }
  return async (given) => {
    const read = await knownKeys.read(service.label, route, given)
    if ('refused' in read) throw new TollgateError('input_unusable', sayRefusal(read.refused))
    return read.input as Record<string, unknown>
  }
}

// The document of a validation, in one sentence per fault.
function sayRefusal(document: object): string {
  const { detail } = document as { detail?: readonly { loc: readonly unknown[]; msg: string }[] }
  return detail?.map(({ loc, msg }) => `${loc.at(-1)}: ${msg}`).join('; ') ?? JSON.stringify(document)
}

// Of a closed route a key without a row will not have one; of one judged by its rows nothing can be named before there are any.
async function refuseUnknown(knownKeys: Keys, service: Service, route: RouteDefinition<any, any>, key: string) {
  if (route.closed !== true && route.readAmong === undefined) return
  const { isKnown, keys } = await knownKeys.find(service.label, route.path, key)
  if (isKnown) return
  if (keys.length === 0 && route.closed === true) return
  if (keys.length === 0)
    throw new TollgateError(
      'not_ready',
      `${streamName(service, route)} has no rows yet; come back in a moment, or subscribe to all.`,
    )
  const listed = keys.slice(0, mostNamed).join(', ')
  throw new TollgateError(
    'input_unusable',
    `nothing is known about ${JSON.stringify(key)}; there are ${listed}${keys.length > mostNamed ? ' and more' : ''}`,
  )
}

function unknownName(path: string, here: readonly StreamedRoute[], streamed: readonly StreamedRoute[]): string {
  const shown = JSON.stringify(path.slice(0, 100))
  if (here.some(({ service, route }) => streamName(service, route) === path))
    return `${shown} has no stream: its answers are made when they are asked for.`
  const label = path.split('/', 1)[0]
  const own = streamed.filter(({ service }) => service.label === label)
  const names =
    own.length > 0
      ? own.map(({ service, route }) => streamName(service, route))
      : [...new Set(streamed.map(({ service }) => `${service.label}/…`))]
  const listed = names.length === 0 ? 'nothing here is streamed' : `there are ${names.join(', ')}`
  return `There is no stream ${shown} here; ${listed}. Inputs follow as in a URL: cot/cot?market=gold.`
}

// A parameter is filled ("grid/region/ERCO": one row) or left as it stands ("grid/region/{code}": all of them).
function matcherOf({ service, route }: StreamedRoute): (path: string) => Record<string, string> | null {
  const read = createPathReader(streamName(service, route))
  return (path) => {
    const params = read(path)
    return params && Object.fromEntries(Object.entries(params).map(([name, part]) => [name, decoded(part)]))
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new TollgateError('input_invalid', `${JSON.stringify(part)} is not a part of a URL`)
  }
}
