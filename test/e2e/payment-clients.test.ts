// The official, unmodified clients of both dialects pay the same routes; chain, ledger and receipts agree to the unit.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { payToAccount } from '../../devnet/accounts.ts'
import type { Devnet } from '../../devnet/index.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { balanceOf, currentClient, fundedAccount, legacyClient, readHeader } from '../support/payment/clients.ts'
import { startTestChain, startTestServer, type TestServer } from '../support/payment/world.ts'

let chain: Devnet
let database: TestDatabase
let server: TestServer

beforeAll(async () => {
  ;[chain, database] = await Promise.all([startTestChain(), createTestDatabase()])
  server = await startTestServer({ chain, database })
})

afterAll(async () => {
  await server?.close()
  await database?.drop()
  await chain?.stop()
})

test.each([
  ['v2', currentClient, 'eip155:84532'],
  ['v1', legacyClient, 'base-sepolia'],
] as const)('a %s client gets a 402, pays and gets its answer with a receipt', async (_dialect, client, network) => {
  const account = await fundedAccount(chain)
  const before = await balanceOf(chain, payToAccount.address)
  const response = await client(account)(`${server.origin}/rates`)
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ signal: { label: 'calm' } })
  const receipt = readHeader(response, 'payment-response')
  expect(receipt).toMatchObject({ success: true, network, payer: account.address.toLowerCase() })
  expect(readHeader(response, 'x-payment-response')).toEqual(receipt)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect((await balanceOf(chain, payToAccount.address)) - before).toBe(50_000n)
  const facts = await fetch(`${server.origin}/receipts/${receipt.transaction}`).then((r) => r.json())
  expect(facts).toMatchObject({ amount: '50000', amount_usd: '0.05', network: 'eip155:84532', state: 'settled' })
})

test('after 200 mixed calls, 50 of them at once, balances, ledger and receipts agree to the unit', async () => {
  const accounts = await Promise.all(Array.from({ length: 10 }, () => fundedAccount(chain)))
  const before = await balanceOf(chain, payToAccount.address)
  const since = new Date()
  const calls = Array.from({ length: 200 }, (_, index) => {
    const account = accounts[index % accounts.length]!
    const pay = index % 2 === 0 ? currentClient(account) : legacyClient(account)
    const posted = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ url: `x${index}` }) }
    const [path, init, price] = [
      ['/rates', undefined, 50_000n],
      [`/region/ERCO?hours=${index}`, undefined, 30_000n],
      ['/convert', posted, 50_000n],
    ][index % 3] as [string, RequestInit | undefined, bigint]
    return async () => {
      const response = await pay(server.origin + path, init)
      if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
      return { price, receipt: readHeader(response, 'payment-response'), payer: account.address }
    }
  })
  const results = await Promise.all(calls.slice(0, 50).map((call) => call()))
  for (const call of calls.slice(50)) results.push(await call())
  const paid = results.reduce((sum, { price }) => sum + price, 0n)
  expect((await balanceOf(chain, payToAccount.address)) - before).toBe(paid)
  const rows = await server.payments.books.between(chain.run, since, new Date(Date.now() + 1000))
  expect(rows.every(({ state }) => state === 'settled')).toBe(true)
  expect(rows.reduce((sum, { amount }) => sum + amount, 0n)).toBe(paid)
  expect(new Set(rows.map(({ transaction }) => transaction))).toEqual(new Set(results.map(({ receipt }) => receipt.transaction)))
  for (const account of accounts) {
    const spent = results.filter(({ payer }) => payer === account.address).reduce((sum, { price }) => sum + price, 0n)
    expect(await balanceOf(chain, account.address)).toBe(100_000_000n - spent)
  }
})
