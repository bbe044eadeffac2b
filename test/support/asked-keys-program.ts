// The parts that serve asked keys, each startable as often as a test has processes for it: APIs, fetchers, the service.
import type { AddressInfo } from 'node:net'
import { createChainReader } from '../../api/payment/chain/reader.ts'
import { createLocalFacilitator } from '../../api/payment/facilitator/local.ts'
import { buildServer } from '../../api/server.ts'
import { systemClock } from '../../base/clock.ts'
import { createMetrics } from '../../base/metrics.ts'
import type { Database } from '../../db/client.ts'
import { createOwnership } from '../../db/locks/ownership.ts'
import type { Log } from '../../db/log/port.ts'
import type { HttpClient } from '../../ingestors/client/http.ts'
import { startDemand } from '../../ingestors/demand/index.ts'
import { startProcessors } from '../../processors/index.ts'
import type { makeAskedKeys } from './asked-keys.ts'
import { quiet } from './database.ts'
import { testConfig } from './payment/settings.ts'

type AskedKeys = ReturnType<typeof makeAskedKeys>

const onFatal = (error: unknown): never => {
  throw error
}

export async function openQuoteApi({ service, topic }: Pick<AskedKeys, 'service' | 'topic'>, database: Database, log: Log) {
  const app = await buildServer({
    config: { domain: 'localhost', world: 'demo', port: 0, host: '127.0.0.1' },
    services: [service],
    sources: [{ source: 'quotes', topic: topic.name, off: null }],
    database,
    log,
    clock: systemClock,
    logger: quiet,
    metrics: createMetrics(),
    // Quotes are free: nobody asks this chain anything.
    payments: { config: testConfig('quotes'), facilitator: createLocalFacilitator([]), chain: createChainReader({}) },
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return {
    async ask(key: string) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/quote/quote?key=${key}`)
      const retryAfter = answer.headers.get('retry-after')
      return { status: answer.status, retryAfter, body: (await answer.json()) as any }
    },
    close: () => app.close(),
  }
}

export async function startFetcher({ ingestor }: Pick<AskedKeys, 'ingestor'>, database: Database, log: Log, http: HttpClient) {
  const ownership = createOwnership({ url: database.url, logger: quiet })
  const shared = { log, database, http, clock: systemClock, logger: quiet, ownership, credentials: {}, onFatal }
  const demand = await startDemand({ ...shared, ingestors: [ingestor] })
  return {
    async stop() {
      await demand.stop()
      await ownership.close()
    },
  }
}

export function startQuoteService({ service }: Pick<AskedKeys, 'service'>, database: Database, log: Log) {
  const shared = { log, database, clock: systemClock, logger: quiet, onFatal }
  return startProcessors({ ...shared, services: [service], events: { batch: () => undefined } })
}
