// The recorded world's upstreams: one loopback server that answers requests with what was recorded, and refuses the rest by name.
import { createServer, validateHeaderName, validateHeaderValue } from 'node:http'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { Clock } from '../../base/clock.ts'
import { messageOf, TollgateError } from '../../base/errors.ts'
import type { HttpRequest } from '../client/http.ts'
import type { Exchange } from './exchange.ts'
import { differenceFrom, findExchange } from './match.ts'

export interface RecordedUpstream {
  reroute(url: URL, request: Pick<HttpRequest, 'method' | 'body'>): URL
  stop(): Promise<void>
}

// About the connection or the encoding of that time: the body is kept as it reads, in one piece.
const ofThatConnection = new Set(['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'keep-alive'])

export async function startRecordedUpstream(exchanges: readonly Exchange[], clock: Clock): Promise<RecordedUpstream> {
  const server = createServer((request, response) => {
    const exchange = exchanges[Number(request.url?.slice(1))]
    if (exchange === undefined) return void response.writeHead(404).end()
    exchange
      .body()
      .then((body) => response.writeHead(exchange.status, kept(exchange.headers)).end(unpacked(body, exchange.headers)))
      .catch((error) => response.writeHead(500).end(messageOf(error)))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as { port: number }
  return {
    reroute(url, { method = 'GET', body = null }) {
      const asked = { method, url, sent: body }
      const found = findExchange(exchanges, asked, clock.now())
      if (found !== null && found.lacks === undefined) return new URL(`http://127.0.0.1:${port}/${exchanges.indexOf(found)}`)
      const why = found?.lacks ?? differenceFrom(exchanges, asked).join(', ')
      const more = why === '' ? '' : found === null ? `; what is recorded there differs in ${why}` : `; ${why}`
      throw new TollgateError('upstream_refused', `not recorded: ${method} ${url.host}${url.pathname}${more}`, {
        detailCode: 'not_recorded',
      })
    },
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped())
        server.closeAllConnections()
      }),
  }
}

function kept(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter((one) => !ofThatConnection.has(one[0]) && canBeSent(one)))
}

// Some programs write the status and the like of HTTP/2 among the headers.
function canBeSent([name, value]: readonly [string, string]): boolean {
  try {
    validateHeaderName(name)
    validateHeaderValue(name, value)
    return true
  } catch {
    return false
  }
}

const unpackers: Readonly<Record<string, (body: Uint8Array) => Uint8Array>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

// Most programs keep a body as it reads and its headers as they came; some keep it packed.
function unpacked(body: Uint8Array, headers: Readonly<Record<string, string>>): Uint8Array {
  const unpack = unpackers[headers['content-encoding']?.toLowerCase() ?? '']
  if (unpack === undefined) return body
  try {
    return unpack(body)
  } catch {
    return body
  }
}
