// GET /metrics on a port of its own, where everything is told: whoever can reach it is the operator.
import { createServer } from 'node:http'
import { Registry } from 'prom-client'
import type { Metrics } from '../base/metrics.ts'

export async function startMetricsServer(o: {
  metrics: Pick<Metrics, 'registry' | 'internal'>
  host: string
  port: number
  /** Brings values up to date that are looked up only when somebody asks. */
  refresh?: () => Promise<unknown>
}): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end()
    await o.refresh?.()
    const all = Registry.merge([o.metrics.registry, o.metrics.internal])
    response.writeHead(200, { 'content-type': all.contentType }).end(await all.metrics())
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
