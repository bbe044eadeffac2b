// One poll of a source with everything its upstream sends kept beside what our sample would have sent.
import { createServer } from 'node:http'
import type { Config } from '../../app/config/index.ts'
import { createHttpClient, type HttpOptions } from '../../ingestors/client/http.ts'
import type { Ingestor, Sample } from '../../ingestors/define.ts'
import { pollValues } from '../source/poll-values.ts'
import { compareShapes, type Drift, shapeOf } from './shape.ts'

export interface Exchange {
  readonly method: string
  readonly url: URL
  /** What was posted. */
  readonly sent: string | null
  readonly status: number
  readonly type: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
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
  // The client's requests pass through here, so that what is written down is exactly what it read.
  const server = createServer((request, response) => {
    const method = request.method ?? 'GET'
    const url = new URL(new URL(request.url ?? '/', 'http://local').searchParams.get('url') ?? '')
    const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => passed.has(name))) as Record<
      string,
      string
    >
    readAll(request)
      .then(async (posted) => {
        const sent = posted === '' ? null : posted
        const answer = await upstream(url, { method, headers, redirect: 'follow', ...(sent === null ? {} : { body: sent }) })
        const type = answer.headers.get('content-type') ?? 'text/plain'
        const bytes = new Uint8Array(await answer.arrayBuffer())
        const body = isZip(bytes) ? bytes : new TextDecoder().decode(bytes)
        exchanges.push({
          method,
          url,
          sent,
          status: answer.status,
          type,
          headers: keptHeaders(answer.headers),
          body,
          at: new Date(),
        })
        response.writeHead(answer.status, { 'content-type': type }).end(body)
      })
      .catch((error: Error) => response.writeHead(502).end(error.message))
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
    return { exchanges, failure, values: 0 }
  } finally {
    await http.close()
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
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

/** Per request how what came differs in shape from what our sample answers; null where the sample has no answer. */
export function driftOf(
  sample: Sample,
  exchanges: readonly Exchange[],
  now: Date,
): { url: URL; drifts: readonly Drift[] | null }[] {
  return exchanges.map(({ url, type, body, status }) => {
    const ours = sample.answer(url, now)
    if (ours === null || status !== 200) return { url, drifts: null }
    // An upstream that calls its JSON text is compared as what our sample says it is.
    const kind = /json|csv|xml|html/.test(type) ? type : ours.type
    return { url, drifts: compareShapes(shapeOf(ours.type, ours.body), shapeOf(kind, body)) }
  })
}
