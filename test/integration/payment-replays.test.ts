// Payments used again, cancelled, drained, front-run, cached: each attack ends with its status, no data and no charge too many.
import { describe, expect, test } from 'vitest'
import { useAttackWorld } from '../support/payment/attack-world.ts'
import { readHeader } from '../support/payment/clients.ts'
import { cancel, drain, frontRun } from '../support/payment/onchain.ts'
import { namedPayment, signIn } from '../support/payment/proof.ts'
import { currentPayment, legacyPayment, signAuthorization } from '../support/payment/sign.ts'

const world = useAttackWorld()
const { get, income, expectNothing } = world

describe('a payment used again', () => {
  test('the same request under its identifier gets the same answer and is charged once, one after the other and 50 at once', async () => {
    const headers = namedPayment(await signAuthorization(world.payer))
    const runs = world.server.work.runs
    const responses = await Promise.all(Array.from({ length: 50 }, () => get(headers)))
    responses.push(await get(headers), await get(headers))
    expect(responses.map(({ status }) => status)).toEqual(Array(52).fill(200))
    const bodies = new Set(await Promise.all(responses.map((response) => response.text())))
    expect(bodies.size).toBe(1)
    expect(new Set(responses.map((response) => readHeader(response, 'payment-response').transaction)).size).toBe(1)
    expect(world.server.work.runs).toBe(runs + 1)
    expect(await income()).toBe(50_000n)
  })

  test('the other dialect’s envelope of the same authorization is the same payment', async () => {
    const signed = await signAuthorization(world.payer)
    const proof = await signIn(world.payer, `${world.server.origin}/rates`)
    const [first, second] = [await get(currentPayment(signed)), await get({ ...legacyPayment(signed), ...proof })]
    expect(await second.text()).toBe(await first.text())
    expect(readHeader(second, 'payment-response').network).toBe('base-sepolia')
    expect(await income()).toBe(50_000n)
  })

  test.each([
    ['another path', '/risk'],
    ['another query', '/rates?x=1'],
  ])('%s at the same price → 402, also while the first is still running', async (_name, path) => {
    const headers = currentPayment(await signAuthorization(world.payer))
    let during: Response | undefined
    world.server.work.during = async () => {
      world.server.work.during = null
      during = await get(headers, path)
    }
    expect((await get(headers)).status).toBe(200)
    for (const response of [during!, await get(headers, path)]) {
      expect(response.status).toBe(402)
      expect(await response.json()).toMatchObject({ error: 'payment_already_used' })
    }
    expect(await income()).toBe(50_000n)
  })

  test('another body → 402', async () => {
    const headers = { ...currentPayment(await signAuthorization(world.payer)), 'content-type': 'application/json' }
    const post = (url: string) =>
      fetch(`${world.server.origin}/convert`, { method: 'POST', headers, body: JSON.stringify({ url }) })
    expect((await post('a')).status).toBe(200)
    expect((await post('b')).status).toBe(402)
    expect(await income()).toBe(50_000n)
  })
})

describe.each(['/rates', '/risk'])('between verify and settle of %s', (path) => {
  test('a cancelled authorization → 402', async () => {
    const signed = await signAuthorization(world.payer)
    world.server.work.during = () => cancel(world.chain, world.payer, signed.authorization.nonce)
    const response = await get(currentPayment(signed), path)
    expect(readHeader(response, 'payment-response')).toMatchObject({ success: false })
    await expectNothing(response, 402, 'invalid_transaction_state')
    world.server.work.during = null
    await expectNothing(await get(currentPayment(signed), path), 402, 'payment_already_used')
  })

  test('a drained balance → 402', async () => {
    const signed = await signAuthorization(world.payer)
    world.server.work.during = () => drain(world.chain, world.payer, 100_000_000n)
    await expectNothing(await get(currentPayment(signed), path), 402, 'settle_failed')
  })

  test('a settlement by a stranger ends as paid, once', async () => {
    const signed = await signAuthorization(world.payer)
    let transaction = ''
    world.server.work.during = async () => {
      transaction = await frontRun(world.chain, signed)
    }
    const response = await get(currentPayment(signed), path)
    expect(response.status).toBe(200)
    expect(readHeader(response, 'payment-response')).toMatchObject({ success: true, transaction })
    expect(await income()).toBe(50_000n)
  })
})

test.each(['/rates', '/risk'])(
  'a settlement by a stranger before we ever saw the payment for %s ends as paid, once, for one request of its payer',
  async (path) => {
    const signed = await signAuthorization(world.payer)
    const transaction = await frontRun(world.chain, signed)
    const copied = await get(currentPayment(signed), '/rates')
    expect(copied.status).toBe(402)
    expect(readHeader(copied, 'payment-required')).toMatchObject({ error: 'payment_already_used' })
    const proof = await signIn(world.payer, world.server.origin + path)
    const response = await get({ ...currentPayment(signed), ...proof }, path)
    expect(response.status).toBe(200)
    expect(readHeader(response, 'payment-response').transaction).toBe(transaction)
    expect((await get(currentPayment(signed), '/rates?other')).status).toBe(402)
    expect(await income()).toBe(50_000n)
  },
)

test('what another deployment with our recipient and facilitator was paid buys nothing here', async () => {
  const signed = await signAuthorization(world.payer)
  const { facilitatorAccount } = await import('../../devnet/accounts.ts')
  await frontRun(world.chain, signed, facilitatorAccount.address)
  const response = await get(currentPayment(signed))
  expect(response.status).toBe(402)
  expect(await response.text()).not.toContain('signal')
})

test.each(['/rates', '/risk'])(
  'a failing handler of %s is never charged, and the same payment works afterwards',
  async (path) => {
    const headers = currentPayment(await signAuthorization(world.payer))
    world.server.work.failNext = 1
    expect((await get(headers, path)).status).toBe(503)
    expect(await income()).toBe(0n)
    expect((await get(headers, path)).status).toBe(200)
    expect(await income()).toBe(50_000n)
  },
)

test('invalid input is refused before the payment is looked at', async () => {
  const headers = { ...currentPayment(await signAuthorization(world.payer)), 'content-type': 'application/json' }
  const response = await fetch(`${world.server.origin}/convert`, { method: 'POST', headers, body: '{}' })
  await expectNothing(response, 400)
})

test('a shared cache keeps neither a paid answer nor a challenge nor a refusal, for anybody', async () => {
  const paid = await get(currentPayment(await signAuthorization(world.payer)))
  expect(paid.headers.get('cache-control')).toBe('private, no-store')
  const refused = await get({ 'payment-signature': 'not base64' })
  expect([paid.status, refused.status]).toEqual([200, 400])
  for (const unpaid of [await get({}), refused]) expect(unpaid.headers.get('cache-control')).toBe('no-store')
  for (const one of [paid, await get({}), refused]) expect(one.headers.get('vary')).toBe('PAYMENT-SIGNATURE, X-PAYMENT')
})

test('HEAD shows the price and never takes a payment', async () => {
  const headers = currentPayment(await signAuthorization(world.payer))
  const response = await fetch(`${world.server.origin}/rates`, { method: 'HEAD', headers })
  expect(response.status).toBe(402)
  expect(readHeader(response, 'payment-required').accepts).toHaveLength(1)
  expect(await income()).toBe(0n)
})

test('browsers may ask and read the payment headers', async () => {
  const preflight = await fetch(`${world.server.origin}/rates`, { method: 'OPTIONS' })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-headers')).toContain('PAYMENT-SIGNATURE')
  expect((await get({})).headers.get('access-control-expose-headers')).toContain('PAYMENT-REQUIRED')
})
