// What a pool, its gauge and its lens may answer that is not as it should be: told as it is, bounded, or not at all.
import { type Hex, numberToHex } from 'viem'
import { expect, test } from 'vitest'
import { RpcFault } from '../../../ingestors/chains/rpc-fault.ts'
import type { VotedExchange } from '../../../ingestors/contracts/exchanges.ts'
import { readGauge } from '../../../ingestors/sources/evm-pool/gauge.ts'
import { readSwaps } from '../../../ingestors/sources/evm-pool/swaps.ts'
import { readWeeks } from '../../../ingestors/sources/evm-pool/weeks.ts'

const pool: Hex = `0x${'a1'.repeat(20)}`
const reward: Hex = `0x${'b2'.repeat(20)}`
const gauge: Hex = `0x${'c3'.repeat(20)}`
const dollar: Hex = `0x${'d4'.repeat(20)}`
const voted: VotedExchange = { name: 'x', voter: gauge, poolFactory: gauge, rangeFactories: [], rewardsLens: gauge, reward }
const exchange = { factories: [], quotes: [{ token: dollar, symbol: 'USD', decimals: 6, dollar: true }] }
const worths = new Map([['USD', 1]])
const word = (value: bigint) => numberToHex(value, { size: 32, signed: value < 0n }).slice(2)
const swap = (block: number, ...words: bigint[]) => ({
  ...{ address: pool, index: 0, block, transaction: '0x1' as Hex, topics: [] },
  data: `0x${words.map(word).join('')}` as Hex,
})
const time = new Date('2026-11-22T12:00:00Z')
const chainOf = (parts: object) => ({ block: { number: 20_000 }, exchange, header: async () => ({ time }), ...parts }) as never

test('a concentrated pool tells what came in above zero and what went out below: only the first counts', async () => {
  const logs = async () => [swap(1, 5n, -7n, 1n, 1n, -3n), swap(2, -4n, 9n, 1n, 1n, 3n), swap(3, 5n, 5n)]
  expect(await readSwaps(chainOf({ logs }), pool, true)).toMatchObject({ count: 2, in0: '5', in1: '9' })
})

test('a provider that takes no wide range is asked for less, and one that takes none leaves swaps unknown', async () => {
  const asked: number[] = []
  const refusing = (least: number) => async (_address: Hex, _topics: unknown, from: number) => {
    asked.push(20_001 - from)
    if (20_001 - from > least) throw new RpcFault('too_much', 'eth_getLogs')
    return [swap(1, 5n, 0n, 0n, 7n)]
  }
  expect(await readSwaps(chainOf({ logs: refusing(2_000) }), pool, false)).toMatchObject({
    count: 1,
    in0: '5',
    from_block: 18_001,
  })
  expect(asked).toEqual([10_000, 2_000])
  expect(await readSwaps(chainOf({ logs: refusing(0) }), pool, false)).toBeNull()
})

const answering =
  (...answers: unknown[]) =>
  async (questions: readonly unknown[]) =>
    questions.map(() => answers.shift() ?? null)
const identity = [18, 10n, 'Reward', 'RWD', null, null]

test('a gauge that stakes more than there is, until the end of time, is bounded', async () => {
  const answer = answering(gauge, 1n, 2n, true, 3n, 2n ** 256n - 1n, 50n, 10n, ...identity)
  const { gauge: told } = await readGauge(chainOf({ answer }), voted, pool, false, worths)
  expect(told).toMatchObject({ staked_share: 1, ends_at: '9999-12-31T23:59:59.000Z', reward: { usd: null } })
})

test('a pool without a gauge has none, and a gauge that answers nothing pays nothing', async () => {
  const none = answering(`0x${'0'.repeat(40)}`, 1n, 2n)
  expect((await readGauge(chainOf({ answer: none }), voted, pool, false, worths)).gauge).toBeNull()
  const mute = answering(gauge, null, null, null, null, null, null, null, ...identity)
  expect(await readGauge(chainOf({ answer: mute }), voted, pool, true, worths)).toMatchObject({
    votes: null,
    gauge: { is_alive: false, staked_share: 0, per_second: '0', ends_at: '1970-01-01T00:00:00.000Z' },
  })
})

test('a lens that is gone, or tells of weeks beyond all time, leaves the weeks unknown', async () => {
  const read = (...answers: unknown[]) => readWeeks(chainOf({ answer: answering(...answers) }), voted, pool, [], worths)
  expect(await read(null)).toBeNull()
  expect(await read([{ ts: 2n ** 200n, votes: 1n, emissions: 1n, bribes: [], fees: [] }])).toBeNull()
  expect(await readWeeks(chainOf({}), { ...voted, rewardsLens: null }, pool, [], worths)).toBeNull()
})

test('a bribe in a token nobody prices is told without a worth, one in dollars with it', async () => {
  const paid = [
    { token: dollar, amount: 3_000_000n },
    { token: pool, amount: 9n },
  ]
  const [week] = (await readWeeks(
    chainOf({ answer: answering([{ ts: 604_800n, votes: 1n, emissions: 2n, bribes: paid, fees: [] }], 6, 18) }),
    voted,
    pool,
    [],
    worths,
  ))!
  expect(week).toMatchObject({ start: '1970-01-08T00:00:00.000Z', per_second: '2', bribes: [{ usd: 3 }, { usd: null }] })
})
