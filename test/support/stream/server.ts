// An API server whose counter rows tests change by hand, for streams to tell of.
import type { FastifyInstance } from 'fastify'
import type { ChainReader } from '../../../api/payment/chain/reader.ts'
import type { Facilitator } from '../../../api/payment/facilitator/port.ts'
import { buildServer } from '../../../api/server.ts'
import type { StreamLimits } from '../../../api/stream/limits.ts'
import { systemClock } from '../../../base/clock.ts'
import { createMetrics, type Metrics } from '../../../base/metrics.ts'
import type { Database } from '../../../db/client.ts'
import { createPostgresLog } from '../../../db/log/postgres/index.ts'
import { counterService, tickTopic } from '../counter.ts'
import { createFakeChain } from '../payment/fake-chain.ts'
import { asset, testConfig } from '../payment/settings.ts'
import { quiet } from '../quiet.ts'

export interface StreamServer {
  readonly app: FastifyInstance
  readonly metrics: Metrics
  readonly port: number
  close(): Promise<void>
}

/** A facilitator and its chain in memory that fail in nothing. */
export function settlingInMemory(): { facilitator: Facilitator; chain: ChainReader } {
  const chain = createFakeChain(
    () => 9,
    async () => undefined,
  )
  const supported = async () => ({ kinds: [{ network: asset.network, version: 2 as const, feePayer: null }], signers: [] })
  return { facilitator: { ...chain, supported }, chain }
}

export async function startStreamServer(o: {
  database: Database
  run: string
  facilitator: Facilitator
  chain: ChainReader
  limits?: Partial<StreamLimits>
  port?: number
}): Promise<StreamServer> {
  const log = createPostgresLog({ database: o.database, logger: quiet })
  const topic = tickTopic('stream', 1)
  await log.ensure([topic])
  const metrics = createMetrics()
  const app = await buildServer({
    config: { domain: 'localhost', world: 'demo', host: '127.0.0.1', port: 0 },
    services: [counterService(topic)],
    database: o.database,
    log,
    clock: systemClock,
    logger: quiet,
    metrics,
    payments: { config: testConfig(o.run), facilitator: o.facilitator, chain: o.chain },
    ...(o.limits === undefined ? {} : { streamLimits: o.limits }),
  })
  await app.listen({ host: '127.0.0.1', port: o.port ?? 0 })
  return {
    app,
    metrics,
    port: (app.server.address() as { port: number }).port,
    async close() {
      await app.close()
      await log.close()
    },
  }
}
