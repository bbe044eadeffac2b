// A paid read of a computed row through the whole stack, one at a time: `npm run bench -- read`.
import type { AddressInfo } from 'node:net'
import { Client } from 'undici'
import type { Facilitator } from '../../api/payment/facilitator/port.ts'
import { buildServer } from '../../api/server.ts'
import { systemClock } from '../../base/clock.ts'
import { createMetrics } from '../../base/metrics.ts'
import { computeFromSamples } from '../../cli/signal/sample-rows.ts'
import { createPostgresLog } from '../../db/log/postgres/index.ts'
import { upsertRows } from '../../db/rows/signals.ts'
import rates from '../../processors/services/rates/service.ts'
import { asset, testConfig } from '../support/payment/settings.ts'
import { printFigure, quantile, quiet, rounded, withDatabase } from './support/engine.ts'
import { signPayments } from './support/payments.ts'

const help = `usage: npm run bench -- read
Time from request to answer of /api/rates/rates, paid anew each time: challenge known, signature checked, claim, row, settlement and
receipt in a real Postgres. Facilitator and chain answer at once, so that theirs is not counted. One call at a time, one connection.`
const warmUps = 300
const measured = 1_000
const barMs = 5

if (process.argv.includes('--help')) process.stdout.write(`${help}\n`)
else
  await withDatabase(async (database) => {
    const { rows } = await computeFromSamples(rates, rates.routes[0]!, {})
    await database.transaction((connection) => upsertRows(connection, rows))
    const log = createPostgresLog({ database, logger: quiet })
    const shared = { database, log, clock: systemClock, logger: quiet, services: [rates], metrics: createMetrics() }
    const payments = { config: testConfig('bench'), facilitator: facilitatorAtOnce(), chain: { fateOf: () => null as never } }
    const config = { domain: 'localhost', world: 'demo', port: 0, host: '127.0.0.1' } as const
    const app = await buildServer({ ...shared, config, payments })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const client = new Client(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
    const ask = async (headers: Record<string, string>) => {
      const answer = await client.request({ method: 'GET', path: '/api/rates/rates', headers })
      return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() }
    }
    const { headers } = await ask({})
    const challenge = JSON.parse(Buffer.from(String(headers['payment-required']), 'base64').toString())
    const took: number[] = []
    for (const payment of signPayments(challenge.accepts[0], warmUps + measured)) {
      const startedAt = performance.now()
      const { status, text } = await ask({ 'payment-signature': payment })
      took.push(performance.now() - startedAt)
      if (status !== 200) throw new Error(`answered ${status}: ${text.slice(0, 300)}`)
    }
    const calm = took.slice(warmUps)
    const [p50, p99] = [quantile(calm, 0.5), quantile(calm, 0.99)]
    printFigure({ paid_reads: measured, p50_ms: rounded(p50), p99_ms: rounded(p99), bar_p50_ms: barMs, is_met: p50 < barMs })
    await client.close()
    await app.close()
    await log.close()
  })

/** Verifies and settles without a word to anybody: its own time is not the gateway's. */
function facilitatorAtOnce(): Facilitator {
  let transactions = 0
  return {
    supported: async () => ({ kinds: [{ network: asset.network, version: 2, feePayer: null }], signers: [] }),
    verify: async () => ({ kind: 'valid' }),
    settle: async () => ({ kind: 'settled', transaction: `0x${(++transactions).toString(16).padStart(64, '0')}`, logIndex: 0 }),
    close: async () => undefined,
  }
}
