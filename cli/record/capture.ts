// One poll of a source with everything its upstream sends kept beside what our sample would have sent.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../../app/config/index.ts'
import { messageOf } from '../../base/errors.ts'
import { textOf } from '../../ingestors/client/body.ts'
import { createHttpClient, type HttpOptions } from '../../ingestors/client/http.ts'
import type { Ingestor, Sample, SampleAnswer } from '../../ingestors/define.ts'
import { pollValues } from '../source/poll-values.ts'
import { compareShapes, type Drift, type Shape, shapeOf } from './shape.ts'

export interface Exchange {
  readonly method: string
  readonly url: URL
  /** What was posted. */
  readonly sent: string | null
  readonly status: number
  readonly type: string
  readonly headers: Readonly<Record<string, string>>
  /** The very bytes: some are packed, some are in letters of Windows, and what reads them is to be tried on that. */
  readonly body: Uint8Array
  readonly at: Date
}

export interface Recorded {
  readonly exchanges: readonly Exchange[]
  /** Why the poll failed; null where our parser read what came. */
  readonly failure: unknown
  readonly values: number
}

type Send = typeof fetch

/** `upstream` is where the requests really go: the world, or a test's own server; `at` the moment of the poll, now without it. */
export async function capture(
  ingestor: Ingestor,
  keys: Config['keys'],
  key: string | undefined,
  { upstream = fetch, at, client = {} }: { readonly upstream?: Send; readonly at?: Date; readonly client?: HttpOptions } = {},
): Promise<Recorded> {
  const exchanges: Exchange[] = []
  let broken: unknown = null
  // The client's requests pass through here, so that what is written down is exactly what it read.
  const server = createServer((request, response) => {
    passOn(request, response, upstream, exchanges).catch((error: unknown) => {
      broken ??= error
      // As a line that breaks: the client tries again, as it would there.
      response.destroy()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as { port: number }
  const http = createHttpClient({
    keepsGaps: true,
    ...client,
    reroute: (url) => new URL(`http://127.0.0.1:${port}/?url=${encodeURIComponent(url.href)}`),
  })
  try {
    const values = await pollValues(ingestor, http, keys, { isLive: true, key, ...(at === undefined ? {} : { at }) })
    return { exchanges, failure: null, values: values.length }
  } catch (failure) {
    return { exchanges, failure: exchanges.length === 0 && broken !== null ? broken : failure, values: 0 }
  } finally {
    await http.close()
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
}

async function passOn(request: IncomingMessage, response: ServerResponse, upstream: Send, exchanges: Exchange[]): Promise<void> {
  const method = request.method ?? 'GET'
  const url = new URL(new URL(request.url ?? '/', 'http://local').searchParams.get('url') ?? '')
  const passing = Object.entries(request.headers).filter(([name]) => passed.has(name))
  const sent = (await readAll(request)) || null
  // A client that has had enough, or waits no longer, ends the upstream's answer as well.
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const answer = await upstream(url, {
    method,
    headers: Object.fromEntries(passing) as Record<string, string>,
    redirect: 'follow',
    signal: gone.signal,
    ...(sent === null ? {} : { body: sent }),
  })
  const headers = keptHeaders(answer.headers)
  const type = headers['content-type'] ?? 'text/plain'
  const chunks: Uint8Array[] = []
  const keep = new Transform({
    transform(chunk, _encoding, passed) {
      chunks.push(chunk)
      passed(null, chunk)
    },
    // Written down before its reader has all of it, and only when it is whole.
    flush(passed) {
      exchanges.push({ method, url, sent, status: answer.status, type, headers, body: Buffer.concat(chunks), at: new Date() })
      passed()
    },
  })
  response.writeHead(answer.status, { ...headers, 'content-type': type })
  await pipeline(answer.body === null ? Readable.from([]) : Readable.fromWeb(answer.body as never), keep, response)
}

// What the client reads of an answer; nothing else of a stranger's headers is kept.
const keptNames = ['content-type', 'etag', 'last-modified', 'retry-after', 'date']

function keptHeaders(headers: Headers): Record<string, string> {
  const kept = keptNames.map((name) => [name, headers.get(name)] as const)
  return Object.fromEntries(kept.filter((pair): pair is [string, string] => pair[1] !== null))
}

const passed = new Set(['accept', 'content-type', 'user-agent', 'authorization', 'x-api-key'])

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4

async function readAll(request: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

export interface Drifted {
  readonly url: URL
  readonly status: number
  /** Null where there is nothing to compare: the sample has no answer, or it was none. */
  readonly drifts: readonly Drift[] | null
}

/** Per request how what came differs in shape from what our sample answers. */
export function driftOf(sample: Sample, exchanges: readonly Exchange[], now: Date): Drifted[] {
  return exchanges.map(({ url, type, body, status }) => {
    const ours = status === 200 ? sample.answer(url, now) : null
    const expected = ours === null ? null : expectedOf(ours)
    if (ours === null || expected === null) return { url, status, drifts: null }
    try {
      // An upstream that calls its JSON text is compared as what our sample says it is.
      const kind = /json|csv|xml|html/.test(type) ? type : ours.type
      return { url, status, drifts: compareShapes(expected, shapeOf(kind, contentOf(body, type))) }
    } catch (error) {
      return { url, status, drifts: [{ path: '/', change: 'type', ours: ours.type, theirs: messageOf(error) }] }
    }
  })
}

// A sample in a shape of which nothing can be told expects nothing.
function expectedOf({ type, body }: SampleAnswer): Shape | null {
  try {
    return shapeOf(type, contentOf(body, type))
  } catch {
    return null
  }
}

const mostUnpacked = 1024 * 1024 * 1024

function contentOf(body: string | Uint8Array, type: string): string | Uint8Array {
  if (typeof body === 'string' || isZip(body)) return body
  return textOf(body, type, { host: 'the upstream', maxBytes: mostUnpacked })
}
