// The client for our own upstreams: paced per host, bounded in time and bytes, polite about retries, never fooled by a page.
import { setTimeout as wait } from 'node:timers/promises'
import { Agent, fetch } from 'undici'
import { messageOf, TollgateError } from '../errors.ts'
import { createPacer } from './pace.ts'

export interface HttpRequest {
  /** What the body must be; a web page in its place means the upstream changed or is blocking us. */
  readonly expect: 'json' | 'csv' | 'xml' | 'text' | 'html'
  readonly headers?: Readonly<Record<string, string>>
  readonly method?: 'GET' | 'POST'
  readonly body?: string
  readonly timeoutMs?: number
  readonly maxBytes?: number
  readonly signal?: AbortSignal
}

export interface HttpClient {
  text(url: string, request: HttpRequest): Promise<string>
  json(url: string, request?: Omit<HttpRequest, 'expect'>): Promise<unknown>
  close(): Promise<void>
}

export interface HttpOptions {
  readonly userAgent?: string
  readonly requestsPerSecond?: number
  readonly attempts?: number
  readonly firstRetryMs?: number
  /** Where to really send a request: the demo world and tests put a local server in the upstream's place. */
  readonly reroute?: (url: URL) => URL
}

const defaults = { timeoutMs: 30_000, maxBytes: 64 * 1024 * 1024, attempts: 4, firstRetryMs: 500, requestsPerSecond: 4 }
const mostRetryWaitMs = 30_000
const mostRedirects = 5
const rememberedBytes = 8 * 1024 * 1024

interface Remembered {
  readonly etag: string | null
  readonly lastModified: string | null
  readonly body: string
}

export function createHttpClient(options: HttpOptions = {}): HttpClient {
  const agent = new Agent({ connections: 8, connect: { timeout: 10_000 }, maxResponseSize: -1 })
  const pace = createPacer(options.requestsPerSecond ?? defaults.requestsPerSecond)
  const remembered = new Map<string, Remembered>()
  const attempts = options.attempts ?? defaults.attempts

  const once = async (address: string, request: HttpRequest): Promise<string> => {
    const known = request.method === 'POST' ? undefined : remembered.get(address)
    let url = new URL(address)
    const signals = [AbortSignal.timeout(request.timeoutMs ?? defaults.timeoutMs), ...(request.signal ? [request.signal] : [])]
    const signal = AbortSignal.any(signals)
    for (let hop = 0; hop <= mostRedirects; hop++) {
      await pace(url.host, signal)
      const response = await fetch((options.reroute?.(url) ?? url).href, {
        dispatcher: agent,
        redirect: 'manual',
        signal,
        method: request.method ?? 'GET',
        body: request.body ?? null,
        headers: headersFor(options, request, known, url.origin === new URL(address).origin),
      })
      if (response.status === 304 && known !== undefined) return known.body
      if (response.status >= 300 && response.status < 400) {
        url = nextHop(url, response.headers.get('location'))
        await response.body?.cancel()
        continue
      }
      if (response.status !== 200) {
        await response.body?.cancel()
        throw refusal(url, response.status, response.headers.get('retry-after'))
      }
      const body = await readBody(response.body, request.maxBytes ?? defaults.maxBytes, url)
      checkKind(url, request.expect, body)
      remember(remembered, address, {
        etag: response.headers.get('etag'),
        lastModified: response.headers.get('last-modified'),
        body,
      })
      return body
    }
    throw new TollgateError('upstream_changed', `${url.host} redirects more than ${mostRedirects} times`)
  }

  const text = async (url: string, request: HttpRequest): Promise<string> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await once(url, request)
      } catch (error) {
        const failure = asUpstreamError(url, error)
        const delayMs = retryDelayMs(failure, attempt, options.firstRetryMs ?? defaults.firstRetryMs)
        if (request.signal?.aborted || attempt >= attempts || delayMs === null) throw failure
        await wait(delayMs, undefined, request.signal ? { signal: request.signal } : undefined)
      }
    }
  }
  return {
    text,
    async json(url, request = {}) {
      const body = await text(url, { ...request, expect: 'json' })
      try {
        return JSON.parse(body) as unknown
      } catch (error) {
        throw new TollgateError('upstream_changed', `${new URL(url).host} sent broken JSON (${body.length} characters)`, {
          cause: error,
        })
      }
    },
    close: () => agent.close(),
  }
}

function headersFor(
  options: HttpOptions,
  request: HttpRequest,
  known: Remembered | undefined,
  sameOrigin: boolean,
): Record<string, string> {
  return {
    'user-agent': options.userAgent ?? 'Tollgate/1.0 (data gateway; polls public sources)',
    accept: request.expect === 'json' ? 'application/json' : '*/*',
    ...(known?.etag ? { 'if-none-match': known.etag } : {}),
    ...(known?.lastModified ? { 'if-modified-since': known.lastModified } : {}),
    // A redirect elsewhere does not get to see our credentials.
    ...(sameOrigin ? request.headers : {}),
  }
}

function nextHop(from: URL, location: string | null): URL {
  if (location === null || !URL.canParse(location, from.href))
    throw new TollgateError('upstream_changed', `${from.host} redirects to nowhere`)
  const to = new URL(location, from)
  if (to.protocol !== 'https:' && to.protocol !== from.protocol) {
    throw new TollgateError('upstream_changed', `${from.host} redirects to ${to.protocol}, which is not followed`)
  }
  return to
}

async function readBody(stream: AsyncIterable<Uint8Array> | null, maxBytes: number, url: URL): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of stream ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new TollgateError('upstream_changed', `${url.host} sent more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

function checkKind(url: URL, expect: HttpRequest['expect'], body: string): void {
  const isPage = /^\s*(<!doctype html|<html)/i.test(body.slice(0, 500))
  if (isPage && expect !== 'html') throw new TollgateError('upstream_changed', `${url.host} sent a web page instead of ${expect}`)
  if (body.trim() === '') throw new TollgateError('upstream_changed', `${url.host} sent nothing`)
}

function remember(remembered: Map<string, Remembered>, url: string, answer: Remembered): void {
  if ((answer.etag ?? answer.lastModified) === null || answer.body.length > rememberedBytes) remembered.delete(url)
  else remembered.set(url, answer)
}

class UpstreamRefusal extends TollgateError {
  readonly retryAfterMs: number | null
  constructor(
    code: 'upstream_rate_limited' | 'upstream_unavailable' | 'upstream_refused',
    message: string,
    retryAfterMs: number | null,
  ) {
    super(code, message, { retryable: code !== 'upstream_refused' })
    this.retryAfterMs = retryAfterMs
  }
}

function refusal(url: URL, status: number, retryAfter: string | null): UpstreamRefusal {
  const code = status === 429 ? 'upstream_rate_limited' : status >= 500 ? 'upstream_unavailable' : 'upstream_refused'
  return new UpstreamRefusal(code, `${url.host} answered ${status}`, parseRetryAfterMs(retryAfter))
}

export function parseRetryAfterMs(value: string | null, now = Date.now()): number | null {
  if (value === null) return null
  const seconds = Number(value)
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(value) - now
  return Number.isNaN(ms) ? null : Math.max(0, ms)
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
  const timedOut = error instanceof DOMException && error.name === 'TimeoutError'
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : messageOf(error)
  return new TollgateError(
    'upstream_unavailable',
    timedOut ? `${host} did not answer in time` : `${host} could not be read: ${cause}`,
    { retryable: true, cause: error },
  )
}
