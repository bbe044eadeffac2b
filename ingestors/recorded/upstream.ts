// The recorded world's upstreams: one loopback server that answers requests with what was recorded, and refuses the rest by name.
import { createServer } from 'node:http'
import type { Clock } from '../../base/clock.ts'
import { messageOf, TollgateError } from '../../base/errors.ts'
import type { HttpRequest } from '../client/http.ts'
import type { Exchange } from './exchange.ts'
import { findExchange } from './match.ts'

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
      .then((body) => response.writeHead(exchange.status, kept(exchange.headers)).end(body))
      .catch((error) => response.writeHead(500).end(messageOf(error)))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as { port: number }
  return {
    reroute(url, { method = 'GET', body = null }) {
      const found = findExchange(exchanges, { method, url, sent: body }, clock.now())
      if (found !== null) return new URL(`http://127.0.0.1:${port}/${exchanges.indexOf(found)}`)
      throw new TollgateError('upstream_refused', `not recorded: ${method} ${url.host}${url.pathname}`, {
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
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofThatConnection.has(name)))
}
