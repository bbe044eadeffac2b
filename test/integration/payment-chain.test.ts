// How a chain is read about payments: at one block, as widely as a node allows, and no further back than a payment can be.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readIncome } from '../../api/payment/chain/income.ts'
import { createChainReader } from '../../api/payment/chain/reader.ts'
import { payToAccount } from '../../devnet/accounts.ts'
import type { Devnet } from '../../devnet/index.ts'
import { fundedAccount } from '../support/payment/clients.ts'
import { drain, frontRun, sendTogether } from '../support/payment/onchain.ts'
import { asset } from '../support/payment/settings.ts'
import { type Signed, signAuthorization } from '../support/payment/sign.ts'
import { startTestChain } from '../support/payment/world.ts'

let chain: Devnet
let node: Server
let url: string
/** Blocks that one question may span, and what was asked. */
const widest = 10
let asked: { method: string; params: any[] }[] = []

beforeAll(async () => {
  chain = await startTestChain()
  node = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts).toString()
    const { id, method, params = [] } = JSON.parse(body)
    asked.push({ method, params })
    response.setHeader('content-type', 'application/json')
    const [filter] = params
    if (method === 'eth_getLogs' && Number(filter.toBlock) - Number(filter.fromBlock) + 1 > widest) {
      const error = { code: -32_600, message: `You can make eth_getLogs requests with up to a ${widest} block range.` }
      return void response.end(JSON.stringify({ jsonrpc: '2.0', id, error }))
    }
    const headers = { 'content-type': 'application/json' }
    response.end(await fetch(chain.rpcUrl, { method: 'POST', headers, body }).then((answer) => answer.text()))
  })
  await new Promise<void>((done) => node.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
})
afterAll(async () => {
  node?.closeAllConnections()
  node?.close()
  await chain?.stop()
})

const queryOf = ({ authorization: { from, nonce, to, value } }: Signed, since = new Date(Date.now() - 3_600_000)) => ({
  network: asset.network,
  asset: asset.address,
  payer: from.toLowerCase(),
  nonce,
  payTo: to,
  amount: BigInt(value),
  since,
})

test('a node that allows ten blocks at once is asked for ten, and the payment is found', async () => {
  const payer = await fundedAccount(chain)
  const signed = await signAuthorization(payer)
  const transaction = await frontRun(chain, signed)
  await chain.rpc('anvil_mine', '0x40')
  const reader = createChainReader({ [asset.network]: url })
  expect(await reader.fateOf(queryOf(signed))).toMatchObject({ kind: 'paid', transaction })
  const before = asked.length
  expect(await reader.fateOf(queryOf(signed))).toMatchObject({ kind: 'paid', transaction })
  // What was refused once is not asked again.
  const widths = asked
    .slice(before)
    .flatMap(({ method, params: [filter] }) =>
      method === 'eth_getLogs' ? [Number(filter.toBlock) - Number(filter.fromBlock) + 1] : [],
    )
  expect(widths.length).toBeGreaterThan(1)
  expect(Math.max(...widths)).toBeLessThanOrEqual(widest)
  const span = { since: new Date(Date.now() - 60_000), until: new Date(Date.now() + 60_000) }
  const pieces = readIncome({ rpcUrl: url, asset: asset.address, payTo: payToAccount.address, ...span })
  const income = (await Array.fromAsync(pieces)).flat()
  expect(income).toMatchObject([{ transaction, nonce: signed.authorization.nonce, amount: 50_000n }])
})

test('the state is read of the block whose time is told', async () => {
  const signed = await signAuthorization(await fundedAccount(chain))
  asked = []
  const reader = createChainReader({ [asset.network]: url })
  expect(await reader.fateOf(queryOf(signed))).toMatchObject({ kind: 'unspent', reverted: false })
  const call = asked.find(({ method }) => method === 'eth_call')!
  expect(call.params[1]).toBe(await chain.rpc<string>('eth_blockNumber'))
})

test('a transaction that somebody names counts only if it carries this very payment', async () => {
  const payer = await fundedAccount(chain)
  const [first, second] = [await signAuthorization(payer), await signAuthorization(payer)]
  const reader = createChainReader({ [asset.network]: url })
  const named = { ...queryOf(second), transaction: await frontRun(chain, first) }
  expect(await reader.fateOf(named)).toMatchObject({ kind: 'unspent', reverted: false, isUnderway: false })
  expect(await reader.seen!(named)).toBeNull()
  expect(await reader.fateOf({ ...named, transaction: await drain(chain, payer, 50_000n, payToAccount.address) })).toMatchObject({
    kind: 'unspent',
  })
  const transaction = await frontRun(chain, second)
  const facts = { transaction, logIndex: 0 }
  expect(await Promise.all([reader.seen!(named), reader.seen!(queryOf(first))])).toEqual([
    facts,
    { ...facts, transaction: named.transaction },
  ])
})

test('several payments of one transaction are each told by its own log; other amounts and recipients are none', async () => {
  const payers = await Promise.all([fundedAccount(chain), fundedAccount(chain)])
  const all = await Promise.all(payers.map((payer) => signAuthorization(payer)))
  const transaction = await sendTogether(chain, all)
  const reader = createChainReader({ [asset.network]: url })
  const found = await Promise.all(all.map((signed) => reader.seen!(queryOf(signed))))
  expect(found).toEqual([
    { transaction, logIndex: 0 },
    { transaction, logIndex: 2 },
  ])
  expect(await reader.seen!({ ...queryOf(all[0]!), amount: 50_001n })).toBeNull()
  expect(await reader.fateOf({ ...queryOf(all[0]!), payTo: payers[0]!.address })).toEqual({ kind: 'spent-otherwise' })
})

test('what was used longer ago than a payment can be is none', async () => {
  const signed = await signAuthorization(await fundedAccount(chain))
  await frontRun(chain, signed)
  const reader = createChainReader({ [asset.network]: url })
  expect(await reader.fateOf(queryOf(signed, new Date(Date.now() + 3_600_000)))).toEqual({ kind: 'spent-otherwise' })
})
