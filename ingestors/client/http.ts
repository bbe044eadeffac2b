// The client for our own upstreams: paced per host, bounded in time and bytes, polite about retries, never fooled by a page.
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { request as send } from 'undici'
import { TollgateError } from '../../base/errors.ts'
import { whyUnreached } from '../../base/unreached.ts'
import { wayOut } from '../../base/way-out.ts'
import { abandon, acceptEncoding, type Body, type BodyKind, readBody, saveBody, type TextKind } from './body.ts'
import { createPacer, hostPaces } from './pace.ts'
import { refusal, UpstreamRefusal } from './refusal.ts'
import { createAnswerMemory, type Remembered } from './remember.ts'

export interface HttpRequest {
  /** What the body must be; a web page in its place means the upstream changed or is blocking us. */
  readonly expect: BodyKind
  readonly headers?: Readonly<Record<string, string>>
  readonly method?: 'GET' | 'POST'
  readonly body?: string
  readonly timeoutMs?: number
  readonly maxBytes?: number
  readonly signal?: AbortSignal
  /** The host wants so long between two requests, whoever asks; nobody waits where none of them reaches it. */
  readonly gapMs?: number
}

export interface HttpClient {
  text(url: string, request: HttpRequest & { readonly expect: TextKind }): Promise<string>
  /** A zip file, or a document that is one: nothing else is read as bytes. */
  bytes(url: string, request?: Omit<HttpRequest, 'expect'>): Promise<Uint8Array>
  json(url: string, request?: Omit<HttpRequest, 'expect'>): Promise<unknown>
  /** A body too large to hold, written to a file: whole, or the promise is broken. */
  download(url: string, path: string, request?: Omit<HttpRequest, 'expect'>): Promise<void>
  close(): Promise<void>
}

export interface HttpOptions {
  readonly userAgent?: string
  readonly requestsPerSecond?: number
  readonly attempts?: number
  readonly firstRetryMs?: number
  /** For requests that name no limit of their own. */
  readonly timeoutMs?: number
  /** No request waits longer, whatever it asks for. */
  readonly mostTimeoutMs?: number
  readonly maxBytes?: number
  /** No answer is larger, whatever its request allows. */
  readonly mostBytes?: number
  /** Rerouted requests need no pause between them, unless they reach the upstream all the same. */
  readonly keepsGaps?: boolean
  /** Where to really send a request: the demo and the recorded world and tests put a local server in the upstream's place. */
  readonly reroute?: (url: URL, request: Pick<HttpRequest, 'method' | 'body'>) => URL
}

const defaults = {
  userAgent: 'Tollgate/1.0 (data gateway; polls public sources)',
  timeoutMs: 30_000,
  mostTimeoutMs: 120_000,
  maxBytes: 64 * 1024 * 1024,
  mostBytes: 1024 * 1024 * 1024,
  attempts: 4,
  firstRetryMs: 500,
  requestsPerSecond: 4,
  reroute: (url: URL) => url,
}
const mostRetryWaitMs = 30_000
const mostQuietMs = 6 * 3_600_000
const mostRedirects = 5
const memoryLimits = { mostCharacters: 64 * 1024 * 1024, mostCharactersEach: 8 * 1024 * 1024 }

type Take<T> = (
  stream: Readable,
  headers: IncomingHttpHeaders,
  limit: { readonly host: string; readonly maxBytes: number },
) => Promise<T>

export function createHttpClient(options: HttpOptions = {}): HttpClient {
  const limits = { ...defaults, ...options }
  const agent = wayOut({ connections: 8 })
  const pace = createPacer(limits.requestsPerSecond)
  const slow = new Map<string, typeof pace>()
  const paceOf = (host: string, gapMs: number | undefined): typeof pace => {
    const own = hostPaces[host]
    if ((gapMs === undefined && own === undefined) || (options.reroute !== undefined && options.keepsGaps !== true)) return pace
    const perSecond = Math.min(own ?? Number.POSITIVE_INFINITY, gapMs === undefined ? Number.POSITIVE_INFINITY : 1_000 / gapMs)
    if (!slow.has(host)) slow.set(host, createPacer(perSecond, { burst: 1 }))
    return slow.get(host)!
  }
  const memory = createAnswerMemory(memoryLimits)
  const quietUntil = new Map<string, number>()

  /** One exchange, redirects included; null is an answer of 304. */
  const once = async <T>(
    address: string,
    request: Omit<HttpRequest, 'expect'>,
    known: Remembered | undefined,
    take: Take<T>,
  ): Promise<T | null> => {
    let url = new URL(address)
    for (let hop = 0; hop <= mostRedirects; hop++) {
      const { host } = url
      const quietMs = (quietUntil.get(host) ?? 0) - Date.now()
      if (quietMs > 0) throw new UpstreamRefusal('upstream_rate_limited', `${host} asked to be left alone`, quietMs)
      await paceOf(host, request.gapMs)(host, request.signal)
      // The clock starts here: a request that waited its turn has lost none of its own time.
      const late = AbortSignal.timeout(Math.min(request.timeoutMs ?? limits.timeoutMs, limits.mostTimeoutMs))
      const sent = send(limits.reroute(url, request), {
        dispatcher: agent,
        signal: request.signal ? AbortSignal.any([late, request.signal]) : late,
        method: request.method ?? 'GET',
        body: request.body ?? null,
        headers: headersFor(limits.userAgent, request, known, url.origin === new URL(address).origin),
      })
      const { statusCode: status, headers, body: stream } = await sent
      const maxBytes = Math.min(request.maxBytes ?? limits.maxBytes, limits.mostBytes)
      if (status === 200) return take(stream, headers, { host, maxBytes })
      abandon(stream)
      if (status === 304 && known !== undefined) return null
      if (status < 300 || status >= 400) {
        const refused = refusal(host, status, text(headers['retry-after']))
        if ((refused.retryAfterMs ?? 0) > mostRetryWaitMs)
          quietUntil.set(host, Date.now() + Math.min(refused.retryAfterMs!, mostQuietMs))
        throw refused
      }
      url = nextHop(url, status, text(headers.location), request.method)
    }
    throw new TollgateError('upstream_changed', `${url.host} redirects more than ${mostRedirects} times`)
  }

  const retried = async <T>(url: string, { signal }: Pick<HttpRequest, 'signal'>, exchange: () => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await exchange()
      } catch (error) {
        const failure = asUpstreamError(url, error)
        const delayMs = retryDelayMs(failure, attempt, limits.firstRetryMs)
        if (signal?.aborted || attempt >= limits.attempts || delayMs === null) throw failure
        await wait(delayMs, undefined, signal ? { signal } : undefined).catch(() => {
          throw failure
        })
      }
    }
  }

  const ask = async (url: string, request: HttpRequest, check: (body: Body) => void): Promise<Body> => {
    const name = JSON.stringify([url, request.headers ?? {}, request.expect === 'zip'])
    const isRepeatable = request.method !== 'POST'
    const known = isRepeatable ? memory.recall(name) : undefined
    return retried(url, request, async () => {
      const answer = await once(url, request, known, async (stream, headers, limit) => ({
        etag: text(headers.etag),
        lastModified: text(headers['last-modified']),
        body: await readBody(stream, headers, { ...limit, expect: request.expect }),
      }))
      if (answer === null) return known!.body
      // Only a good body is worth remembering: a bad one would come back with every 304.
      check(answer.body)
      if (isRepeatable) memory.keep(name, answer)
      return answer.body
    })
  }

  return {
    text: async (url, request) => (await ask(url, request, () => undefined)) as string,
    bytes: async (url, request = {}) => (await ask(url, { ...request, expect: 'zip' }, () => undefined)) as Uint8Array,
    async json(url, request = {}) {
      let parsed: unknown
      const parse = (body: Body) => {
        parsed = parseJson(new URL(url).host, body as string)
      }
      const body = await ask(url, { ...request, expect: 'json' }, parse)
      if (parsed === undefined) parse(body)
      return parsed
    },
    async download(url, path, request = {}) {
      const save: Take<void> = (stream, headers, limit) => saveBody(stream, headers, { ...limit, path })
      await retried(url, request, () => once(url, request, undefined, save))
    },
    // Nothing is in flight that anybody still waits for.
    close: () => agent.destroy(),
  }
}

function headersFor(
  userAgent: string,
  request: Partial<HttpRequest>,
  known: Remembered | undefined,
  sameOrigin: boolean,
): Record<string, string> {
  return {
    'user-agent': userAgent,
    accept: request.expect === 'json' ? 'application/json' : '*/*',
    'accept-encoding': acceptEncoding,
    ...(known?.etag ? { 'if-none-match': known.etag } : {}),
    ...(known?.lastModified ? { 'if-modified-since': known.lastModified } : {}),
    // A redirect elsewhere does not get to see our credentials.
    ...(sameOrigin ? request.headers : {}),
  }
}

function nextHop(from: URL, status: number, location: string | null, method: HttpRequest['method']): URL {
  if (![301, 302, 303, 307, 308].includes(status))
    throw new TollgateError('upstream_changed', `${from.host} answered ${status}, which was not asked for`)
  if (method === 'POST') throw new TollgateError('upstream_changed', `${from.host} redirects a POST, which is not followed`)
  if (location === null || !URL.canParse(location, from.href))
    throw new TollgateError('upstream_changed', `${from.host} redirects to nowhere`)
  const to = new URL(location, from)
  if (to.protocol !== 'https:' && to.protocol !== from.protocol) {
    throw new TollgateError('upstream_changed', `${from.host} redirects to ${to.protocol}, which is not followed`)
  }
  return to
}

function parseJson(host: string, body: string): unknown {
  try {
    return JSON.parse(body) as unknown
  } catch (error) {
    throw new TollgateError('upstream_changed', `${host} sent broken JSON (${body.length} characters)`, { cause: error })
  }
}

// null: trying again now would not help, or would be rude.
function retryDelayMs(failure: TollgateError, attempt: number, firstRetryMs: number): number | null {
  if (!failure.retryable) return null
  const asked = failure instanceof UpstreamRefusal ? failure.retryAfterMs : null
  if (asked !== null) return asked > mostRetryWaitMs ? null : asked
  return Math.min(firstRetryMs * 2 ** (attempt - 1), mostRetryWaitMs) * (0.75 + Math.random() / 2)
}

function asUpstreamError(url: string, error: unknown): TollgateError {
  if (error instanceof TollgateError) return error
  const { host } = new URL(url)
  return new TollgateError('upstream_unavailable', whyUnreached(host, error), { retryable: true, cause: error })
}

function text(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) ?? null
}
