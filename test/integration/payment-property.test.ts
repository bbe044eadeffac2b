// Charged = answered on a real chain, with an attacker on it: for every payment by exactly one transfer, and to nobody but its payer.
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readIncome } from '../../api/payment/chain/income.ts'
import { compareBooks } from '../../api/payment/gate/reconciliation.ts'
import { createPaymentBooks } from '../../db/payments/books.ts'
import { payToAccount } from '../../devnet/accounts.ts'
import { balanceOf } from '../support/payment/clients.ts'
import { misbehave, watchSettlements } from '../support/payment/mischief.ts'
import {
  ask,
  attempt,
  chain,
  chanceFrom,
  database,
  fates,
  killAndRestart,
  killedAtMs,
  live,
  newPayment,
  type Payment,
  type Reply,
  remote,
  routes,
  useProcesses,
} from '../support/payment/property-world.ts'
import { acceptedFor, currentPayment, legacyPayment, type Signed } from '../support/payment/sign.ts'
import { until } from '../support/until.ts'

useProcesses()

test.each([1, 2, 3].map((round) => [round, Math.floor(Math.random() * 2 ** 31)]))(
  'round %i (chance %i): transfers to us = charged = distinct answers × price, and no copy fetched another’s answer',
  async (_round, seed) => {
    const chance = chanceFrom(seed)
    const since = new Date(Date.now() - 1_000)
    const before = await balanceOf(chain, payToAccount.address)
    const isOurs = ({ nonce }: { nonce: string }) => byNonce.has(nonce as Signed['authorization']['nonce'])
    const kinds = Array.from({ length: 24 }, (_, index) => fates[index % fates.length]!)
    const payments = await Promise.all(kinds.map((fate) => newPayment(chance, fate)))
    const byNonce = new Map(payments.map((payment) => [payment.signed.authorization.nonce, payment]))
    const stolen: { payment: Payment; reply: Reply; askedAtMs: number; path: string }[] = []
    let isOver = false
    let copies = 0
    const thief = async () => {
      for await (const copied of watchSettlements(chain, () => isOver)) {
        const payment = byNonce.get(copied.authorization.nonce)
        if (payment === undefined) continue
        copies += 1
        const value = copied.authorization.value
        const spellings = [legacyPayment(copied), currentPayment(copied, { accepted: acceptedFor(value) })]
        void (async () => {
          for (const path of [payment.path, ...routes.filter(() => chance(2) === 0)]) {
            const askedAtMs = performance.now()
            const reply = await ask(chance, path, spellings[chance(2)]!)
            if (reply.text.includes('"answer"')) stolen.push({ payment, reply, askedAtMs, path })
          }
        })()
      }
    }
    const facilitator = async () => {
      while (!isOver) {
        const { rows } = await database.pool.query('SELECT transaction FROM payment WHERE transaction IS NOT NULL')
        misbehave(
          remote,
          chance,
          rows.map(({ transaction }) => transaction),
        )
        await wait(30 + chance(100))
      }
    }
    const killer = async () => {
      for (let kills = 0; kills < 2; kills++) {
        await wait(chance(400))
        await killAndRestart(chance(2))
      }
    }
    const mischief = [thief(), facilitator()]
    await Promise.all([
      killer(),
      ...payments.map(async (payment) => {
        await wait(chance(2_500))
        await live(payment, chance)
      }),
    ])
    isOver = true
    await Promise.all(mischief)
    remote.settle = { kind: 'honest' }
    // Every payer comes back until they are answered, or certainly not charged.
    const left = await Promise.all(
      payments.map(async (payment) => {
        let reply = { status: 0, text: '' }
        for (const until = performance.now() + 30_000; performance.now() < until; await wait(100)) {
          reply = await attempt(payment, chance, true)
          if (reply.status === 200 || (reply.status === 402 && payment.fate === 'cancelled')) break
        }
        return {
          fate: payment.fate,
          path: payment.path,
          status: reply.status,
          text: reply.status === 200 ? '' : reply.text.slice(0, 300),
        }
      }),
    )
    for (const one of left)
      expect([one, one.status === 200 || (one.fate === 'cancelled' && one.status === 402)]).toEqual([one, true])
    for (const { bodies, fate } of payments)
      expect({ fate, answers: bodies.size }).toEqual({ fate, answers: fate === 'cancelled' ? bodies.size : 1 })

    const answered = payments.filter(({ bodies }) => bodies.size > 0)
    const income = (await balanceOf(chain, payToAccount.address)) - before
    expect(new Set(answered.flatMap(({ bodies }) => [...bodies])).size).toBe(answered.length)
    expect(income).toBe(answered.reduce((sum, { price }) => sum + price, 0n))
    const books = createPaymentBooks(database.pool)
    const booked = async () => (await books.between(chain.run, since, new Date(Date.now() + 1_000))).filter(isOurs)
    await until('the ledger has everything', async () => {
      const charged = (await booked()).filter(({ state }) => state === 'settled' || state === 'owed')
      return charged.reduce((sum, { amount }) => sum + amount, 0n) === income
    })
    const rows = await booked()
    const pieces = readIncome({
      rpcUrl: chain.rpcUrl,
      asset: chain.token,
      payTo: payToAccount.address,
      since,
      until: new Date(),
    })
    const read = (await Array.fromAsync(pieces)).flat()
    expect(compareBooks(rows, read.filter(isOurs))).toEqual([])
    const transfers = rows.flatMap(({ transaction, logIndex, state }) =>
      state === 'settled' ? [`${transaction} ${logIndex}`] : [],
    )
    expect(new Set(transfers).size).toBe(answered.length)

    // A copy may fetch what nobody knows to have arrived: its payer had no whole answer yet, or the process that gave it was killed
    // before it could write down that it had left.
    expect(copies).toBeGreaterThan(0)
    for (const { payment, reply, askedAtMs, path } of stolen) {
      const { answered: first } = payment
      const wasKilled = first !== null && (killedAtMs.get(first.by) ?? Number.POSITIVE_INFINITY) < first.atMs + 1_500
      const isAllowed = path === payment.path && (first === null || first.atMs > askedAtMs || wasKilled)
      expect({ fate: payment.fate, path, own: payment.path, isAllowed, status: reply.status }).toMatchObject({ isAllowed: true })
    }
  },
  90_000,
)
