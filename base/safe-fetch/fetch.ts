// The one client for URLs that callers give: every hop is parsed, resolved once, checked, pinned, capped and timed.
import { type Body, readBody } from './body.ts'
import { openConnection } from './connection.ts'
import { acceptEncoding } from './content-encoding.ts'
import { refusalFor } from './failure.ts'
import { pinAddresses } from './pin.ts'
import { defaultPolicy, type FetchPolicy } from './policy.ts'
import { isRedirect, nextTarget, withoutFragment } from './redirect.ts'
import { FetchRefusal } from './refusal.ts'
import { createDnsResolver, type Resolver } from './resolver.ts'
import { parseTarget, type Target } from './target.ts'

export type FetchOptions = {
  signal?: AbortSignal
  accept?: string
  policy?: Partial<FetchPolicy>
  // Asked before each redirect is followed; what it throws ends the fetch and reaches the caller unchanged.
  onRedirect?: (url: string) => Promise<void>
}
export type Fetched = {
  url: string
  status: number
  headers: ReadonlyMap<string, string>
  body: Buffer
  wireBytes: number
  redirects: readonly string[]
}
export type SafeFetch = (url: string, options?: FetchOptions) => Promise<Fetched>

type Hop = { status: number; headers: Map<string, string>; body: Body }

export function createSafeFetch(deps: { resolver?: Resolver; policy?: Partial<FetchPolicy> } = {}): SafeFetch {
  const resolver = deps.resolver ?? createDnsResolver()
  return async (text, options = {}) => {
    const policy: FetchPolicy = { ...defaultPolicy, ...deps.policy, ...options.policy }
    const signals = { deadline: AbortSignal.timeout(policy.deadlineMs), caller: options.signal }
    const signal = signals.caller === undefined ? signals.deadline : AbortSignal.any([signals.deadline, signals.caller])
    let hop = 0
    try {
      signal.throwIfAborted()
      let target = parseTarget(text, policy)
      const seen = new Set([withoutFragment(target.url)])
      for (;;) {
        const answer = await raceAbort(fetchHop(target, resolver, policy, options.accept, signal), signal)
        if (!isRedirect(answer.status, answer.headers)) return toFetched(target, answer, seen)
        hop += 1
        target = nextTarget(target.url, answer.headers.get('location')!, seen, policy)
        seen.add(withoutFragment(target.url))
        if (options.onRedirect !== undefined) await raceAbort(options.onRedirect(target.url.href), signal)
      }
    } catch (error) {
      throw refusalFor(error, signals, hop)
    }
  }
}

async function fetchHop(
  target: Target,
  resolver: Resolver,
  policy: FetchPolicy,
  accept: string | undefined,
  signal: AbortSignal,
): Promise<Hop> {
  const addresses = await pinAddresses(target, resolver, policy, signal)
  signal.throwIfAborted()
  const client = openConnection(target.url.origin, addresses, policy)
  try {
    const answer = await client.request({
      method: 'GET',
      path: target.url.pathname + target.url.search,
      headers: {
        'user-agent': policy.userAgent,
        accept: accept ?? '*/*',
        'accept-encoding': acceptEncoding,
        'accept-language': 'en, *;q=0.5',
      },
      signal,
    })
    const headers = oneValuePerName(answer.headers)
    if (isRedirect(answer.statusCode, headers)) {
      answer.body.on('error', () => undefined).destroy()
      return { status: answer.statusCode, headers, body: { bytes: Buffer.alloc(0), wireBytes: 0 } }
    }
    return { status: answer.statusCode, headers, body: await readBody(answer.body, headers, policy, signal) }
  } finally {
    // Destroying also drops whatever the site would still send.
    await client.destroy()
  }
}

function oneValuePerName(raw: Record<string, string | string[] | undefined>): Map<string, string> {
  const headers = new Map<string, string>()
  for (const [name, value] of Object.entries(raw)) {
    if (value === undefined || name === 'set-cookie') continue
    if (Array.isArray(value) && name === 'location') throw new FetchRefusal('redirect_invalid')
    headers.set(name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value)
  }
  return headers
}

function toFetched(target: Target, answer: Hop, seen: ReadonlySet<string>): Fetched {
  return {
    url: target.url.href,
    status: answer.status,
    headers: answer.headers,
    body: answer.body.bytes,
    wireBytes: answer.body.wireBytes,
    redirects: [...seen].slice(0, -1),
  }
}

// A resolver or a socket that ignores the signal must not hold the caller beyond the deadline.
function raceAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
