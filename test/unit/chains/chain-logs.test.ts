// Logs in ranges the provider will take, and what is not believed of its answers.
import { type Hex, hexToNumber, keccak256 } from 'viem'
import { expect, test } from 'vitest'
import { type Header, mayHold } from '../../../ingestors/chains/header.ts'
import { createLogReader } from '../../../ingestors/chains/logs.ts'
import type { Rpc } from '../../../ingestors/chains/rpc.ts'
import { RpcFault } from '../../../ingestors/chains/rpc-fault.ts'
import { seededRandom } from '../../support/cascade/seeded-random.ts'

const address: Hex = `0x${'a1'.repeat(20)}`
const event: Hex = `0x${'e1'.repeat(32)}`
const filter = { addresses: [address], events: [event] }
const hashOf = (block: number): Hex => keccak256(`0x${block.toString(16).padStart(8, '0')}`)
const logAt = (block: number, index = 0) => ({
  ...{ address, topics: [event], data: '0x', blockNumber: `0x${block.toString(16)}` },
  ...{ blockHash: hashOf(block), logIndex: `0x${index.toString(16)}`, removed: false },
})
const fullBloom: Hex = `0x${'f'.repeat(512)}`
const emptyBloom: Hex = `0x${'0'.repeat(512)}`
const headerAt = (number: number, bloom = fullBloom): Header => ({
  ...{ number, hash: hashOf(number), parent: hashOf(number - 1), time: new Date(0), bloom },
})

type Range = { fromBlock?: Hex; toBlock?: Hex; blockHash?: Hex }

function provider(answer: (range: { from: number; to: number } | { hash: Hex }) => unknown) {
  const asked: string[] = []
  const rpc: Rpc = {
    async ask(_method, params, check) {
      const { fromBlock, toBlock, blockHash } = (params as [Range])[0]
      if (blockHash !== undefined) {
        asked.push('by hash')
        return check!(answer({ hash: blockHash }), 1)
      }
      const [from, to] = [hexToNumber(fromBlock!), hexToNumber(toBlock!)]
      asked.push(`${from}-${to}`)
      return check!(answer({ from, to }), 1)
    },
  }
  return { asked, logs: createLogReader(rpc) }
}

test('a refused range is halved, and what was refused without a word of how long it may be is seldom tried again', async () => {
  let refused = 0
  const { asked, logs } = provider((range) => {
    if (!('from' in range) || range.to - range.from + 1 <= 700) return []
    refused++
    throw new RpcFault('too_much', 'eth_getLogs')
  })
  for (let from = 0; from < 100_000; ) from = (await logs.next(filter, from, 99_999)).to + 1
  expect(asked.slice(0, 5)).toEqual(['0-1999', '0-999', '0-499', '500-999', '1000-1749'])
  expect(refused).toBeLessThan(asked.length / 10)
  // Within a fifth of the longest there is.
  expect(asked.length).toBeLessThan((100_000 / 700) * 1.4)
})

test('several ranges are searched at once, never more than eight, and what comes is in order and whole', async () => {
  const random = seededRandom(Math.floor(Math.random() * 1e9))
  const blocks = 40_000
  const truth = Array.from({ length: blocks }, (_, block) => block).filter(() => random.chance(0.01))
  let [atOnce, most, limits, calls] = [0, 0, 0, 0]
  const rpc = {
    limits: () => limits,
    async ask<T>(_method: string, params: readonly unknown[], check?: (answer: unknown, provider: number) => T): Promise<T> {
      const [from, to] = [(params as [Range])[0].fromBlock!, (params as [Range])[0].toBlock!].map((one) => hexToNumber(one)) as [
        number,
        number,
      ]
      most = Math.max(most, ++atOnce)
      calls++
      try {
        await new Promise((done) => setTimeout(done, random.between(0, 3)))
        // Ranges are refused for what is in them, and now and then one fails, or the provider has had enough.
        if (to - from > 600 || (to > from && random.chance(0.05))) throw new RpcFault('too_much', 'eth_getLogs')
        if (random.chance(0.02)) throw new RpcFault('broken', 'eth_getLogs')
        if (random.chance(0.02)) limits++
        return check!(
          truth.filter((block) => block >= from && block <= to).map((block) => logAt(block)),
          1,
        )
      } finally {
        atOnce--
      }
    },
  }
  const logs = createLogReader(rpc)
  const found: number[] = []
  for (let from = 0; from < blocks; ) {
    const answer = await logs.next(filter, from, blocks - 1).catch(() => null)
    if (answer === null) continue
    expect(answer.to).toBeGreaterThanOrEqual(from)
    found.push(...answer.logs.map((log) => log.block))
    from = answer.to + 1
  }
  expect(found).toEqual(truth)
  expect(most).toBeGreaterThan(2)
  expect(most).toBeLessThanOrEqual(8)
  expect(calls).toBeLessThan(600)
})

test('a provider that limits is asked for half as much at once, and for more again when it does not', async () => {
  let [limits, atOnce, most] = [0, 0, 0]
  let isLimiting = false
  const rpc = {
    limits: () => limits,
    async ask<T>(_method: string, _params: readonly unknown[], check?: (answer: unknown, provider: number) => T): Promise<T> {
      most = Math.max(most, ++atOnce)
      await Promise.resolve()
      if (isLimiting) limits++
      atOnce--
      return check!([], 1)
    },
  }
  const logs = createLogReader(rpc)
  let from = 0
  const search = async (times: number) => {
    most = 0
    for (let i = 0; i < times; i++) from = (await logs.next(filter, from, 1e9)).to + 1
    return most
  }
  await search(12)
  expect(await search(1)).toBe(8)
  isLimiting = true
  await search(3)
  expect(await search(1)).toBe(1)
  isLimiting = false
  await search(3)
  expect(await search(1)).toBe(4)
})

test('a hint is taken at its word', async () => {
  const { asked, logs } = provider((range) => {
    if ('from' in range && range.to - range.from + 1 > 50) throw new RpcFault('too_much', 'eth_getLogs', { blocks: 50 })
    return []
  })
  for (let from = 0; from < 200; ) from = (await logs.next(filter, from, 199)).to + 1
  expect(asked).toEqual(['0-199', '0-49', '50-99', '100-149', '150-199'])
})

test('a round number of logs is taken for one that was cut off', async () => {
  const { asked, logs } = provider((range) =>
    'from' in range && range.to > 0 ? Array.from({ length: 1_000 }, (_, i) => logAt(0, i)) : [logAt(0)],
  )
  expect(await logs.next(filter, 0, 3)).toMatchObject({ to: 0, logs: [{ block: 0 }] })
  expect(asked).toEqual(['0-3', '0-1', '0-0'])
})

test.each([
  ['another address', { ...logAt(1), address: `0x${'b2'.repeat(20)}` }],
  ['another event', { ...logAt(1), topics: [`0x${'c3'.repeat(32)}`] }],
  ['a block outside', logAt(9)],
  ['a removed log', { ...logAt(1), removed: true }],
  ['not a log', { nonsense: true }],
])('%s is not believed', async (_what, log) => {
  const { logs } = provider(() => [log])
  await expect(logs.next(filter, 1, 3)).rejects.toThrow()
})

test('the same log twice is not believed', async () => {
  await expect(provider(() => [logAt(1), logAt(1)]).logs.next(filter, 1, 3)).rejects.toMatchObject({ kind: 'broken' })
})

test('logs of another block of that height are not believed', async () => {
  const { logs } = provider(() => [{ ...logAt(1), blockHash: hashOf(7) }])
  await expect(logs.ofBlocks(filter, [headerAt(1)])).rejects.toMatchObject({ kind: 'behind' })
})

test('a block whose header allows logs is asked for by name when the range says there are none', async () => {
  const { asked, logs } = provider((range) => ('hash' in range && range.hash === hashOf(2) ? [logAt(2)] : []))
  const found = await logs.ofBlocks(filter, [headerAt(1, emptyBloom), headerAt(2), headerAt(3, emptyBloom)])
  expect(found.map((log) => log.block)).toEqual([2])
  expect(asked).toEqual(['1-3', 'by hash'])
})

test('the filter in a header holds exactly three bits of a value', () => {
  const hash = keccak256(address)
  const bits = new Set([0, 4, 8].map((at) => Number.parseInt(hash.slice(2 + at, 6 + at), 16) % 2_048))
  const word = [...bits].reduce((sum, bit) => sum | (1n << BigInt(bit)), 0n)
  const bloom: Hex = `0x${word.toString(16).padStart(512, '0')}`
  expect(mayHold(bloom, address)).toBe(true)
  expect(mayHold(bloom, event)).toBe(false)
  for (const bit of bits) {
    const less: Hex = `0x${(word & ~(1n << BigInt(bit))).toString(16).padStart(512, '0')}`
    expect(mayHold(less, address)).toBe(false)
  }
})

test('whoever has fewer logs than another is doubted, and the fuller answer counts', async () => {
  const doubted: unknown[] = []
  const all = [logAt(3), logAt(5), logAt(5, 1), logAt(7)]
  const answers = [[all[0], all[3]], all]
  const rpc: Rpc = { ask: async (_method, _params, check) => check!(answers[0], 1) }
  const others = {
    askOthers: async (
      _than: number,
      _method: string,
      _params: readonly unknown[],
      check: (answer: unknown, place: number) => any,
    ) => answers.slice(1).map((answer) => check(answer, 2)),
    doubt: (why: string, place?: number) => void doubted.push([why, place]),
  }
  const { logs } = await createLogReader(rpc, others, () => 0).next(filter, 0, 9)
  expect(logs.map(({ block, index }) => [block, index])).toEqual([
    [3, 0],
    [5, 0],
    [5, 1],
    [7, 0],
  ])
  expect(doubted).toEqual([['logs', 1]])
  // Another that has less says nothing of the one that was asked.
  answers[1] = []
  expect((await createLogReader(rpc, others, () => 0).next(filter, 0, 9)).logs).toHaveLength(2)
  expect(doubted).toHaveLength(1)
})

test('one answer in ten is held beside the others, each one while totals do not match', async () => {
  let asked = 0
  const rpc: Rpc = { ask: async (_method, _params, check) => check!([], 1) }
  const others = {
    async askOthers() {
      asked++
      return []
    },
    doubt: () => undefined,
  }
  let turn = 0
  const reader = createLogReader(rpc, others, () => (turn++ % 100) / 100)
  for (let from = 0; from < 200; from++) await reader.next(filter, from, from)
  expect(asked).toBe(20)
  reader.wary.add('a source whose totals do not match')
  for (let from = 200; from < 210; from++) await reader.next(filter, from, from)
  expect(asked).toBe(30)
})
