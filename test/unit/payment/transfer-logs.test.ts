// Transfers to us, read of a chain that somebody has filled with others: anybody may write logs that name us, thousands in a transaction.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Hex, hexToNumber, pad } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { transferTopic, usedTopic } from '../../../api/payment/chain/paid-transfers.ts'
import { createChainReader } from '../../../api/payment/chain/reader.ts'

const network = 'eip155:84532'
const recipient = { asset: `0x${'a1'.repeat(20)}`, payTo: `0x${'b2'.repeat(20)}` }
const blocks = 30_000
const paidEvery = 500
const filled = { from: 12_000, to: 12_400 }
const fillBytes = 100_000
const mostFilled = { at: 40_005, bytes: 20_000_000 }

/** We were paid now and then; four hundred blocks are full of others' transfers, and one holds more than all of them. */
async function startNode(mostBlocks = Number.POSITIVE_INFINITY) {
  const asked: string[] = []
  const logAt = (block: number) => ({
    ...{ address: recipient.asset, topics: [], data: '0x', blockNumber: `0x${block.toString(16)}`, removed: false },
    ...{ transactionHash: pad(`0x${block.toString(16)}`), logIndex: '0x1', blockHash: pad('0x1'), transactionIndex: '0x0' },
  })
  const url = await startServer(({ params }) => {
    const [from, to] = [params[0].fromBlock, params[0].toBlock].map((one) => hexToNumber(one)) as [number, number]
    asked.push(`${from}-${to}`)
    if (to - from + 1 > mostBlocks) return { error: { code: -32602, message: 'too many blocks' } }
    const first = Math.ceil(from / paidEvery) * paidEvery
    const paid = Array.from({ length: Math.max(0, Math.ceil((to + 1 - first) / paidEvery)) }, (_, i) =>
      logAt(first + i * paidEvery),
    )
    const full = Math.max(0, Math.min(to, filled.to) - Math.max(from, filled.from) + 1)
    const most = from <= mostFilled.at && mostFilled.at <= to ? mostFilled.bytes : 0
    return { result: paid, before: full * fillBytes + most }
  })
  return { asked, standing: createChainReader({ [network]: url }).standing!(network)! }
}

type Question = { readonly id: number; readonly method: string; readonly params: readonly any[] }
type Answer = { readonly result?: unknown; readonly error?: unknown; readonly before?: number }

function* padded(before: number, body: string): Generator<Buffer> {
  for (let left = before; left > 0; left -= fillBytes) yield Buffer.alloc(Math.min(left, fillBytes), ' ')
  yield Buffer.from(body)
}

/** `before`: so many blanks, in place of as many bytes of other logs; whoever is told of too much hangs up. */
async function startServer(answer: (question: Question) => Answer): Promise<string> {
  const server = createServer(async (request, response) => {
    const question = JSON.parse((await request.toArray()).join('')) as Question
    const { before = 0, ...rest } = answer(question)
    const body = JSON.stringify({ jsonrpc: '2.0', id: question.id, ...rest })
    response.setHeader('content-type', 'application/json')
    response.setHeader('content-length', before + body.length)
    await pipeline(Readable.from(padded(before, body)), response).catch(() => undefined)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('of blocks that hold more than is read at once fewer are asked for, and nothing is missed', async () => {
  const { asked, standing } = await startNode()
  const places = await standing.placesOf(recipient, 0n, BigInt(blocks))
  expect(places.size).toBe(blocks / paidEvery + 1)
  expect(asked.length).toBeLessThan(250)
  // A second look is as narrow no longer, once it has had fifty answers.
  asked.length = 0
  await standing.placesOf(recipient, 20_000n, 29_999n)
  await standing.placesOf(recipient, 20_000n, 29_999n)
  expect(asked.length).toBeLessThan(150)
})

test('a node that takes fewer blocks is asked for more than it takes once in fifty answers at most', async () => {
  const { asked, standing } = await startNode(100)
  await standing.placesOf(recipient, 0n, 11_999n)
  expect(asked.length).toBeLessThan((12_000 / 70) * 1.1)
})

test('a block that alone holds more than that is read all the same', async () => {
  const { asked, standing } = await startNode()
  expect((await standing.placesOf(recipient, 40_000n, 40_012n)).size).toBe(1)
  expect(asked.filter((span) => span === '40005-40005').length).toBeGreaterThan(1)
})

test('payers whose name somebody has filled the chain with are found all the same, and those beside them', async () => {
  const { asset, payTo } = recipient
  const [flooded, others] = [`0x${'f0'.repeat(20)}`, ['0x01', '0x02', '0x03'].map((own) => pad(own as Hex, { size: 20 }))]
  const facts = [flooded, ...others].map((payer, i) => ({ asset, payTo, payer, nonce: pad(`0x${i + 1}`), amount: 5n }))
  const logsOf = ({ payer, nonce }: (typeof facts)[number]) =>
    [
      { topics: [usedTopic, pad(payer as Hex), nonce], data: '0x' },
      { topics: [transferTopic, pad(payer as Hex), pad(payTo as Hex)], data: pad('0x5') },
    ].map((log, i) => ({
      ...{ ...log, address: asset, blockNumber: '0x63', transactionHash: nonce, logIndex: `0x${i}`, removed: false },
      ...{ blockHash: pad('0x1'), transactionIndex: '0x0' },
    }))
  let floods = 0
  const url = await startServer(({ method, params }) => {
    if (method === 'eth_blockNumber') return { result: '0x64' }
    if (method === 'eth_getTransactionReceipt') {
      const logs = facts.filter(({ nonce }) => nonce === params[0]).flatMap(logsOf)
      return { result: { logs, transactionHash: params[0], status: '0x1', blockNumber: '0x63', type: '0x2' } }
    }
    const [, payers, nonces] = params[0].topics as [unknown, Hex | Hex[], Hex[] | undefined]
    const named = facts.filter(
      ({ payer, nonce }) => [payers].flat().includes(pad(payer as Hex)) && (nonces?.includes(nonce) ?? true),
    )
    const isFlood = nonces === undefined && named.some(({ payer }) => payer === flooded)
    const used = nonces === undefined ? named.flatMap(logsOf) : named.map((one) => logsOf(one)[0])
    if (isFlood) floods++
    return { result: used, before: isFlood ? 30_000_000 : 0 }
  })
  const reader = createChainReader({ [network]: url })
  const seen = await Promise.all(facts.map((one) => reader.seen!({ ...one, network, since: new Date() })))
  expect(seen).toEqual(facts.map(({ nonce }) => ({ transaction: nonce, logIndex: 0 })))
  // All four, the two she is among, and she alone; then no more.
  expect(floods).toBe(3)
})
