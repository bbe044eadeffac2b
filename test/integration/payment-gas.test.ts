// The settling key's gas under wallets that cost it: what a hostile contract can burn is nothing, or a bounded amount that is stated here.
import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { KeyGas } from '../../api/payment/facilitator/key-gas.ts'
import { createLocalFacilitator } from '../../api/payment/facilitator/local.ts'
import type { Artifacts } from '../../devnet/contracts/artifacts.ts'
import type { Devnet } from '../../devnet/index.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { balanceOf, currentClient, fundedAccount } from '../support/payment/clients.ts'
import { asset } from '../support/payment/settings.ts'
import { currentPayment, legacyPayment, signAuthorization } from '../support/payment/sign.ts'
import { compileWallets, deploySafes, hostileWallet, safeOfOne, type Wallet } from '../support/payment/wallets.ts'
import { startTestChain, startTestServer, type TestServer } from '../support/payment/world.ts'

let chain: Devnet
let database: TestDatabase
let artifacts: Artifacts
let server: TestServer
let key: Hex
let nowMs: number

const gasLimit = 400_000
const lostGasPerHour = 1_000_000
const hourMs = 3_600_000

beforeAll(async () => {
  ;[chain, database, artifacts] = await Promise.all([startTestChain(), createTestDatabase(), compileWallets()])
}, 60_000)
beforeEach(async () => {
  const privateKey = generatePrivateKey()
  key = privateKeyToAddress(privateKey)
  await chain.rpc('anvil_setBalance', key, '0xde0b6b3a7640000')
  nowMs = 0
  const settler = {
    asset,
    rpcUrls: [chain.rpcUrl],
    privateKey,
    pollingIntervalMs: 25,
    gasLimit,
    lostGasPerHour,
    now: () => nowMs,
  }
  server = await startTestServer({ chain, database, facilitator: createLocalFacilitator([settler]) })
  return () => server.close()
})
afterAll(async () => {
  await database?.drop()
  await chain?.stop()
})

/** What the key's transactions have used since it was made. */
async function spent(): Promise<{ transactions: number; reverted: number; gas: number }> {
  const transactions = Number(await chain.rpc<Hex>('eth_getTransactionCount', key, 'latest'))
  const last = Number(await chain.rpc<Hex>('eth_blockNumber'))
  let [seen, reverted, gas] = [0, 0, 0]
  for (let number = last; seen < transactions && number > 0; number--) {
    const receipts = await chain.rpc<{ from: Hex; status: Hex; gasUsed: Hex }[]>(
      'eth_getBlockReceipts',
      `0x${number.toString(16)}`,
    )
    for (const { status, gasUsed } of receipts.filter(({ from }) => from.toLowerCase() === key.toLowerCase())) {
      seen += 1
      gas += Number(gasUsed)
      if (status === '0x0') reverted += 1
    }
  }
  return { transactions, reverted, gas }
}

async function callOnce(wallet: Wallet, isLegacy = false): Promise<{ status: number; retryAfter: number }> {
  const signed = await wallet.sign()
  const headers = isLegacy ? legacyPayment(signed) : currentPayment(signed)
  const response = await fetch(`${server.origin}/rates`, { headers })
  await response.arrayBuffer()
  return { status: response.status, retryAfter: Number(response.headers.get('retry-after') ?? 0) }
}

/** A block whose number is even is the last one: what is asked of it is mined in an odd one. */
async function becomeEven(): Promise<void> {
  if (BigInt(await chain.rpc<Hex>('eth_blockNumber')) % 2n === 1n) await chain.rpc('evm_mine')
}

test('60 calls of a wallet that says yes where gas costs nothing and burns it otherwise: no transaction, no gas', async () => {
  const wallet = await hostileWallet(chain, artifacts, 'FreeRider')
  const calls = await Promise.all(Array.from({ length: 60 }, (_, nth) => callOnce(wallet, nth % 2 === 1)))
  expect(calls.map(({ status }) => status)).toEqual(Array(60).fill(402))
  expect(await spent()).toEqual({ transactions: 0, reverted: 0, gas: 0 })
})

test('60 calls at once of a wallet that burns in the block what it lets pass before: one revert, within the limit', async () => {
  const wallet = await hostileWallet(chain, artifacts, 'Moody')
  await becomeEven()
  const calls = await Promise.all(Array.from({ length: 60 }, () => callOnce(wallet)))
  expect(calls.map(({ status }) => status).filter((status) => status === 200)).toEqual([])
  const { transactions, reverted, gas } = await spent()
  expect([transactions, reverted]).toEqual([1, 1])
  expect(gas).toBeLessThanOrEqual(gasLimit)
})

test('such a wallet waits longer after each revert and is refused after the third', async () => {
  const wallet = await hostileWallet(chain, artifacts, 'Moody')
  const waits: number[] = []
  for (let revert = 1; revert <= 3; revert++) {
    await becomeEven()
    await callOnce(wallet)
    await becomeEven()
    const { status, retryAfter } = await callOnce(wallet)
    expect(status).toBe(revert < 3 ? 503 : 402)
    waits.push(retryAfter)
    nowMs += retryAfter * 1_000
    expect((await spent()).reverted).toBe(revert)
  }
  expect(waits).toEqual([10, 60, 0])
  for (const hours of [0, 1, 22]) {
    nowMs += hours * hourMs
    await becomeEven()
    expect((await callOnce(wallet)).status).toBe(402)
  }
  const { reverted, gas } = await spent()
  expect(reverted).toBe(3)
  expect(gas).toBeLessThanOrEqual(3 * gasLimit)
})

test('many such wallets together cost no more than what may be lost in an hour; payers who paid before do not notice', async () => {
  const safes = await deploySafes(chain)
  const known = await safeOfOne(chain, safes, { isMade: true })
  await chain.mint(known.address, 10_000_000n)
  expect((await callOnce(known)).status).toBe(200)
  const honestGas = (await spent()).gas
  for (let nth = 0; nth < 20; nth++) {
    const wallet = await hostileWallet(chain, artifacts, 'Moody')
    await becomeEven()
    expect((await callOnce(wallet)).status).not.toBe(200)
  }
  const { reverted, gas } = await spent()
  expect(reverted).toBeGreaterThan(0)
  expect(gas - honestGas).toBeLessThanOrEqual(lostGasPerHour)
  // A new contract has to wait until what was lost is made up for; who is known, and every plain key, goes on.
  const fresh = await safeOfOne(chain, safes, { isMade: true })
  await chain.mint(fresh.address, 10_000_000n)
  const refused = await callOnce(fresh)
  expect(refused.status).toBe(503)
  expect(refused.retryAfter).toBeGreaterThan(2)
  expect((await callOnce(known)).status).toBe(200)
  expect((await currentClient(await fundedAccount(chain))(`${server.origin}/rates`)).status).toBe(200)
  nowMs += refused.retryAfter * 1_000
  expect((await callOnce(fresh)).status).toBe(200)
})

test('a new contract wallet that is honest may pay with many calls at once', async () => {
  const safe = await safeOfOne(chain, await deploySafes(chain), { isMade: true })
  await chain.mint(safe.address, 10_000_000n)
  const calls = await Promise.all(Array.from({ length: 30 }, () => callOnce(safe)))
  expect(calls.map(({ status }) => status)).toEqual(Array(30).fill(200))
})

test('one balance shown for 40 payments at once costs nine reverts at most, not 39', async () => {
  const payer = await fundedAccount(chain, 50_000n)
  const before = await balanceOf(chain, payer.address)
  const calls = await Promise.all(
    Array.from({ length: 40 }, async () =>
      fetch(`${server.origin}/rates`, { headers: currentPayment(await signAuthorization(payer)) }),
    ),
  )
  expect(calls.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(before - (await balanceOf(chain, payer.address))).toBe(50_000n)
  expect((await spent()).reverted).toBeLessThanOrEqual(9)
})

test('a key with gas for few settlements is told about, and counted for the metrics', async () => {
  const privateKey = generatePrivateKey()
  const address = privateKeyToAddress(privateKey)
  await chain.rpc('anvil_setBalance', address, '0x38d7ea4c68000') // a thousandth
  const told = vi.fn<(key: KeyGas) => void>()
  const facilitator = createLocalFacilitator([{ asset, rpcUrls: [chain.rpcUrl], privateKey }], { onLowGas: told })
  await vi.waitFor(() => expect(facilitator.keyGas!()).toHaveLength(1), 10_000)
  const [gas] = facilitator.keyGas!()
  expect(gas).toMatchObject({ network: asset.network, address, balance: 0.001 })
  expect(gas!.settlementsLeft).toBeLessThan(500)
  expect(told.mock.calls).toEqual([[gas]])
  await facilitator.close()
})
