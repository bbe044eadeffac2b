// A ledger that confirms nothing: who pays is told in time, and a claim that comes after all is given back before anybody has the payment again.
import { expect, test } from 'vitest'
import { boundStore } from '../../../api/payment/gate/bounded-store.ts'
import type { NewClaim } from '../../../db/payments/row.ts'
import type { PaymentStore } from '../../../db/payments/store.ts'
import type { Claimed } from '../../../db/payments/writes.ts'
import { until } from '../../support/until.ts'

const claim = { network: 'eip155:1', asset: '0xa', payer: '0xp', nonce: '0xn' } as NewClaim
const row = { id: '7', settleTried: false }

function open() {
  const asked: PromiseWithResolvers<Claimed | null>[] = []
  const done: string[] = []
  const ask = () => {
    const one = Promise.withResolvers<Claimed | null>()
    asked.push(one)
    return one.promise
  }
  const inner: Partial<PaymentStore> = {
    claim: ask,
    claimNew: ask,
    async release({ id, nonce }, reason) {
      done.push(`${id} ${nonce} ${reason}`)
      return true
    },
    serve: () => new Promise(() => undefined),
    settle: () => new Promise(() => undefined),
  }
  return { store: boundStore(inner as PaymentStore, 30), asked, done }
}

test.each(['claim', 'claimNew'] as const)(
  'a %s that is late is given back, and the same payment waits for that',
  async (name) => {
    const { store, asked, done } = open()
    await expect(store[name](claim)).rejects.toThrow('has not confirmed a write in time')
    await expect(store[name](claim)).rejects.toThrow('has not confirmed a write in time')
    expect(asked.length).toBe(1)
    const again = store[name](claim)
    asked[0]!.resolve(row)
    await until('it is asked for anew', () => asked.length === 2)
    expect(done).toEqual(['7 0xn late'])
    asked[1]!.resolve(row)
    expect(await again).toBe(row)
    expect(done.length).toBe(1)
  },
)

test('another payment waits for itself alone, and one that was refused can be brought again at once', async () => {
  const { store, asked, done } = open()
  const refused = store.claim(claim)
  asked[0]!.reject(new Error('a full disk'))
  await expect(refused).rejects.toThrow('a full disk')
  const [same, other] = [store.claim(claim), store.claim({ ...claim, nonce: '0xm' })]
  expect(asked.length).toBe(3)
  for (const one of asked) one.resolve(null)
  expect(await Promise.all([same, other])).toEqual([null, null])
  expect(done).toEqual([])
})

test('an answer and a charge are waited for as long, but for one whose answer has left', async () => {
  const { store } = open()
  const of = { id: '7', nonce: '0xn' }
  const charge = { transaction: '0xt', logIndex: 0 }
  await expect(store.serve(of, { type: 'a', body: 'b' })).rejects.toThrow('in time')
  await expect(store.settle(of, charge)).rejects.toThrow('in time')
  const left = store.settle(of, { ...charge, hasTime: true }).then(() => 'done')
  expect(await Promise.race([left, new Promise((done) => setTimeout(() => done('waits'), 80))])).toBe('waits')
})
