// Full bodies on a stream: bought with an official client's payment, charged once whatever is killed, each update used once.
import { setTimeout as wait } from 'node:timers/promises'
import { x402Client } from '@x402/core/client'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../db/embedded/free-port.ts'
import type { Devnet } from '../../devnet/index.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { balanceOf, fundedAccount } from '../support/payment/clients.ts'
import { withIdentifier } from '../support/payment/identified.ts'
import { startTestChain } from '../support/payment/world.ts'
import { type StreamChild, startStreamChild } from '../support/stream/child.ts'
import { openStream, type StreamReader } from '../support/stream/reader.ts'
import { changeRow } from '../support/stream/rows.ts'
import { until } from '../support/until.ts'

const name = 'counter/count'
const price = 100_000n
let database: TestDatabase
let chain: Devnet
let port: number
let child: StreamChild

beforeAll(async () => {
  ;[database, chain, port] = await Promise.all([createTestDatabase(), startTestChain(), freePort()])
  await startServer()
})
afterAll(async () => {
  await child.kill()
  await chain.stop()
  await database.drop()
})

async function startServer(): Promise<void> {
  child = await startStreamChild({ databaseUrl: database.url, rpcUrl: chain.rpcUrl, run: chain.run, port })
}
async function ask(reader: StreamReader, message: object, type: string) {
  const from = reader.messages.length
  reader.send(message)
  return reader.next(type, from)
}
const paidUpdates = (reader: StreamReader) =>
  reader.messages.filter(({ type }) => type === 'update').map(({ event, updates_left: left, body }) => [event, left, body?.count])

test('one payment buys ten updates, charged once through kill -9, lost updates sent again for nothing', async () => {
  const account = await fundedAccount(chain)
  const client = new x402Client().register('eip155:*', new ExactEvmScheme(account))
  const before = await balanceOf(chain, account.address)
  const spent = async () => before - (await balanceOf(chain, account.address))
  const reader = await openStream(port)
  const asked = await ask(reader, { subscribe: [name], full: true }, 'payment_required')
  expect(asked).toMatchObject({
    status: 402,
    name,
    updates: 10,
    payment_required: { x402Version: 2 },
    legacy: { x402Version: 1 },
  })
  expect(asked.payment_required.accepts[0].amount).toBe(String(price))
  // A running credit moves to another connection only with its payer's proof.
  const payment = withIdentifier(await client.createPaymentPayload(asked.payment_required))

  // Killed somewhere in the middle of the purchase, and bought again with the same payment.
  reader.send({ subscribe: [name], payment })
  await wait(25)
  await child.kill()
  await startServer()
  const second = await openStream(port)
  await until('the purchase is through', async () => {
    const from = second.messages.length
    second.send({ subscribe: [name], payment })
    await until('it is answered', () => second.messages.length > from)
    const answer = second.messages[from]
    if (answer.type !== 'subscribed') await wait(700)
    return answer.type === 'subscribed'
  })
  expect(second.messages.at(-1)).toMatchObject({
    updates_left: 10,
    receipt: { success: true, transaction: expect.stringMatching(/^0x/) },
  })
  expect(await spent()).toBe(price)

  const ids = [await changeRow(database, 'k', 1), await changeRow(database, 'k', 2), await changeRow(database, 'k', 3)]
  await until('three bodies are there', () => second.events().length === 3)
  expect(paidUpdates(second)).toEqual(ids.map((id, i) => [id, 9 - i, i + 1]))
  const { body } = second.messages.find(({ event }) => event === ids[0])
  expect(body).toMatchObject({ signal: { label: 'counted', score: 1 }, meta: { world: 'demo', provenance: { row: ids[0] } } })

  // The third was lost on the way, two more happen while the server is down.
  await child.kill()
  ids.push(await changeRow(database, 'k', 4), await changeRow(database, 'k', 5))
  await startServer()
  const third = await openStream(port)
  expect(await ask(third, { subscribe: [name], payment, last_event: ids[1] }, 'subscribed')).toMatchObject({ updates_left: 7 })
  await until('the missed ones are there', () => third.events().length === 3)
  expect(paidUpdates(third)).toEqual([
    [ids[2], 7, 3],
    [ids[3], 6, 4],
    [ids[4], 5, 5],
  ])

  // The same payment elsewhere takes the rest with it, if it is the payer's; for something else it is worth nothing.
  const fourth = await openStream(port)
  const stolen = { ...payment, extensions: {} }
  expect(await ask(fourth, { subscribe: [name], payment: stolen }, 'payment_required')).toMatchObject({
    payment_required: { error: 'payment_already_used', extensions: { 'sign-in-with-x': { info: { version: '1' } } } },
  })
  expect(await ask(fourth, { subscribe: [name], payment }, 'subscribed')).toMatchObject({ updates_left: 5 })
  expect(await ask(fourth, { subscribe: [`${name}?`], payment }, 'payment_required')).toMatchObject({
    payment_required: { error: 'payment_already_used' },
  })
  for (let n = 6; n <= 11; n++) ids.push(await changeRow(database, 'k', n))
  await until('all are told', () => fourth.events().length === 6 && third.events().length === 9)
  expect(paidUpdates(fourth)).toEqual([...[6, 7, 8, 9, 10].map((n) => [ids[n - 1], 10 - n, n]), [ids[10], undefined, undefined]])
  expect(paidUpdates(third).slice(3)).toEqual([6, 7, 8, 9, 10, 11].map((n) => [ids[n - 1], undefined, undefined]))
  expect(third.messages.filter(({ type }) => type === 'unpaid')).toHaveLength(1)
  expect(await spent()).toBe(price)
  const { rows } = await database.pool.query('SELECT state, amount, route FROM payment')
  expect(rows).toEqual([{ state: 'settled', amount: String(price), route: '/api/counter/stream/count' }])

  // A payment that does not pay is told why, in the words of a 402.
  const poor = await ask(
    fourth,
    { subscribe: [name], payment: { ...payment, accepted: { ...payment.accepted, amount: '1' } } },
    'payment_required',
  )
  expect(poor.payment_required.error).toBe('invalid_payment_requirements')
  await Promise.all([third.close(), fourth.close()])
})
