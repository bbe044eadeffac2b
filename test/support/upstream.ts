// A local HTTP server in every upstream's place, and the real client pointed at it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { messageOf } from '../../base/errors.ts'
import { createHttpClient, type HttpClient, type HttpOptions } from '../../ingestors/client/http.ts'

export interface Asked {
  readonly url: URL
  /** How often this URL has been asked for, this time included. */
  readonly times: number
  readonly request: IncomingMessage
}

export interface Upstream {
  readonly asked: URL[]
  /** Where the server really listens. */
  readonly address: string
  /** A client whose requests end here; in haste unless told otherwise. */
  client(options?: HttpOptions): HttpClient
  stop(): Promise<void>
}

/** What it throws is answered with 599 and thrown again by stop(), so that the test fails of it and not the whole run. */
export type Behaviour = (asked: Asked, response: ServerResponse) => unknown

export const hasty = { attempts: 2, firstRetryMs: 5, timeoutMs: 10_000, requestsPerSecond: 10_000, keepsGaps: false } as const

export async function startUpstream(behave: Behaviour): Promise<Upstream> {
  const asked: URL[] = []
  const clients: HttpClient[] = []
  const failures: unknown[] = []
  const server = createServer((request, response) => {
    const url = new URL(new URL(request.url ?? '/', 'http://local').searchParams.get('url') ?? 'http://nowhere/')
    asked.push(url)
    const asking: Asked = {
      url,
      // Few ask.
      get times() {
        return asked.filter((other) => other.href === url.href).length
      },
      request,
    }
    const answered = async () => behave(asking, response)
    answered().catch((error: unknown) => {
      failures.push(error)
      if (response.headersSent) response.destroy()
      else response.writeHead(599, { 'content-type': 'text/plain' }).end(`the test's own server failed: ${messageOf(error)}`)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as { port: number }
  const reroute = (url: URL) => new URL(`http://127.0.0.1:${port}/?url=${encodeURIComponent(url.href)}`)
  return {
    asked,
    address: `http://127.0.0.1:${port}`,
    client(options = {}) {
      const client = createHttpClient({ ...hasty, reroute, ...options })
      clients.push(client)
      return client
    },
    async stop() {
      await Promise.all(clients.map((client) => client.close()))
      server.closeAllConnections()
      await new Promise((stopped) => server.close(stopped))
      if (failures.length > 0)
        throw new Error(`the upstream of this test failed: ${messageOf(failures[0])}`, { cause: failures[0] })
    },
  }
}
