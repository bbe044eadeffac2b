// A database that answers and takes no writes, as a host sets it whose disk is full: nobody is invited to pay, and it is said; the payment
// that came meanwhile is answered once, when it takes them again.
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { onServer } from '../support/database.ts'
import { type Gateway, openGateway } from '../support/gateway.ts'
import { fundedAccount } from '../support/payment/clients.ts'
import { currentPayment, nowSeconds, signAuthorization } from '../support/payment/sign.ts'
import { until } from '../support/until.ts'

let gateway: Gateway
beforeAll(async () => {
  gateway = await openGateway({ ONLY_SOURCES: 'treasury-yields,nyfed-rates,fed-ebp,ofr-fsi,fred' })
}, 120_000)
afterAll(() => gateway?.close())

const route = '/api/rates/rates'
async function ask(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(gateway.url + path, { headers })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as any }
}

async function takeWrites(areTaken: boolean): Promise<void> {
  const name = new URL(gateway.database.url).pathname.slice(1)
  const value = areTaken ? 'off' : 'on'
  await onServer(inject('postgresUrl'), `ALTER DATABASE ${name} SET default_transaction_read_only = ${value}`)
  // Settings are a new connection's; those that are there end.
  await onServer(inject('postgresUrl'), `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`)
}

test('nothing is sold while nothing can be written, and what was signed is charged once', async () => {
  await until('it sells', async () => (await ask(route)).status === 402)
  await until('it is ready', async () => (await ask('/readyz')).status === 200)
  const account = await fundedAccount(gateway.chain)
  const payment = currentPayment(await signAuthorization(account, { validBefore: String(nowSeconds() + 300) }))

  await takeWrites(false)
  await until('a payment is refused for the books', async () => {
    const { status, body } = await ask(route, payment)
    return status === 503 && body.error.code === 'settlement_pending'
  })
  await until('nobody is invited', async () => {
    await ask(route, payment)
    const { status, headers, body } = await ask(route)
    return status === 503 && body.error.code === 'database_unavailable' && Number(headers.get('retry-after')) > 0
  })
  const { body: health } = await ask('/health')
  expect(health).toMatchObject({
    status: 'down',
    parts: {
      database: { ok: false, error: 'it is read only: nothing can be written' },
      payments: { ok: false, error: 'payments could not be written down' },
    },
  })
  const ready = await ask('/readyz')
  expect(ready.status).toBe(503)
  expect(JSON.stringify(ready.body)).toContain('the database is read only')

  await takeWrites(true)
  await until('the same payment is answered', async () => (await ask(route, payment)).status === 200)
  await until('all is well again', async () => (await ask('/health')).body.parts.payments.ok)
  await until('it sells again', async () => (await ask(route)).status === 402)
  const { rows } = await gateway.database.pool.query('SELECT state FROM payment')
  expect(rows).toEqual([{ state: 'settled' }])
}, 120_000)
