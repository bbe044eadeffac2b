// What is remembered of payers: whether they are contracts, and how far they are trusted with our gas; both bounded.
import type { PublicClient } from 'viem'
import { expect, test, vi } from 'vitest'
import { lowSettlements, watchKeys } from '../../../api/payment/facilitator/key-gas.ts'
import { createPayerStanding, type Turn } from '../../../api/payment/facilitator/payer-standing.ts'
import { createPayerCodes } from '../../../api/payment/proof/payer-codes.ts'

const network = 'eip155:84532'
const addressOf = (nth: number) => `0x${nth.toString(16).padStart(40, '0')}`

function codesWorld(limits: { mostAtOnce?: number; mostRemembered?: number } = {}) {
  const self = {
    now: 0,
    code: undefined as string | undefined,
    asked: [] as string[],
    hold: null as Promise<void> | null,
    fails: false,
  }
  const client = {
    async getCode({ address }: { address: string }) {
      self.asked.push(address)
      await self.hold
      if (self.fails) throw new Error('away')
      return self.code
    },
  } as unknown as PublicClient
  return Object.assign(self, {
    codes: createPayerCodes({ clients: new Map([[network, client]]), now: () => self.now, ...limits }),
  })
}

test('an address is looked up once for many who ask, and again when what was said is old', async () => {
  const w = codesWorld()
  const ask = () => w.codes.hasCode(network, addressOf(1))!
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([false, false, false])
  expect(await ask()).toBe(false)
  expect(w.asked).toHaveLength(1)
  w.now = 5_001
  w.code = '0xef0100'
  expect(await ask()).toBe(true)
  w.now = 300_000
  expect(await ask()).toBe(true)
  expect(w.asked).toHaveLength(2)
})

test('a network without access says nothing, and a failed look-up is not remembered', async () => {
  const w = codesWorld()
  expect(w.codes.hasCode('eip155:1', addressOf(1))).toBeNull()
  w.fails = true
  await expect(w.codes.hasCode(network, addressOf(1))).rejects.toThrow('away')
  w.fails = false
  expect(await w.codes.hasCode(network, addressOf(1))).toBe(false)
})

test('a flood of addresses asks the chain for but some at once, and leaves but some in memory', async () => {
  const w = codesWorld({ mostAtOnce: 8, mostRemembered: 20 })
  const { promise, resolve } = Promise.withResolvers<void>()
  w.hold = promise
  const flood = Promise.allSettled(Array.from({ length: 500 }, (_, nth) => w.codes.hasCode(network, addressOf(nth))!))
  expect(w.asked).toHaveLength(8)
  resolve()
  expect((await flood).filter(({ status }) => status === 'fulfilled')).toHaveLength(8)
  w.hold = null
  for (let nth = 0; nth < 100; nth++) await w.codes.hasCode(network, addressOf(nth))
  w.asked = []
  for (let nth = 80; nth < 100; nth++) await w.codes.hasCode(network, addressOf(nth))
  expect(w.asked).toEqual([])
  await w.codes.hasCode(network, addressOf(0))
  expect(w.asked).toHaveLength(1)
})

function standingWorld(lostGasPerHour = 1_000_000) {
  const self = { now: 0 }
  const standing = createPayerStanding({ lostGasPerHour, waitMs: 60_000, now: () => self.now })
  const enter = (payer: string, hasCode = true, gas = 100_000) => standing.enter(payer, { hasCode, gas })
  const turn = async (payer: string, hasCode = true) => {
    const entered = await enter(payer, hasCode)
    if (entered.kind !== 'turn') throw new Error(`blocked for ${entered.seconds} s`)
    return entered
  }
  return Object.assign(self, { standing, enter, turn })
}
const reverted = { revertedGas: 90_000, isPayersDoing: true }

test('of a new contract one settlement is under way, and each that pays makes room for one more', async () => {
  const w = standingWorld()
  const first = await w.turn('a')
  const entered: Turn[] = []
  for (let nth = 0; nth < 5; nth++) void w.turn('a').then((turn) => entered.push(turn))
  await Promise.resolve()
  expect(entered).toHaveLength(0)
  first.end('paid')
  await vi.waitFor(() => expect(entered).toHaveLength(2))
  for (const turn of [...entered]) turn.end('paid')
  await vi.waitFor(() => expect(entered).toHaveLength(5))
})

test('those that wait behind one that reverts are sent away at once', async () => {
  const w = standingWorld()
  const first = await w.turn('a')
  const others = Array.from({ length: 5 }, () => w.enter('a'))
  first.end(reverted)
  for (const other of await Promise.all(others)) expect(other).toEqual({ kind: 'blocked', seconds: 10, isRefused: false })
  expect((await w.enter('b')).kind).toBe('turn')
})

test('what somebody else has used up is not held against the payer, nor what was never sent', async () => {
  const w = standingWorld()
  for (const how of ['unsent', { revertedGas: 30_000, isPayersDoing: false }] as const) {
    ;(await w.turn('a')).end(how)
    expect(w.standing.blockOf('a')).toBeNull()
  }
})

test('ended twice counts once', async () => {
  const w = standingWorld()
  const turn = await w.turn('a')
  turn.end(reverted)
  turn.end('paid')
  expect(w.standing.blockOf('a')).not.toBeNull()
})

test('a line is bounded, for one payer and for all', async () => {
  const w = standingWorld()
  const turns = [await w.turn('a')]
  const line = Array.from({ length: 64 }, () => w.enter('a'))
  expect(await w.enter('a')).toEqual({ kind: 'blocked', seconds: 2, isRefused: false })
  const others: Promise<unknown>[] = []
  for (const payer of ['b', 'c', 'd', 'e', 'f', 'g', 'h']) {
    turns.push(await w.turn(payer, false))
    for (let nth = 0; nth < 71; nth++) others.push(w.enter(payer, false))
  }
  expect(await w.enter('h', false)).toMatchObject({ kind: 'blocked' })
  for (const turn of turns) turn.end(reverted)
  await Promise.all(line)
})

test('a budget that reverts have used up fills again with time, and keys are not on it', async () => {
  const w = standingWorld(200_000)
  ;(await w.turn('a')).end(reverted)
  ;(await w.turn('b')).end(reverted)
  const blocked = await w.enter('c')
  expect(blocked).toMatchObject({ kind: 'blocked', isRefused: false })
  expect((await w.enter('d', false)).kind).toBe('turn')
  w.now += (blocked as { seconds: number }).seconds * 1_000
  expect((await w.enter('c')).kind).toBe('turn')
})

test.each([
  [50_000, 'turn'],
  [0, 'blocked'],
])('with %i gas to lose in an hour a new contract meets a %s', async (lostGasPerHour, kind) => {
  const w = standingWorld(lostGasPerHour)
  expect(await w.enter('a')).toMatchObject({ kind })
  expect(await w.enter('b')).toMatchObject({ kind: 'blocked', seconds: expect.closeTo(3_600, 0) })
})

test('a key is told about once when it gets low, again after an hour, and after it was filled in between', async () => {
  const w = { settlements: 10, now: 0 }
  const balance = async () => ({ address: addressOf(1) as `0x${string}`, wei: 10n ** 15n, settlements: w.settlements })
  const told = vi.fn()
  const watch = watchKeys(new Map([[network, { balance }]]), told, { everyMs: 5, now: () => w.now })
  const asked = async () => {
    const before = watch.read()[0]
    await vi.waitFor(() => expect(watch.read()[0]).not.toBe(before))
  }
  await asked()
  await asked()
  expect(told).toHaveBeenCalledTimes(1)
  w.now = 3_600_000
  await asked()
  await asked()
  expect(told).toHaveBeenCalledTimes(2)
  w.settlements = lowSettlements
  await asked()
  await asked()
  w.settlements = lowSettlements - 1
  await asked()
  await asked()
  expect(told).toHaveBeenCalledTimes(3)
  watch.stop()
})
