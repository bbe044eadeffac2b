// GET /livez and /readyz on the API's own port; where METRICS_PORT is set they are there as well.
import type { FastifyInstance } from 'fastify'
import { bodyOf, type ProbeAnswer, type Probes, well } from '../base/probes.ts'

const alwaysWell: Probes = { live: async () => well, ready: async () => well }

export function registerProbes(app: FastifyInstance, probes: Probes = alwaysWell): void {
  const serve = (path: string, ask: () => Promise<ProbeAnswer>) =>
    app.get(path, async (_request, reply) => {
      const answer = await ask()
      return reply
        .code(answer.ok ? 200 : 503)
        .header('cache-control', 'no-store')
        .type('application/json; charset=utf-8')
        .send(bodyOf(answer))
    })
  serve('/livez', () => probes.live())
  serve('/readyz', () => probes.ready())
}
