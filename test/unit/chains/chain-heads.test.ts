// The newest block, where providers know of it at different times, and where one of them stands still or lies.
import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { createHeads } from '../../../ingestors/chains/heads.ts'
import type { ManyRpc } from '../../../ingestors/chains/rpc.ts'

const hash = (number: number): Hex => `0x${number.toString(16).padStart(64, '0')}`
const blockAt = (number: number, seconds: number) => ({
  ...{ number: `0x${number.toString(16)}`, hash: hash(number), parentHash: hash(number - 1) },
  ...{ timestamp: `0x${seconds.toString(16)}`, logsBloom: `0x${'0'.repeat(512)}` },
})

/** Asks whoever is not doubted first. */
function providers(heads: { number: number; seconds: number }[]) {
  const doubts: unknown[] = []
  const away = new Set<number>()
  let front = 1
  const answer = (place: number) => blockAt(heads[place - 1]!.number, heads[place - 1]!.seconds)
  const rpc: ManyRpc = {
    hasOthers: heads.length > 1,
    ask: async (_method, _params, check) => check!(answer(front), front),
    askOthers: async (than, _method, _params, check) =>
      heads.flatMap((_, i) =>
        i + 1 === than || away.has(i + 1) || doubts.some((one: any) => one[1] === i + 1) ? [] : [check(answer(i + 1), i + 1)],
      ),
    askEach: async () => [],
    doubt(why, place) {
      doubts.push([why, place])
      front = (front % heads.length) + 1
    },
    fits: () => undefined,
    standing: () => [],
    limits: () => 0,
  }
  const forgive = () => {
    doubts.length = 0
    front = 1
  }
  return { away, doubts, forgive, head: createHeads(rpc) }
}

test('a provider that stays behind is left for one that does not', async () => {
  const { doubts, head } = providers([
    { number: 100, seconds: 1_000 },
    { number: 110, seconds: 1_120 },
  ])
  expect((await head()).number).toBe(110)
  expect(doubts).toEqual([['head', 1]])
})

test('one that comes back from its rest as old as before is found out at once', async () => {
  const heads = [
    { number: 100, seconds: 1_000 },
    { number: 110, seconds: 1_120 },
  ]
  const { doubts, head, forgive } = providers(heads)
  expect((await head()).number).toBe(110)
  forgive()
  await new Promise((later) => setTimeout(later, 350))
  expect((await head()).number).toBe(110)
  expect(doubts).toEqual([['head', 1]])
})

test('one that hears of a block a little later is not, nor one that is ahead, nor one that is alone', async () => {
  for (const heads of [
    [
      { number: 100, seconds: 1_000 },
      { number: 101, seconds: 1_012 },
    ],
    [
      { number: 110, seconds: 1_120 },
      { number: 100, seconds: 1_000 },
    ],
    [{ number: 100, seconds: 1_000 }],
  ]) {
    const { doubts, head } = providers(heads)
    expect((await head()).number).toBe(heads[0]!.number)
    expect(doubts).toEqual([])
  }
})

test('where no other answered nothing was compared, and they are asked again soon', async () => {
  const heads = [
    { number: 100, seconds: 1_000 },
    { number: 110, seconds: 1_120 },
  ]
  const { doubts, head, away } = providers(heads)
  away.add(2)
  expect((await head()).number).toBe(100)
  away.delete(2)
  await new Promise((later) => setTimeout(later, 2_350))
  expect((await head()).number).toBe(110)
  expect(doubts).toEqual([['head', 1]])
})

test('several who ask at once are one question', async () => {
  const { head } = providers([{ number: 7, seconds: 70 }])
  expect(head()).toBe(head())
})
