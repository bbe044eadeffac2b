// A server over rows that are there already, at whatever time it is told: nothing fetches for it, and nothing costs.
import type { FastifyRequest } from 'fastify'
import { createInputReader } from '../../api/inputs.ts'
import { createChainReader } from '../../api/payment/chain/reader.ts'
import { createLocalFacilitator } from '../../api/payment/facilitator/local.ts'
import { buildServer } from '../../api/server.ts'
import { createMetrics } from '../../base/metrics.ts'
import type { Database } from '../../db/client.ts'
import type { Log } from '../../db/log/port.ts'
import { findRow } from '../../db/rows/signals.ts'
import type { Service } from '../../processors/kit/define.ts'
import { testConfig } from './payment/settings.ts'
import { quiet } from './quiet.ts'
import { type PaidRoute, requestOf, withInput } from './route-inputs.ts'

export interface AgedAnswer {
  readonly status: number
  readonly stale: boolean | null
  readonly code: string | null
  readonly retryAfter: string | null
}

/** A demand is heard by nobody: that is an upstream that is down. */
const deaf = { append: async () => undefined } as unknown as Log
const waitSeconds = 0.2

export async function openAgedGateway(services: readonly Service[], database: Database) {
  let now = new Date()
  const free = services.map((service) => ({
    ...service,
    routes: service.routes.map((route) => ({
      ...route,
      price: 'free' as const,
      ...(route.demand === undefined ? {} : { demand: { ...route.demand, waitSeconds } }),
    })),
  }))
  const app = await buildServer({
    config: { domain: 'localhost', world: 'demo', port: 0, host: '127.0.0.1' },
    services: free,
    database,
    log: deaf,
    clock: { now: () => now },
    logger: quiet,
    metrics: createMetrics(),
    payments: { config: testConfig('aged'), facilitator: createLocalFacilitator([]), chain: createChainReader({}) },
  })

  async function ask(one: PaidRoute, at: Date): Promise<AgedAnswer> {
    now = at
    const { path } = requestOf(one, withInput(one, {}))
    const answer = await app.inject({ method: 'GET', url: path })
    const body = answer.json()
    const retryAfter = answer.headers['retry-after']
    return {
      status: answer.statusCode,
      stale: body.meta?.stale ?? null,
      code: body.error?.code ?? null,
      retryAfter: retryAfter === undefined ? null : String(retryAfter),
    }
  }

  return {
    /** The route's example asked for so long after its newest input; null where there is no row. */
    async askAged(one: PaidRoute, seconds: number): Promise<AgedAnswer | null> {
      const { service, route } = one
      const key = route.key(readExample(one))
      for (;;) {
        const row = await findRow(database.pool, service.label, route.path, key)
        if (row === null) return null
        const answer = await ask(one, new Date(row.observedAt.getTime() + seconds * 1_000))
        // Those who make the rows are still at work: a row that came meanwhile has another age.
        if ((await findRow(database.pool, service.label, route.path, key))?.id === row.id) return answer
      }
    },
    async get(path: string) {
      const answer = await app.inject({ method: 'GET', url: path })
      return { status: answer.statusCode, body: answer.json() }
    },
    close: () => app.close(),
  }
}

function readExample(one: PaidRoute): Record<string, unknown> {
  const request = { query: withInput(one, {}), params: {}, body: null } as unknown as FastifyRequest
  return createInputReader(one.route)(request, new Date())
}
