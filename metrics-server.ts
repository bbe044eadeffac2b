// GET /metrics for processes that have no API of their own to serve it.
import { createServer } from 'node:http'
import type { Registry } from 'prom-client'

export async function startMetricsServer(o: {
  registry: Registry
  host: string
  port: number
}): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': o.registry.contentType }).end(await o.registry.metrics())
  })
  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen(o.port, o.host, listening)
  })
  return {
    port: (server.address() as { port: number }).port,
    async stop() {
      server.closeAllConnections()
      await new Promise<void>((closed) => server.close(() => closed()))
    },
  }
}
