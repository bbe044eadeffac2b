// A chain that takes blocks back and gives the payments in them other places: each is still paid once, and the books follow.
import { expect, test } from 'vitest'
import { readIncome } from '../../api/payment/chain/income.ts'
import { compareBooks, movedPayments } from '../../api/payment/gate/reconciliation.ts'
import { createPaymentBooks } from '../../db/payments/books.ts'
import { payToAccount } from '../../devnet/accounts.ts'
import { balanceOf } from '../support/payment/clients.ts'
import { sendTogether } from '../support/payment/onchain.ts'
import { attempt, chain, chanceFrom, database, newPayment, useProcesses } from '../support/payment/property-world.ts'
import { legacyPayment, type Signed } from '../support/payment/sign.ts'
import { until } from '../support/until.ts'

useProcesses()

test('a reorganisation that moves payments to other blocks and other transactions leaves each of them paid once', async () => {
  const chance = chanceFrom(1)
  const since = new Date()
  // New blocks in old ones' places may bear earlier times.
  const past = new Date(since.getTime() - 600_000)
  const payments = await Promise.all(Array.from({ length: 4 }, () => newPayment(chance, 'honest')))
  const first = Number(await chain.rpc<string>('eth_blockNumber')) + 1
  for (const payment of payments) expect((await attempt(payment, () => 0, false)).status).toBe(200)
  const nonces = new Set(payments.map(({ signed }) => signed.authorization.nonce))
  const books = createPaymentBooks(database.pool)
  const rowsNow = async () => {
    const rows = await books.between(chain.run, since, new Date(Date.now() + 1_000))
    return rows.filter(({ nonce }) => nonces.has(nonce as Signed['authorization']['nonce']))
  }
  await until('all are booked', async () => (await rowsNow()).filter(({ state }) => state === 'settled').length === 4)
  const before = await balanceOf(chain, payToAccount.address)
  const booked = await rowsNow()
  const ofNonce = new Map(payments.map(({ signed }) => [signed.authorization.nonce as string, signed]))
  // The other way round, in one block, and one of them as a stranger's transaction.
  const raws = await Promise.all(booked.map(({ transaction }) => chain.rpc<string>('eth_getRawTransactionByHash', transaction)))
  const kept = raws.slice(0, 3).map((raw) => [raw, 0])
  const depth = Number(await chain.rpc<string>('eth_blockNumber')) - first + 1
  await chain.rpc('anvil_reorg', depth, kept)
  await sendTogether(chain, [ofNonce.get(booked[3]!.nonce)!])
  expect(await balanceOf(chain, payToAccount.address)).toBe(before)
  const income = (
    await readIncome({ rpcUrl: chain.rpcUrl, asset: chain.token, payTo: payToAccount.address, since: past, until: new Date() })
  ).filter(({ nonce }) => nonces.has(nonce as Signed['authorization']['nonce']))
  expect(income).toHaveLength(4)
  expect(compareBooks(booked, income).map(({ kind }) => kind)).toEqual(['another transaction'])
  const moved = movedPayments(booked, income)
  expect(moved.length).toBeGreaterThan(0)
  await books.move(moved)
  const rows = await rowsNow()
  expect(compareBooks(rows, income)).toEqual([])
  expect(movedPayments(rows, income)).toEqual([])
  for (const payment of payments) {
    expect((await attempt({ ...payment, headers: legacyPayment(payment.signed) }, chance, false)).status).toBe(402)
    expect((await attempt(payment, chance, true)).status).toBe(200)
    expect(payment.bodies.size).toBe(1)
  }
})
