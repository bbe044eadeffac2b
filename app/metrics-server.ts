// GET /metrics, /livez and /readyz on a port of their own, where everything is told: whoever can reach it is the operator.
import { createServer } from 'node:http'
import { Registry } from 'prom-client'
import type { Metrics } from '../base/metrics.ts'
import { bodyOf, type ProbeAnswer, type Probes } from '../base/probes.ts'

export async function startMetricsServer(o: {
  metrics: Pick<Metrics, 'registry' | 'internal'>
  host: string
  port: number
  probes: Probes
  /** Brings values up to date that are looked up only when somebody asks. */
  refresh?: () => Promise<unknown>
}): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const probes = new Map<string, () => Promise<ProbeAnswer>>([
    ['/livez', o.probes.live],
    ['/readyz', o.probes.ready],
  ])
  const server = createServer(async (request, response) => {
    const path = request.url?.split('?', 1)[0] ?? ''
    const ask = probes.get(path)
    if (ask !== undefined) {
      const answer = await ask()
      const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
      return response.writeHead(answer.ok ? 200 : 503, headers).end(bodyOf(answer))
    }
    if (path !== '/metrics') return response.writeHead(404).end()
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
