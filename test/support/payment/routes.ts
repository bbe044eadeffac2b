// The routes payment suites buy from: cheap to repeat, not so, with a body, failing, slow and charged first.
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { usd } from '../../../api/payment/terms/money.ts'
import type { PaidRoute } from '../../../api/payment/terms/route.ts'

const shared = { tags: ['test'], output: { type: 'object', properties: { signal: { type: 'object' } } } }
export const paidRoutes = {
  rates: {
    ...shared,
    method: 'GET',
    path: '/rates',
    price: usd('0.05'),
    summary: 'Rates regime.',
    repeatable: true,
    example: { output: { signal: { label: 'calm' } } },
  },
  risk: { ...shared, method: 'GET', path: '/risk', price: usd('0.05'), summary: 'Cascade risk.' },
  region: {
    ...shared,
    method: 'GET',
    path: '/region/{code}',
    price: usd('0.03'),
    summary: 'Grid region.',
    input: { type: 'object', properties: { code: { type: 'string' }, hours: { type: 'integer' } }, required: ['code'] },
    example: { input: { code: 'ERCO', hours: 24 }, output: { signal: { label: 'tight' } } },
  },
  convert: {
    ...shared,
    method: 'POST',
    path: '/convert',
    price: usd('0.05'),
    summary: 'Converts a document.',
    input: { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] },
    example: { input: { url: 'https://example.org/a.pdf' }, output: { signal: { label: 'done' } } },
  },
  audit: { ...shared, method: 'POST', path: '/audit', price: usd('2.00'), summary: 'Audits.', settle: 'first' },
  failing: { ...shared, method: 'GET', path: '/failing', price: usd('0.05'), summary: 'Its upstream is down.' },
  large: { ...shared, method: 'GET', path: '/large', price: usd('0.05'), summary: 'More than a socket holds.' },
  slow: { ...shared, method: 'GET', path: '/slow', price: usd('0.05'), summary: 'Takes a while.' },
} as const satisfies Record<string, PaidRoute>

/** How often handlers ran, and what they should do next. */
export type Work = { runs: number; failNext: number; slowMs: number; during: (() => Promise<unknown>) | null }

export function addTestRoutes(app: FastifyInstance, work: Work, prefix = ''): void {
  const add = (paid: PaidRoute, handler: (input: Record<string, unknown>) => Promise<unknown>) =>
    app.route({
      method: paid.method,
      url: prefix + paid.path.replace(/\{([^}]+)\}/g, ':$1'),
      config: { paid },
      ...(paid.method === 'POST' ? { schema: { body: paid.input ?? { type: 'object' } } } : {}),
      async handler(request, reply) {
        work.runs += 1
        await work.during?.()
        if (work.failNext > 0) {
          work.failNext -= 1
          return reply.code(503).send({ error: { code: 'upstream_unavailable', message: 'down' } })
        }
        return handler({ ...(request.params as object), ...(request.query as object), ...((request.body as object) ?? {}) })
      },
    })
  add(paidRoutes.rates, async () => ({ signal: { label: 'calm' }, served: work.runs }))
  add(paidRoutes.risk, async () => ({ signal: { label: 'high' }, served: work.runs }))
  add(paidRoutes.region, async (input) => ({ signal: { label: 'tight' }, input }))
  add(paidRoutes.convert, async (input) => ({ signal: { label: 'done' }, input }))
  add(paidRoutes.audit, async () => ({ signal: { label: 'clean' }, served: work.runs }))
  add(paidRoutes.failing, async () => Promise.reject(Object.assign(new Error('down'), { statusCode: 503 })))
  add(paidRoutes.large, async () => ({ signal: { label: 'large' }, served: work.runs, padding: 'x'.repeat(12_000_000) }))
  add(paidRoutes.slow, async () => {
    await wait(work.slowMs)
    return { signal: { label: 'slow' }, served: work.runs }
  })
}
