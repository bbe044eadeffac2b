// The real server and real workers over errands.
import type { AddressInfo } from 'node:net'
import { createChainReader } from '../../api/payment/chain/reader.ts'
import { createLocalFacilitator } from '../../api/payment/facilitator/local.ts'
import { buildServer } from '../../api/server.ts'
import { systemClock } from '../../base/clock.ts'
import { createMetrics } from '../../base/metrics.ts'
import { createSafeFetch } from '../../base/safe-fetch/index.ts'
import type { Database } from '../../db/client.ts'
import type { Log } from '../../db/log/port.ts'
import { startJobs } from '../../processors/jobs/index.ts'
import { quiet } from './database.ts'
import type { Act, makeErrands } from './errand.ts'
import { testConfig } from './payment/settings.ts'

type Errands = ReturnType<typeof makeErrands>

export interface ErrandAnswer {
  readonly status: number
  readonly retryAfter: string | null
  readonly body: {
    run?: number
    meta?: { provenance: { row: number } }
    error?: { code: string; message: string; retry_after?: number }
  }
}

export async function openErrandApi(errands: Errands, database: Database, log: Log) {
  const app = await buildServer({
    config: { domain: 'localhost', world: 'demo', port: 0, host: '127.0.0.1' },
    services: [errands.service],
    database,
    log,
    clock: systemClock,
    logger: quiet,
    metrics: createMetrics(),
    // Errands are free: nobody asks this chain anything.
    payments: { config: testConfig('errands'), facilitator: createLocalFacilitator([]), chain: createChainReader({}) },
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return {
    async ask(name: string, act: Act): Promise<ErrandAnswer> {
      const answer = await fetch(`http://127.0.0.1:${port}/api/errand/run?name=${name}&act=${act}`)
      return {
        status: answer.status,
        retryAfter: answer.headers.get('retry-after'),
        body: (await answer.json()) as ErrandAnswer['body'],
      }
    },
    close: () => app.close(),
  }
}

export function startErrandWorkers(errands: Errands, database: Database, log: Log, answering?: Promise<unknown>) {
  return startJobs({
    jobs: [errands.job],
    log,
    database,
    safeFetch: createSafeFetch(),
    clock: systemClock,
    logger: quiet,
    answering,
    events: { batch: () => undefined },
    onFatal(error) {
      throw error
    },
  })
}
