// The boards of the gateway: /status for everybody, /sales and /sales.csv for its operator.
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../base/clock.ts'
import type { Metrics } from '../../base/metrics.ts'
import type { Database } from '../../db/client.ts'
import { countLastHour, readSales, type SalesLine } from '../../db/payments/sales.ts'
import type { Service } from '../../processors/kit/define.ts'
import { foundOut } from '../found-out.ts'
import type { SendPage } from './index.ts'
import { readCalls } from './latency.ts'
import { createOperatorCheck, type OperatorSettings } from './operator.ts'
import { salesPage } from './pages/sales.ts'
import { type Health, statusPage } from './pages/status.ts'

export interface BoardDependencies {
  readonly health: () => Promise<Health>
  readonly services: readonly Service[]
  readonly database: Database
  readonly metrics: Metrics
  readonly clock: Clock
  /** Whose payments are counted; they are shown to all only where they are worth nothing. */
  readonly run: string
  readonly isWorthless: boolean
  readonly operator: OperatorSettings
  readonly sendPage: SendPage
}

const mostDays = 366
const usualDays = 30
const mostPayers = 20

export function registerBoards(app: FastifyInstance, deps: BoardDependencies): void {
  const { pool } = deps.database
  const titles = new Map(deps.services.flatMap(({ reads }) => reads.map(({ origin }) => [origin.id, origin.name] as const)))
  // Documents are asked for at the same addresses, and are no answers.
  const sold = new Set(deps.services.flatMap(({ label, routes }) => routes.map(({ path }) => `/api/${label}${path}`)))
  const anHour = foundOut(() => countLastHour(pool, deps.run), { freshMs: 10_000 })
  app.get('/status', async (request, reply) => {
    const [health, paymentsAnHour, calls] = await Promise.all([
      deps.health(),
      deps.isWorthless ? anHour().catch(() => null) : null,
      readCalls(deps.metrics.registry),
    ])
    return deps.sendPage(request, reply, {
      title: 'Status · Tollgate',
      here: '/status',
      main: statusPage({
        health,
        paymentsAnHour,
        calls: calls.filter(({ route }) => sold.has(route)),
        titleOf: (source) => titles.get(source),
      }),
    })
  })
  const refuseStranger = createOperatorCheck(deps.operator, deps.clock)
  app.get<{ Querystring: { days?: unknown } }>('/sales', async (request, reply) => {
    if (refuseStranger(request, reply)) return reply
    const of = { run: deps.run, days: daysOf(request.query.days) }
    const [[total], byRoute, byDay, byPayer, calls] = await Promise.all([
      readSales(pool, of, 'nothing'),
      readSales(pool, of, 'route'),
      readSales(pool, of, 'day'),
      readSales(pool, of, 'payer', mostPayers),
      readCalls(deps.metrics.registry),
    ])
    const main = salesPage({ days: of.days, total: total!, byRoute, byDay, byPayer, calls })
    return deps.sendPage(request, reply, { title: 'Sales · Tollgate', here: '/sales', main, isPrivate: true })
  })
  app.get<{ Querystring: { days?: unknown } }>('/sales.csv', async (request, reply) => {
    if (refuseStranger(request, reply)) return reply
    const lines = await readSales(pool, { run: deps.run, days: daysOf(request.query.days) }, 'dayAndRoute')
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="sales.csv"')
      .send(writeCsv(lines))
  })
}

function daysOf(given: unknown): number {
  const days = Number(given)
  return Number.isInteger(days) && days >= 1 && days <= mostDays ? days : usualDays
}

/** A route begins with a slash and a day with a digit: no cell is a formula to a spreadsheet. */
const writeCsv = (lines: readonly SalesLine[]): string =>
  [
    ['day', 'route', 'payments', 'payers', 'income_usd'],
    ...lines.map((one) => [one.day, one.route, one.payments, one.payers, one.income]),
  ]
    .map((cells) => `${cells.join(',')}\n`)
    .join('')
