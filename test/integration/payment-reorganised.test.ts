// A chain that takes blocks back and gives the payments in them other places: each is still paid once, and the books follow.
import type { Hex } from 'viem'
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

type Sent = { readonly hash: Hex; readonly raw: Hex; readonly from: string; readonly number: number }

/** Every transaction from that block on, as it was mined. */
async function sentSince(first: number): Promise<Sent[]> {
  const sent: Sent[] = []
  const head = Number(await chain.rpc<string>('eth_blockNumber'))
  for (let at = first; at <= head; at++) {
    const { transactions } = await chain.rpc<{ transactions: { hash: Hex; from: string; nonce: Hex }[] }>(
      'eth_getBlockByNumber',
      `0x${at.toString(16)}`,
      true,
    )
    for (const { hash, from, nonce } of transactions)
      sent.push({ hash, from, number: Number(nonce), raw: await chain.rpc<Hex>('eth_getRawTransactionByHash', hash) })
  }
  return sent
}

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
  // All that these blocks hold goes into one block, in its order: what a key sent after a gap would never be mined.
  const sent = await sentSince(first)
  const head = Number(await chain.rpc<string>('eth_blockNumber'))
  const ours = new Set(booked.map(({ transaction }) => transaction))
  // Of ours, the last; a stranger sends its payment instead.
  const left = sent.findLast(({ hash }) => ours.has(hash))!
  const { nonce: leftNonce } = booked.find(({ transaction }) => transaction === left.hash)!
  const kept = sent.filter(({ from, number }) => from !== left.from || number < left.number)
  expect(kept.filter(({ hash }) => ours.has(hash))).toHaveLength(3)
  await chain.rpc(
    'anvil_reorg',
    head - first + 1,
    kept.map(({ raw }) => [raw, 0]),
  )
  await sendTogether(chain, [payments.find(({ signed }) => signed.authorization.nonce === leftNonce)!.signed])
  expect(await balanceOf(chain, payToAccount.address)).toBe(before)
  const income = (
    await Array.fromAsync(
      readIncome({ rpcUrl: chain.rpcUrl, asset: chain.token, payTo: payToAccount.address, since: past, until: new Date() }),
    )
  )
    .flat()
    .filter(({ nonce }) => nonces.has(nonce as Signed['authorization']['nonce']))
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
