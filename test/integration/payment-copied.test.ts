// What stands on a chain is everybody's to copy: no log pays twice, and no copy of a payment fetches its payer's answer.
import { connect } from 'node:net'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { useAttackWorld } from '../support/payment/attack-world.ts'
import { fundedAccount, readHeader } from '../support/payment/clients.ts'
import { cancel, frontRun, readPayment, sendTogether } from '../support/payment/onchain.ts'
import { namedPayment, newIdentifier, signIn } from '../support/payment/proof.ts'
import { currentPayment, legacyPayment, signAuthorization } from '../support/payment/sign.ts'
import { until } from '../support/until.ts'

const world = useAttackWorld()
const { get, income, expectNothing } = world
const here = (path = '/rates') => `${world.server.origin}${path}`

describe('one transfer, one payment', () => {
  test('many authorizations burnt beside one payment in one transaction buy one answer', async () => {
    const real = await signAuthorization(world.payer)
    const burnt = await Promise.all(
      Array.from({ length: 20 }, () => signAuthorization(world.payer, { to: world.payer.address, value: '0' })),
    )
    await sendTogether(world.chain, [...burnt.slice(0, 10), real, ...burnt.slice(10)])
    const presented = await Promise.all(burnt.map(({ authorization: { nonce } }) => signAuthorization(world.payer, { nonce })))
    const proof = await signIn(world.payer, here())
    const replies = await Promise.all([...presented, real].map((signed) => get({ ...currentPayment(signed), ...proof })))
    expect(replies.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    expect(replies.at(-1)!.status).toBe(200)
    expect(await income()).toBe(50_000n)
  })

  test('a cancelled authorization beside a plain transfer of the price in one block pays nothing', async () => {
    const signed = await signAuthorization(world.payer)
    await cancel(world.chain, world.payer, signed.authorization.nonce)
    const proof = await signIn(world.payer, here())
    await expectNothing(await get({ ...currentPayment(signed), ...proof }), 402)
  })

  test('two payments that a stranger sends in together are two payments, each for its own payer', async () => {
    const other = await fundedAccount(world.chain)
    const payments = [await signAuthorization(world.payer), await signAuthorization(other)]
    const transaction = await sendTogether(world.chain, payments)
    for (const [index, payer] of [world.payer, other].entries()) {
      const reply = await get({ ...currentPayment(payments[index]), ...(await signIn(payer, here())) })
      expect(reply.status).toBe(200)
      expect(readHeader(reply, 'payment-response').transaction).toBe(transaction)
    }
    const facts = (await (await get({}, `/receipts/${transaction}`)).json()) as {
      log_index: number
      others: { log_index: number }[]
    }
    expect(new Set([facts, ...facts.others].map(({ log_index }) => log_index)).size).toBe(2)
    expect(await income()).toBe(100_000n)
  })
})

describe('members of a payload that are not checked', () => {
  test.each([
    ['permit2Authorization', 'payload.permit2Authorization', (s: object) => ({ ...s, permit2Authorization: { from: '0x' } })],
    ['delegation', 'payload.delegationManager', (s: object) => ({ ...s, delegationManager: '0x', permissionContext: '0x' })],
    [
      'a member of the authorization',
      'payload.authorization.spender',
      (s: { authorization: object }) => ({ ...s, authorization: { ...s.authorization, spender: '0x' } }),
    ],
  ])('%s is refused by name, in both dialects', async (_what, name, change) => {
    const signed = change((await signAuthorization(world.payer)) as never)
    for (const headers of [currentPayment(signed), legacyPayment(signed)]) {
      const reply = await get(headers)
      expect(reply.status).toBe(400)
      expect(((await reply.json()) as { error: { message: string } }).error.message).toContain(name)
    }
    expect(await income()).toBe(0n)
  })
})

describe.each(['/rates', '/risk'])('a payment for %s copied from the chain', (path) => {
  const bought = async (id = newIdentifier()) => {
    const first = await get(namedPayment(await signAuthorization(world.payer), id), path)
    expect(first.status).toBe(200)
    const copied = await readPayment(world.chain, readHeader(first, 'payment-response').transaction)
    return { body: await first.text(), copied, id }
  }

  test('fetches nothing, in either dialect, under any name but the payer’s', async () => {
    const { body, copied, id } = await bought()
    for (const headers of [currentPayment(copied), legacyPayment(copied), namedPayment(copied)]) {
      const reply = await get(headers, path)
      expect(reply.status).toBe(402)
      const challenge = readHeader(reply, 'payment-required')
      expect(challenge).toMatchObject({
        error: 'payment_already_used',
        extensions: { 'sign-in-with-x': { info: { uri: here(path) } } },
      })
      expect(await reply.text()).not.toContain('signal')
    }
    expect(await (await get(namedPayment(copied, id), path)).text()).toBe(body)
    expect(await income()).toBe(50_000n)
  })

  test('a name that can be guessed proves nobody', async () => {
    const { copied, id } = await bought('order-2026-11-22-0001')
    expect((await get(namedPayment(copied, id), path)).status).toBe(402)
    // Nor does another payment under it, which is not charged either.
    expect((await get(namedPayment(await signAuthorization(world.payer), id), path)).status).toBe(402)
    expect(await income()).toBe(50_000n)
  })

  test('with a word that is not the payer’s fresh one for this resource fetches nothing; with that one, the first answer', async () => {
    const { body, copied } = await bought()
    const thief = privateKeyToAccount(generatePrivateKey())
    const past = (ms: number) => new Date(Date.now() - ms).toISOString()
    const signed = await signIn(world.payer, here(path))
    const said = JSON.parse(Buffer.from(signed['sign-in-with-x']!, 'base64').toString())
    const alter = (changes: object) => ({
      'sign-in-with-x': Buffer.from(JSON.stringify({ ...said, ...changes })).toString('base64'),
    })
    const words: Record<string, string>[] = [
      await signIn(thief, here(path)),
      alter({ address: thief.address }),
      { 'sign-in-with-x': (await signIn(thief, here(path)))['sign-in-with-x']!.replace(thief.address, world.payer.address) },
      alter({
        ...JSON.parse(Buffer.from((await signIn(thief, here(path)))['sign-in-with-x']!, 'base64').toString()),
        address: world.payer.address,
      }),
      await signIn(world.payer, here('/region/x')),
      await signIn(world.payer, 'http://elsewhere.test/rates'),
      await signIn(world.payer, here(path), { issuedAt: past(301_000) }),
      await signIn(world.payer, here(path), { issuedAt: past(-120_000) }),
      await signIn(world.payer, here(path), { expirationTime: past(1_000) }),
      await signIn(world.payer, here(path), { chainId: 'eip155:8453' }),
      alter({ issuedAt: past(1_000) }),
      alter({ signature: `0x${'11'.repeat(65)}` }),
      { 'sign-in-with-x': 'nonsense' },
      { 'sign-in-with-x': 'x'.repeat(9_000) },
    ]
    for (const word of words) {
      const reply = await get({ ...currentPayment(copied), ...word }, path)
      expect({ status: reply.status, word }).toEqual({ status: 402, word })
    }
    const own = await get({ ...currentPayment(copied), ...signed }, path)
    expect(await own.text()).toBe(body)
    expect((await get({ ...currentPayment(copied), ...signed }, '/region/ERCO')).status).toBe(402)
    expect(await income()).toBe(50_000n)
  })

  test('while the first is still being answered, it waits and then fetches nothing', async () => {
    const signed = await signAuthorization(world.payer)
    let copy: Promise<Response> | undefined
    world.server.work.during = async () => {
      world.server.work.during = null
      copy = get(legacyPayment(signed), path)
    }
    expect((await get(currentPayment(signed), path)).status).toBe(200)
    expect((await copy!).status).toBe(402)
    expect(await income()).toBe(50_000n)
  })
})

test('what a stranger sent in before anybody brought it here is answered to its payer’s word alone', async () => {
  const signed = await signAuthorization(world.payer)
  await frontRun(world.chain, signed)
  for (const path of ['/rates', '/risk']) expect((await get(currentPayment(signed), path)).status).toBe(402)
  expect((await get({ ...currentPayment(signed), ...(await signIn(world.payer, here('/risk'))) }, '/risk')).status).toBe(200)
  expect(await income()).toBe(50_000n)
})

test('an answer whose connection broke before it had left whole is given again, once, for the payment alone', async () => {
  const headers = currentPayment(await signAuthorization(world.payer))
  const [header] = Object.entries(headers)
  const { port } = new URL(world.server.origin)
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(`GET /large HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${header![0]}: ${header![1]}\r\n\r\n`)
  const [first] = await new Promise<[Buffer]>((done) => socket.once('data', (chunk) => done([chunk])))
  expect(first.toString('latin1')).toContain('200 OK')
  socket.destroy()
  const runs = world.server.work.runs
  const again = await get(headers, '/large')
  expect(again.status).toBe(200)
  expect(await again.json()).toMatchObject({ signal: { label: 'large' }, served: runs })
  expect(world.server.work.runs).toBe(runs)
  await until('it is known to have left', async () => (await get(headers, '/large')).status === 402)
  expect(await income()).toBe(50_000n)
})

test('an identifier that is no text is refused, and the payment stays good', async () => {
  const signed = await signAuthorization(world.payer)
  for (const id of [{ toString: 1 }, ['x'.repeat(32)], 7, null, 'short']) {
    const reply = await get(currentPayment(signed, { extensions: { 'payment-identifier': { info: { required: false, id } } } }))
    expect({ id, status: reply.status }).toEqual({ id, status: 400 })
  }
  expect((await get(currentPayment(signed))).status).toBe(200)
  expect(await income()).toBe(50_000n)
})
