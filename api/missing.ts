// What a caller is told who missed every route: the methods a path does take, or the paths that are nearly the same.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { TollgateError } from '../base/errors.ts'
import { alike, nearest } from '../processors/inputs/nearest.ts'
import { tellMethods } from './browsers.ts'
import { sendError } from './errors.ts'
import { isOnOwnHost, pathOf } from './origin.ts'
import { createSecondBudget } from './second-budget.ts'

type Known = { readonly methods: Set<string>; isSold: boolean }

// Likeness costs the square of the length: a path of ours is short.
const longestJudged = 64
// Below that two paths share letters and no meaning, and a wrong guess costs a program more than none.
const leastLike = 0.4
// To find what was meant costs a millisecond: a courtesy to people, not to who misses thousands.
const mostGuessedInASecond = 30
// There for machines that know them, or for the operator: nobody misspells their way to these.
const untold = /^\/(sales|metrics|livez|readyz|assets)\b|[:*]/

export function answerMissing(app: FastifyInstance): void {
  const known = new Map<string, Known>()
  const patterns = createPatterns()
  app.addHook('onRoute', ({ url, method, config }) => {
    const entry = known.get(url) ?? { methods: new Set(), isSold: false }
    if (!known.has(url)) patterns.add(url, entry)
    known.set(url, entry)
    entry.isSold ||= config?.sells !== undefined
    for (const one of [method].flat()) entry.methods.add(one)
  })
  const meantAt = new Map<string, Meant>()
  const mayGuess = createSecondBudget(mostGuessedInASecond)
  const suggest = (request: FastifyRequest, prefix: string): string[] => {
    const asked = pathOf(request)
    if (asked.length > longestJudged || !mayGuess(1)) return []
    const meant = meantAt.get(prefix) ?? meantOf(pathsAt(prefix, known))
    meantAt.set(prefix, meant)
    return meant(asked)
  }
  app.setNotFoundHandler((request, reply) => {
    const fitting = patterns.fitting(request.url.split('?', 1)[0]!)
    const methods = new Set(fitting.flatMap((one) => [...one.methods]))
    const isSold = fitting.some((one) => one.isSold)
    if (methods.size > 0 && request.method === 'OPTIONS') return tellMethods(reply, [...methods].sort(), isSold)
    reply.header('access-control-allow-origin', '*')
    if (methods.size > 0) return refuseMethod(reply, request.method, [...methods].sort(), isSold)
    return refuseRoute(request, reply, suggest)
  })
}

/** Paths whose parameters stand in the same places are found by what stands in the others, however many there are. */
function createPatterns(): { add(url: string, known: Known): void; fitting(path: string): Known[] } {
  const byWords = new Map<string, Known[]>()
  const placesAt = new Map<number, Map<string, ReadonlySet<number>>>()
  const wordsOf = (segments: readonly string[], places: ReadonlySet<number>) =>
    `${[...places]} ${segments.filter((_, i) => !places.has(i)).join('/')}`
  return {
    add(url, known) {
      const segments = segmentsOf(url)
      const places = new Set(segments.flatMap((segment, i) => (segment.startsWith(':') ? [i] : [])))
      const ofDepth = placesAt.get(segments.length) ?? new Map()
      placesAt.set(segments.length, ofDepth.set(String([...places]), places))
      const words = wordsOf(segments, places)
      byWords.set(words, [...(byWords.get(words) ?? []), known])
    },
    fitting(path) {
      const segments = segmentsOf(path)
      const places = [...(placesAt.get(segments.length)?.values() ?? [])]
      return places.flatMap((one) => byWords.get(wordsOf(segments, one)) ?? [])
    },
  }
}

const howAsked: Readonly<Record<string, string>> = {
  GET: 'its inputs go into the query',
  POST: 'its inputs go into the body, as one JSON object with content-type application/json',
}

function refuseMethod(reply: FastifyReply, method: string, methods: readonly string[], isSold: boolean): FastifyReply {
  const asked = methods.filter((one) => one !== 'HEAD' && one !== 'OPTIONS')
  reply.header('allow', methods.join(', '))
  const how = isSold && asked.length === 1 ? howAsked[asked[0]!] : undefined
  const takes = `This address takes ${asked.join(' or ')}, not ${method}`
  return sendError(reply, new TollgateError('method_unknown', how === undefined ? `${takes}.` : `${takes}: ${how}.`))
}

function refuseRoute(
  request: FastifyRequest,
  reply: FastifyReply,
  suggest: (request: FastifyRequest, prefix: string) => string[],
): FastifyReply {
  const prefix = isOnOwnHost(request) ? request.url.slice(0, -request.originalUrl.length) : ''
  const list = prefix === '' ? '/catalog.json' : '/openapi.json'
  const suggestions = suggest(request, prefix)
  const [meant] = suggestions
  const message = `No such route; ${list} lists what there is.${meant === undefined ? '' : ` Did you mean ${meant}?`}`
  return sendError(reply, new TollgateError('route_unknown', message, { suggestions }))
}

/** What is sold, and the host's own documents and pages; of the gateway not each service's. */
function pathsAt(prefix: string, known: ReadonlyMap<string, Known>): string[] {
  return [...known]
    .filter(
      ([url, { isSold, methods }]) =>
        isSold || ((methods.has('GET') || url.endsWith('/mcp')) && (prefix !== '' || !url.startsWith('/api/'))),
    )
    .filter(([url]) => url.startsWith(`${prefix}/`))
    .map(([url, { isSold }]) => ({ path: url.slice(prefix.length), isSold }))
    .filter(({ path, isSold }) => isSold || !untold.test(path))
    .map(({ path }) => path.replace(/:(\w+)/g, '{$1}'))
}

type Meant = (asked: string) => string[]

/** Which of these paths somebody meant. */
function meantOf(paths: readonly string[]): Meant {
  // What all paths of a kind begin with says nothing of which was meant.
  const isPage = (path: string) => path.startsWith('/console/')
  const named = (kind: readonly string[]) => new Map(kind.map((path) => [bareOf(path), path] as const))
  const [pages, others] = [named(paths.filter(isPage)), named(paths.filter((path) => !isPage(path)))]
  return (asked) => {
    const byName = isPage(asked) ? pages : others
    const name = bareOf(asked)
    // Who named a service means a route of it, however little that is like the rest of what was asked.
    const service = /^\/\w+\//.exec(name)?.[0]
    const ofService = service === undefined ? [] : [...byName.keys()].filter((one) => one.startsWith(service))
    const near = ofService.length > 0 ? nearest(name, ofService) : alike(name, [...byName.keys()], leastLike)
    return near.map((one) => byName.get(one)!)
  }
}

const bareOf = (path: string): string => path.replace(/^\/(?:api|console|\.well-known)(?=\/|$)/, '')

const segmentsOf = (path: string): string[] => path.replace(/\/+$/, '').split('/')
