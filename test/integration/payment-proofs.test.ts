// A payer's proofs are their own: a sign-in shows something once, whoever has seen it, and a secret name cannot be found by trying.
import { Agent, request } from 'undici'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { useAttackWorld } from '../support/payment/attack-world.ts'
import { balanceOf, fundedAccount, readHeader } from '../support/payment/clients.ts'
import { frontRun, sendTogether } from '../support/payment/onchain.ts'
import { namedPayment, newIdentifier, signIn } from '../support/payment/proof.ts'
import { currentPayment, signAuthorization } from '../support/payment/sign.ts'
import { startTestServer } from '../support/payment/world.ts'

const world = useAttackWorld()
const { get, income } = world
const here = (path: string) => `${world.server.origin}${path}`

describe.each(['/rates', '/risk'])('a sign-in for %s', (path) => {
  test('fetches the answer once: the same header again fetches nothing, a new one does', async () => {
    const payment = currentPayment(await signAuthorization(world.payer))
    const body = await (await get(payment, path)).text()
    const word = await signIn(world.payer, here(path))
    const replies = await Promise.all(Array.from({ length: 6 }, () => get({ ...payment, ...word }, path)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 402, 402, 402, 402, 402])
    expect(await replies.find(({ status }) => status === 200)!.text()).toBe(body)
    const again = await get({ ...payment, ...word }, path)
    expect(again.status).toBe(402)
    expect(readHeader(again, 'payment-required')).toMatchObject({ error: 'payment_already_used' })
    expect(await (await get({ ...payment, ...(await signIn(world.payer, here(path))) }, path)).text()).toBe(body)
    expect(await income()).toBe(50_000n)
  })
})

test('a sign-in that was used with one process is used with all of them', async () => {
  const database = await createTestDatabase()
  const [one, other] = [
    await startTestServer({ chain: world.chain, database }),
    await startTestServer({ chain: world.chain, database }),
  ]
  afterAll(async () => {
    await Promise.all([one.close(), other.close()])
    await database.drop()
  })
  // As behind a proxy: both are reached under one name.
  const ask = async (at: typeof one, headers: Record<string, string>) => {
    const { statusCode, body } = await request(`${at.origin}/rates`, { headers: { ...headers, host: 'api.test' } })
    return { status: statusCode, text: await body.text() }
  }
  const payment = currentPayment(await signAuthorization(world.payer))
  expect((await ask(one, payment)).status).toBe(200)
  const word = await signIn(world.payer, 'http://api.test/rates')
  expect((await ask(one, { ...payment, ...word })).status).toBe(200)
  expect((await ask(other, { ...payment, ...word })).status).toBe(402)
})

test('a sign-in opens a payment that a stranger sent in, and no second one', async () => {
  const payments = [await signAuthorization(world.payer), await signAuthorization(world.payer)]
  for (const signed of payments) await frontRun(world.chain, signed)
  const word = await signIn(world.payer, here('/rates'))
  const statuses = []
  for (const signed of payments) statuses.push((await get({ ...currentPayment(signed), ...word })).status)
  expect(statuses).toEqual([200, 402])
})

test('a sign-in shows what a receipt is for once, of all that its payer paid for in that transaction', async () => {
  const [other, before] = [await fundedAccount(world.chain), await balanceOf(world.chain, world.payer.address)]
  const payments = [await signAuthorization(world.payer), await signAuthorization(world.payer), await signAuthorization(other)]
  const transaction = await sendTogether(world.chain, payments)
  for (const [index, payer] of [world.payer, world.payer, other].entries())
    expect((await get({ ...currentPayment(payments[index]), ...(await signIn(payer, here('/rates'))) })).status).toBe(200)
  const path = `/receipts/${transaction}`
  const word = await signIn(world.payer, here(path))
  const seen = async () => {
    const { others, ...first } = (await (await get(word, path)).json()) as { payer?: string; others: { payer?: string }[] }
    return [first, ...others].map(({ payer }) => payer ?? null)
  }
  const own = world.payer.address.toLowerCase()
  expect(await seen()).toEqual([own, own, null])
  expect(await seen()).toEqual([null, null, null])
  expect(before - (await balanceOf(world.chain, world.payer.address))).toBe(100_000n)
})

test('whoever tries names is told to wait, by the right one too, and keeps the payer from nothing', async () => {
  const [signed, id] = [await signAuthorization(world.payer), newIdentifier()]
  const first = await get(namedPayment(signed, id))
  const body = await first.text()
  const statuses = []
  for (let tries = 0; tries < 12; tries++) statuses.push((await get(namedPayment(signed))).status)
  expect(statuses).toEqual([...Array(10).fill(402), 429, 429])
  const guessed = await get(namedPayment(signed, id))
  expect(guessed.status).toBe(429)
  expect(Number(guessed.headers.get('retry-after'))).toBeGreaterThan(0)
  // The payer, from the same address by a sign-in, and from their own by the name.
  const word = await signIn(world.payer, here('/rates'))
  expect(await (await get({ ...namedPayment(signed, id), ...word })).text()).toBe(body)
  const elsewhere = new Agent({ localAddress: '127.0.0.2' })
  const own = await request(here('/rates'), { headers: namedPayment(signed, id), dispatcher: elsewhere })
  expect(await own.body.text()).toBe(body)
  await elsewhere.close()
  // Another payment of theirs is not held up.
  expect((await get(namedPayment(await signAuthorization(world.payer)))).status).toBe(200)
  expect(await income()).toBe(100_000n)
})
