// New blocks told over a WebSocket: while they are, nobody is asked in vain; whoever tells nothing, nonsense or too much costs no block.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Hex } from 'viem'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import { type HeadNotices, listenForHeads } from '../../../ingestors/chains/head-notices.ts'
import { createHeads } from '../../../ingestors/chains/heads.ts'
import type { ManyRpc } from '../../../ingestors/chains/rpc.ts'
import { until } from '../../support/until.ts'

const notice = (number: number) =>
  JSON.stringify({ jsonrpc: '2.0', method: 'eth_subscription', params: { subscription: '0x1', result: { number } } })

let server: WebSocketServer
let stop: AbortController
let notices: HeadNotices
let subscriptions = 0

beforeEach(async () => {
  subscriptions = 0
  stop = new AbortController()
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (socket) =>
    socket.on('message', (said) => {
      if (JSON.parse(String(said)).method === 'eth_subscribe') subscriptions++
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x1' }))
    }),
  )
  await once(server, 'listening')
  notices = listenForHeads([`ws://127.0.0.1:${(server.address() as AddressInfo).port}/secret`], stop.signal, 10)
  await until('it is subscribed', () => subscriptions === 1)
})

afterEach(() => {
  vi.restoreAllMocks()
  stop.abort()
  server.close()
})

const tell = (text: string) => {
  for (const socket of server.clients) socket.send(text)
}

/** A chain of one provider whose newest block is what the test says. */
function chain() {
  const state = { number: 1, asked: 0, seconds: 1_000 }
  const rpc = {
    hasOthers: false,
    async ask<T>(_method: string, _params: readonly unknown[], check?: (answer: unknown, provider: number) => T): Promise<T> {
      state.asked++
      const { number, seconds } = state
      const hash = (of: number): Hex => `0x${of.toString(16).padStart(64, '0')}`
      const block = { number: `0x${number.toString(16)}`, hash: hash(number), parentHash: hash(number - 1) }
      return check!({ ...block, timestamp: `0x${seconds.toString(16)}`, logsBloom: `0x${'0'.repeat(512)}` }, 1)
    },
  } as unknown as ManyRpc
  return { state, head: createHeads(rpc, notices) }
}

test('nobody is asked for a newest block until one is told of', async () => {
  const { state, head } = chain()
  tell(notice(1))
  await until('a block was told', () => notices.count === 1)
  const now = vi.spyOn(Date, 'now')
  let at = 1_000_000
  now.mockImplementation(() => at)
  for (let i = 0; i < 10; i++) {
    at += 1_000
    expect((await head()).number).toBe(1)
  }
  expect(state.asked).toBe(1)
  state.number = 2
  tell(notice(2))
  await until('the next was told', () => notices.count === 2)
  at += 1_000
  expect((await head()).number).toBe(2)
  expect(state.asked).toBe(2)
})

test('one that falls silent is noticed by the next block, left, and listened to again', async () => {
  const { state, head } = chain()
  tell(notice(1))
  await until('a block was told', () => notices.count === 1)
  const now = vi.spyOn(Date, 'now')
  let at = 1_000_000
  now.mockImplementation(() => at)
  await head()
  Object.assign(state, { number: 2, seconds: 1_001 })
  at += 14_000
  expect((await head()).number).toBe(1)
  at += 2_000
  expect((await head()).number).toBe(2)
  now.mockRestore()
  await until('it is not trusted any more', () => !notices.isHeard)
  await until('it is asked to tell again', () => subscriptions === 2)
  // Meanwhile, and until it tells of a block, the newest is asked for as ever.
  const before = state.asked
  await until('it is polled', async () => {
    await head()
    return state.asked > before
  })
  tell(notice(3))
  await until('it is heard again', () => notices.isHeard)
})

test('nonsense, a refusal and a huge message tell of no block, and end nothing but the connection', async () => {
  for (const text of ['', 'null', '[1]', '{"method":7}', '<html>']) tell(text)
  tell(JSON.stringify({ id: 1, error: { code: -32601, message: 'not here: wss://provider.example/secret' } }))
  await until('it is asked again', () => subscriptions === 2)
  tell(`"${'x'.repeat(2 * 1024 * 1024)}"`)
  await until('and again', () => subscriptions === 3)
  expect([notices.count, notices.isHeard]).toEqual([0, false])
})
