// Transfers to us, read of a chain that somebody has filled with others: anybody may write logs that name us, thousands in a transaction.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Hex, hexToNumber, pad } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
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
  const server = createServer(async (request, response) => {
    const body = JSON.parse((await request.toArray()).join('')) as { id: number; params: [{ fromBlock: Hex; toBlock: Hex }] }
    const [from, to] = [body.params[0].fromBlock, body.params[0].toBlock].map((one) => hexToNumber(one)) as [number, number]
    asked.push(`${from}-${to}`)
    response.setHeader('content-type', 'application/json')
    if (to - from + 1 > mostBlocks)
      return response.end(JSON.stringify({ jsonrpc: '2.0', id: body.id, error: { code: -32602, message: 'too many blocks' } }))
    const first = Math.ceil(from / paidEvery) * paidEvery
    const paid = Array.from({ length: Math.max(0, Math.ceil((to + 1 - first) / paidEvery)) }, (_, i) =>
      logAt(first + i * paidEvery),
    )
    const full = Math.max(0, Math.min(to, filled.to) - Math.max(from, filled.from) + 1)
    const most = from <= mostFilled.at && mostFilled.at <= to ? mostFilled.bytes / fillBytes : 0
    const result = JSON.stringify({ jsonrpc: '2.0', id: body.id, result: paid })
    response.setHeader('content-length', (full + most) * fillBytes + result.length)
    // As long as all those logs; whoever is told of too much hangs up.
    for (let i = 0; i < full + most && !response.closed; i++)
      if (!response.write(' '.repeat(fillBytes))) await Promise.race([once(response, 'drain'), once(response, 'close')])
    response.end(result)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { asked, standing: createChainReader({ [network]: url }).standing!(network)! }
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
