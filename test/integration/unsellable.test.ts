// Nobody is invited to sign for what cannot be sold: an unpaid call is 503 with the time to come back, and names no price.
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { currentClient } from '../support/payment/clients.ts'
import { changeRow, counterRow, writeRows } from '../support/stream/rows.ts'
import { type StreamServer, settlingInMemory, startStreamServer } from '../support/stream/server.ts'
import { until } from '../support/until.ts'

let database: TestDatabase
let server: StreamServer
let isAway = false

beforeAll(async () => {
  database = await createTestDatabase()
  const { facilitator, chain } = settlingInMemory()
  const verify: typeof facilitator.verify = async (payment) =>
    isAway ? { kind: 'unavailable', retryAfterSeconds: 1 } : facilitator.verify(payment)
  server = await startStreamServer({ database, run: 'unsellable', facilitator: { ...facilitator, verify }, chain })
})
beforeEach(() => database.pool.query('TRUNCATE signal_row'))
afterAll(async () => {
  await server.close()
  await database.drop()
})

const url = () => `http://127.0.0.1:${server.port}/api/counter/count`
async function askUnpaid(): Promise<{ status: number; code: string | undefined; isPriced: boolean; retryAfter: number }> {
  const answer = await fetch(url())
  const body = (await answer.json()) as { error?: { code?: string } }
  const retryAfter = Number(answer.headers.get('retry-after'))
  return { status: answer.status, code: body.error?.code, isPriced: answer.headers.has('payment-required'), retryAfter }
}
const untilAsked = (what: string, status: number) => until(what, async () => (await askUnpaid()).status === status)

test('without a row, and past the age it may be sold at, there is no price; with one there is', async () => {
  await untilAsked('there is nothing', 503)
  expect(await askUnpaid()).toEqual({ status: 503, code: 'not_ready', isPriced: false, retryAfter: 5 })
  await changeRow(database, 'all', 1)
  await untilAsked('there is something', 402)
  expect(await askUnpaid()).toMatchObject({ isPriced: true })
  const observedAt = new Date(Date.now() - 601_000)
  await database.transaction((connection) => writeRows(connection, [{ ...counterRow('all', 2), observedAt }]))
  await untilAsked('it is too old', 503)
  expect(await askUnpaid()).toEqual({ status: 503, code: 'not_ready', isPriced: false, retryAfter: 30 })
})

test('payments that cannot be settled are asked of nobody, until somebody may try again', async () => {
  await changeRow(database, 'all', 3)
  await untilAsked('there is something', 402)
  const pay = () => currentClient(privateKeyToAccount(generatePrivateKey()))(url())
  isAway = true
  for (let i = 0; i < 3; i++) expect((await pay()).status).toBe(503)
  const refused = await askUnpaid()
  expect(refused).toMatchObject({ status: 503, code: 'facilitator_unavailable', isPriced: false })
  expect(refused.retryAfter).toBeGreaterThan(0)
  isAway = false
  // One caller a second is invited meanwhile, and everybody once that one was served.
  await until('somebody is invited, and served', async () => (await pay()).status === 200)
  for (let i = 0; i < 3; i++) expect(await askUnpaid()).toMatchObject({ status: 402, isPriced: true })
  expect((await pay()).status).toBe(200)
})
