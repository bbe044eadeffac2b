// What a chain takes back is found without being asked for: moved payments are followed, lost ones are open until they are paid again.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readIncome } from '../../api/payment/chain/income.ts'
import { compareBooks } from '../../api/payment/gate/reconciliation.ts'
import { createReorganisations, type Reorganisations } from '../../api/payment/gate/reorganisations.ts'
import { facilitatorAccount, payToAccount } from '../../devnet/accounts.ts'
import type { Devnet } from '../../devnet/index.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { balanceOf, fundedAccount } from '../support/payment/clients.ts'
import { cancel } from '../support/payment/onchain.ts'
import { signIn } from '../support/payment/proof.ts'
import { asset } from '../support/payment/settings.ts'
import { currentPayment, type Signed, signAuthorization } from '../support/payment/sign.ts'
import { startTestChain, startTestServer, type TestServer, testChainReader } from '../support/payment/world.ts'
import { quiet } from '../support/quiet.ts'
import { until } from '../support/until.ts'

let chain: Devnet
let database: TestDatabase
let server: TestServer
let reorganisations: Reorganisations
let since: Date

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  // Each of its own: their clocks run ahead.
  chain = await startTestChain()
  since = new Date()
  server = await startTestServer({ chain, database })
  const { books } = server.payments
  reorganisations = createReorganisations({
    ...{ books, chain: testChainReader(chain), logger: quiet, run: chain.run, networks: [asset.network] },
  })
  return async () => {
    await server.close()
    await chain.stop()
  }
})
afterAll(() => database?.drop())

type Buyer = Awaited<ReturnType<typeof fundedAccount>>
const get = (signed: Signed, proof = {}) => fetch(`${server.origin}/rates`, { headers: { ...currentPayment(signed), ...proof } })
const proofOf = (buyer: Buyer) => signIn(buyer, `${server.origin}/rates`)

const rowsOf = async (...bought: Signed[]) => {
  const nonces = new Set<string>(bought.map(({ authorization }) => authorization.nonce))
  const rows = await server.payments.books.between(chain.run, since, new Date(Date.now() + 1_000))
  return rows.filter(({ nonce }) => nonces.has(nonce))
}

async function buy(payer?: Buyer): Promise<{ buyer: Buyer; signed: Signed; body: string; depth(): Promise<number> }> {
  const buyer = payer ?? (await fundedAccount(chain))
  const signed = await signAuthorization(buyer, { validBefore: String(Math.floor(Date.now() / 1_000) + 3_600) })
  const before = Number(await chain.rpc<string>('eth_blockNumber'))
  const response = await get(signed)
  expect(response.status).toBe(200)
  const depth = async () => Number(await chain.rpc<string>('eth_blockNumber')) - before
  await until('it is known to have left', async () => (await rowsOf(signed))[0]?.leftAt != null)
  return { buyer, signed, body: await response.text(), depth }
}

/** Blocks without these transactions, and a later time: what was lost had its chance to come back. */
async function loseBlocks(depth: number, seconds = 40): Promise<void> {
  const { address } = facilitatorAccount
  const count = await chain.rpc<string>('eth_getTransactionCount', address, 'latest')
  await chain.rpc('anvil_reorg', depth, [])
  // The settling key's numbers are another matter: it would wait some seconds for those that were lost.
  await chain.rpc('anvil_setNonce', address, count)
  await letTimePass(seconds)
}
async function letTimePass(seconds = 40): Promise<void> {
  await chain.rpc('evm_increaseTime', seconds)
  await chain.rpc('evm_mine')
}

async function differencesFrom(at: Date) {
  const past = new Date(at.getTime() - 600_000)
  const pieces = readIncome({
    ...{ rpcUrl: chain.rpcUrl, asset: chain.token, payTo: payToAccount.address },
    since: past,
    until: new Date(Date.now() + 3_600_000),
  })
  const income = (await Array.fromAsync(pieces)).flat()
  const rows = await server.payments.books.between(chain.run, since, new Date(Date.now() + 1_000))
  const nonces = new Set(rows.map(({ nonce }) => nonce))
  return compareBooks(
    rows,
    income.filter(({ nonce }) => nonces.has(nonce)),
  )
}

test('what may still come back is waited for, and a node that is behind takes nothing back', async () => {
  await reorganisations.look()
  const { signed, depth } = await buy()
  const { transaction } = (await rowsOf(signed))[0]!
  const raw = await chain.rpc<string>('eth_getRawTransactionByHash', transaction)
  await chain.rpc('anvil_reorg', await depth(), [])
  await reorganisations.look()
  expect(await rowsOf(signed)).toMatchObject([{ state: 'settled' }])
  await chain.rpc('eth_sendRawTransaction', raw)
  await letTimePass()
  await reorganisations.look()
  expect(await rowsOf(signed)).toMatchObject([{ state: 'settled', transaction }])
  expect(await differencesFrom(since)).toEqual([])
})

test('payments in other transactions and places than before are followed, and stay paid once', async () => {
  await reorganisations.look()
  const buyers = [await fundedAccount(chain), await fundedAccount(chain), await fundedAccount(chain)]
  const bought = []
  for (const buyer of buyers) bought.push(await buy(buyer))
  const depth = await bought[0]!.depth()
  const before = await rowsOf(...bought.map(({ signed }) => signed))
  const raws = await Promise.all(before.map(({ transaction }) => chain.rpc<string>('eth_getRawTransactionByHash', transaction)))
  const earned = await balanceOf(chain, payToAccount.address)
  // All in one block.
  await chain.rpc(
    'anvil_reorg',
    depth,
    raws.map((raw) => [raw, 0]),
  )
  expect(await balanceOf(chain, payToAccount.address)).toBe(earned)
  await reorganisations.look()
  const after = await rowsOf(...bought.map(({ signed }) => signed))
  expect(after.every(({ state }) => state === 'settled')).toBe(true)
  expect(after.map(({ logIndex }) => logIndex)).not.toEqual(before.map(({ logIndex }) => logIndex))
  expect(await differencesFrom(since)).toEqual([])
})

test('a payment that is gone is income no more; a copy of it pays again and gets nothing, its payer gets the same answer', async () => {
  await reorganisations.look()
  const payer = await fundedAccount(chain)
  const before = await balanceOf(chain, payToAccount.address)
  const { buyer, signed, body, depth } = await buy(payer)
  await loseBlocks(await depth())
  expect(await balanceOf(chain, payToAccount.address)).toBe(before)
  await reorganisations.look()
  expect(await rowsOf(signed)).toMatchObject([{ state: 'pending', settledAt: null }])
  expect((await get(signed)).status).toBe(402)
  expect(await balanceOf(chain, payToAccount.address)).toBe(before + 50_000n)
  expect(await rowsOf(signed)).toMatchObject([{ state: 'settled' }])
  expect(await (await get(signed, await proofOf(buyer))).text()).toBe(body)
  expect(server.work.runs).toBe(1)
  expect(await differencesFrom(since)).toEqual([])
})

test('one that is gone for longer than was offered to wait is given up: only its payer buys with it again', async () => {
  await reorganisations.look()
  const { buyer, signed, depth } = await buy()
  await loseBlocks(await depth(), 120)
  const before = await balanceOf(chain, payToAccount.address)
  await reorganisations.look()
  await server.payments.reconciler.run()
  expect(await rowsOf(signed)).toMatchObject([{ state: 'failed', reason: 'settle_failed', answer: null }])
  for (const copy of [await get(signed), await get(signed)]) {
    expect(copy.status).toBe(402)
    expect(await copy.text()).not.toContain('signal')
  }
  expect(await balanceOf(chain, payToAccount.address)).toBe(before)
  expect((await get(signed, await proofOf(buyer))).status).toBe(200)
  expect(await balanceOf(chain, payToAccount.address)).toBe(before + 50_000n)
  expect(await differencesFrom(since)).toEqual([])
})

test('whoever cancels a payment that is gone has no more from it, and the books say so', async () => {
  await reorganisations.look()
  const { buyer, signed, depth } = await buy()
  await loseBlocks(await depth())
  await cancel(chain, buyer, signed.authorization.nonce)
  await reorganisations.look()
  await server.payments.reconciler.run()
  expect(await rowsOf(signed)).toMatchObject([{ state: 'failed', answer: null }])
  const reply = await get(signed, await proofOf(buyer))
  expect(reply.status).toBe(402)
  expect(await reply.text()).not.toContain('signal')
  expect(await differencesFrom(since)).toEqual([])
})

test('a process that was not there when it happened finds it after its start', async () => {
  const { signed, depth } = await buy()
  await loseBlocks(await depth())
  // Its first look: it has seen no block before.
  await server.payments.reconciler.run()
  expect(['pending', 'failed']).toContain((await rowsOf(signed))[0]!.state)
})

test('a look where nothing happened asks the chain three times, however much was paid', async () => {
  let asked = 0
  const reader = testChainReader(chain)
  const counted = createReorganisations({
    books: server.payments.books,
    chain: {
      ...reader,
      fateOf: () => {
        throw new Error('no payment is looked up by itself')
      },
      standing: (network) => {
        const standing = reader.standing!(network)!
        const count =
          <A extends unknown[], R>(call: (...args: A) => R) =>
          (...args: A) => {
            asked += 1
            return call(...args)
          }
        return {
          head: count(standing.head),
          has: count(standing.has),
          blockAt: standing.blockAt,
          placesOf: count(standing.placesOf),
        }
      },
    },
    ...{ logger: quiet, run: `${chain.run}`, networks: [asset.network] },
  })
  await reorganisations.look()
  await counted.look()
  for (let count = 0; count < 5; count++) await buy()
  asked = 0
  await counted.look()
  expect(asked).toBe(3)
})
