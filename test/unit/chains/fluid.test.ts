// What Fluid's logs and storage come to without a chain: whom a log touches, what a position's word says, and whose debt a
// total is. Against the contracts themselves: test/integration/fluid.test.ts.
import { concatHex, type Hex, numberToHex, pad } from 'viem'
import { expect, test } from 'vitest'
import { knownDeployments as known } from '../../../app/config/known-deployments.ts'
import type { Draft, ReadContext } from '../../../ingestors/chains/follower.ts'
import type { ChainLog } from '../../../ingestors/chains/logs.ts'
import type { View } from '../../../ingestors/chains/pinned.ts'
import { calls, liquidated, minted, operated, places } from '../../../ingestors/sources/fluid/contracts.ts'
import follower from '../../../ingestors/sources/fluid/follower.ts'
import { readPositions } from '../../../ingestors/sources/fluid/positions.ts'
import { ratioAtTick } from '../../../ingestors/sources/fluid/ticks.ts'
import { fluidPositions, fluidVaults } from '../../../ingestors/sources/fluid/topic.ts'
import { everybodyIn, keyOf, touchFluid } from '../../../ingestors/sources/fluid/touch.ts'
import { ownCoin } from '../../../ingestors/sources/fluid/vaults.ts'
import { createFakeReader } from '../../support/chains/fake-reader.ts'

const hex = (value: number): Hex => `0x${value.toString(16).padStart(40, '0')}`
const [factory, vault, smart, coin, dollar, oracle] = [0xfa, 0x7a, 0x5a, 0xc0, 0xd0, 0x0a].map(hex) as [
  Hex,
  Hex,
  Hex,
  Hex,
  Hex,
  Hex,
]
const log = (address: Hex, event: Hex, topics: Hex[] = [], data: Hex = '0x') =>
  ({ address, topics: [event, ...topics], data }) as unknown as ChainLog
const words = (...values: bigint[]): Hex => concatHex(values.map((value) => numberToHex(value, { size: 32 })))
/** A number of 56 bits and a shift, as vaults keep amounts. */
const packed = (value: bigint): bigint => {
  let shift = 0n
  while (value >> shift >= 1n << 56n) shift++
  return ((value >> shift) << 8n) | shift
}
const signed = (tick: number): bigint => (BigInt(Math.abs(tick)) << 1n) | (tick < 0 ? 0n : 1n)
const owing = (tick: number, collateral: bigint, dust: bigint, tickId = 1n) =>
  (signed(tick) << 1n) | (tickId << 21n) | (packed(collateral) << 45n) | (packed(dust) << 109n)

test('ratios are those that the library names, at both ends, at nothing and where it rounds up', () => {
  expect(ratioAtTick(0)).toBe(1n << 96n)
  // Which the library names rounded to the nearest: its function cuts.
  expect(ratioAtTick(-32_767)).toBe(37_075_072n - 1n)
  expect(ratioAtTick(32_767)).toBe(169_307_877_264_527_972_847_801_929_085_841_449_095_838_922_544_595n)
  for (const tick of [-15_000, -1, 1, 7, 4_321]) {
    expect(Number(ratioAtTick(tick)) / Number(1n << 96n) / 1.0015 ** tick).toBeCloseTo(1, 9)
    expect(ratioAtTick(tick)).toBeLessThan(ratioAtTick(tick + 1))
  }
  for (const tick of [32_768, -32_768, 0.5, Number.NaN]) expect(() => ratioAtTick(tick)).toThrow(RangeError)
})

test('a position is read when it is opened or changed, and all of a vault where a liquidation names nobody; a stranger’s log touches nobody', () => {
  const touched = (...logs: ChainLog[]) => touchFluid(1, new Set([vault]), logs).always.map(({ key }) => key)
  expect(touched(log(factory, minted, [pad(vault), pad(hex(1)), numberToHex(7n, { size: 32 })]))).toEqual([keyOf(1, '7')])
  const change = words(1n, 9n, 10n ** 18n, 0n, 1n)
  expect(touched(log(vault, operated, [], change), log(vault, operated, [], change))).toEqual([keyOf(1, vault), keyOf(1, '9')])
  expect(touched(log(smart, operated, [], change))).toEqual([])
  for (const event of liquidated)
    expect(touched(log(vault, event, [], words(1n, 2n)))).toEqual([keyOf(1, vault), keyOf(1, everybodyIn(vault))])
  // Cut short, as no node should tell it.
  for (const data of ['0x', '0x01', words(1n)] as Hex[])
    expect(touched(log(vault, operated, [], data))).toEqual([keyOf(1, vault)])
})

type Words = Readonly<Record<Hex, bigint>>
const storage = (kept: Words, more: (view: View<unknown>, args: readonly unknown[]) => unknown = () => null) =>
  ((view: View<unknown>, args: readonly unknown[]) =>
    view === calls.stored ? (kept[args[0] as Hex] ?? 0n) : more(view, args)) satisfies (
    view: View<unknown>,
    args: readonly unknown[],
  ) => unknown
const ofVault = (number: bigint): bigint => (number << 192n) | 0xabcn

test('a word is a position: only put up, owing by its tick, hit by a liquidation, and left with less than was never owed', async () => {
  const ether = 10n ** 18n
  const tick = -12_000
  const gross = (ratioAtTick(tick) * ((ether >> 4n) << 4n)) >> 96n
  const asked: unknown[][] = []
  const at = createFakeReader({
    [factory]: storage(
      Object.fromEntries([1n, 2n, 3n, 4n, 5n].map((id) => [places.token(id), ofVault(id === 5n ? 2n : 1n)])) as Words,
    ),
    [vault]: storage(
      {
        [places.position(1n)]: 1n | (packed(ether) << 45n),
        [places.position(2n)]: owing(tick, ether, 1_000n),
        [places.position(3n)]: owing(7, ether, 50n, 2n),
        [places.position(4n)]: owing(8, ether, 500n),
        // Nobody was liquidated there; there the tick has begun anew; and there all were.
        [places.tick(tick)]: 1n << 1n,
        [places.tick(7)]: 3n << 1n,
        [places.tick(8)]: 1n | (1n << 1n),
      },
      (view, args) => {
        if (view !== calls.latestPosition) return null
        asked.push([...args])
        return args[0] === 7n ? [5n, 1_050n, 900n, 1n, 0n] : [5n, 400n, 300n, 1n, 0n]
      },
    ),
  })
  const read = await readPositions(at, factory, new Map([[1n, vault]]), [1n, 2n, 3n, 4n, 5n, 6n])
  // Of 60 bits, of which a vault keeps 56.
  const kept = (ether >> 4n) << 4n
  expect(read).toEqual([
    { vault, position: '1', collateral: String(kept), debt: '0', debt_at_tick: '0' },
    { vault, position: '2', collateral: String(kept), debt: String(gross - 1_000n), debt_at_tick: String(gross) },
    { vault, position: '3', collateral: '900', debt: '1000', debt_at_tick: '1050' },
    { vault, position: '4', collateral: '300', debt: '0', debt_at_tick: '0' },
    null,
    null,
  ])
  expect(asked.map((args) => args.slice(0, 2))).toEqual([
    [7n, 2n],
    [8n, 1n],
  ])
})

test('a word that no vault keeps is a provider’s fault: a tick beyond all, an amount beyond all', async () => {
  for (const word of [owing(40_000, 10n ** 18n, 0n), owing(3, 0n, 0n) | (0xffn << 45n) | (1n << 60n)]) {
    const at = createFakeReader({
      [factory]: storage({ [places.token(1n)]: ofVault(1n) }),
      [vault]: storage({ [places.position(1n)]: word }),
    })
    await expect(readPositions(at, factory, new Map([[1n, vault]]), [1n])).rejects.toMatchObject({ kind: 'broken' })
  }
})

const terms = (875n << 32n) | (900n << 42n) | (950n << 52n) | (200n << 72n) | (BigInt(oracle) << 96n)
const totals = (borrowed: bigint, count: bigint) => (packed(1_000_000n) << 82n) | (packed(borrowed) << 146n) | (count << 210n)
const world = (borrowed: bigint, count: bigint, ids: readonly bigint[], debtOf: (id: bigint) => bigint, absorbed = 0n) =>
  createFakeReader({
    [factory]: storage(Object.fromEntries(ids.map((id) => [places.token(id), ofVault(1n)])) as Words, (view, args) =>
      view === calls.vaultCount ? 2n : view === calls.vaultAt ? (args[0] === 1n ? vault : smart) : null,
    ),
    [vault]: storage(
      {
        [places.variables]: totals(borrowed, count),
        [places.terms]: terms,
        [places.absorbed]: absorbed | (77n << 128n),
        [places.tick(0)]: 1n << 1n,
        ...(Object.fromEntries(ids.map((id) => [places.position(id), owing(0, 1_000_000n, 1_000_000n - debtOf(id))])) as Words),
      },
      (view, args) =>
        view === calls.constants
          ? { supplyToken: ownCoin, borrowToken: dollar, vaultId: 1n }
          : view === calls.exchangePrices && args[0] === terms
            ? [1n, 2n, 10n ** 12n, 2n * 10n ** 12n]
            : null,
    ),
    [smart]: (view) => (view === calls.type ? 20_000n : null),
    [coin]: () => null,
  })

const fluid = { factory, native: coin, first_block: 1 }
const opened = () => follower.open({ ...known[0]!, fluid })!
type Content = Record<string, any>

async function readWith(
  at: ReturnType<typeof world>,
  wanted: readonly string[],
  held: ReadonlyMap<string, Content>,
  refresh = false,
) {
  // A reader of its own: which vaults there are is not asked at each block.
  const prepared = await opened().prepare(at)
  const subjectOf = (key: string) => ({ key, parts: [], appendedFor: null, undone: false, content: textOf(held.get(key)) })
  const drafts = await prepared.read({
    at,
    refresh,
    wanted: wanted.map((name) => {
      const key = keyOf(1, name)
      return { ...subjectOf(key), topic: name.length === 42 ? fluidVaults.name : fluidPositions.name } as never
    }),
    known: async (_, keys) => new Map(keys.filter((key) => held.has(key)).map((key) => [key, subjectOf(key) as never])),
    contents: async () => [...held.values()].filter(({ position }) => position !== undefined),
  } satisfies ReadContext)
  return { drafts, held: new Map([...held, ...drafts.map((one) => [one.key, one.content as Content] as const)]) }
}
const textOf = (content: Content | undefined) => (content === undefined ? null : JSON.stringify(content))
const vaultIn = (drafts: readonly Draft[]) => drafts.find(({ key }) => key === keyOf(1, vault))!.content as Content
const apart = (content: Content) => opened().differences([content])

test('a vault’s totals are held beside its positions; what nobody owes is known once all were read at one block', async () => {
  const debtOf = (id: bigint) => id * 1_000n
  const first = await readWith(world(60_000n, 3n, [1n, 2n], debtOf), ['1', '2'], new Map())
  expect(vaultIn(first.drafts)).toMatchObject({
    vault_id: '1',
    collateral: { address: coin },
    loan: { address: dollar },
    supply_price: '1000000000000',
    borrow_price: '2000000000000',
    oracle,
    collateral_factor_permille: 875,
    liquidation_threshold_permille: 900,
    liquidation_limit_permille: 950,
    liquidation_penalty_bps: 200,
    borrow_total: '60000',
    absorbed_collateral: '77',
    absorbed_debt: '0',
    positions: 3,
    positions_tracked: 2,
    borrow_tracked: '3000',
    borrow_of_nobody: '0',
  })
  // One position is not there: no sum is believed.
  expect(apart(vaultIn(first.drafts))).toEqual({ [vault]: '1 positions, 57000 raw' })
  const all = await readWith(world(60_000n, 3n, [1n, 2n, 3n], debtOf), ['3'], first.held)
  expect(apart(vaultIn(all.drafts))).toEqual({ [vault]: '0 positions, 54000 raw' })
  const whole = await readWith(world(60_000n, 3n, [1n, 2n, 3n], debtOf), [], all.held, true)
  expect(vaultIn(whole.drafts)).toMatchObject({ borrow_tracked: '6000', borrow_of_nobody: '54000' })
  expect(apart(vaultIn(whole.drafts))).toEqual({})
  // Somebody borrows more and no log of it came: the next reading of the vault tells.
  const more = await readWith(world(90_000n, 3n, [1n, 2n, 3n], debtOf), [vault], whole.held)
  expect(apart(vaultIn(more.drafts))).toEqual({ [vault]: '0 positions, 30000 raw' })
  // Whoever it was is found when the vault is looked at again: everybody is read.
  const grown = (id: bigint) => debtOf(id) + (id === 2n ? 30_000n : 0n)
  const found = await readWith(world(90_000n, 3n, [1n, 2n, 3n], grown), [vault], more.held)
  expect(vaultIn(found.drafts)).toMatchObject({ borrow_tracked: '36000', borrow_of_nobody: '54000' })
  expect(found.held.get(keyOf(1, '2'))).toMatchObject({ debt: '32000' })
  // Where a position is missed nothing is taken as nobody's.
  const missed = await readWith(world(95_000n, 4n, [1n, 2n, 3n], grown), [vault], found.held)
  const again = await readWith(world(95_000n, 4n, [1n, 2n, 3n], grown), [vault], missed.held)
  for (const { drafts } of [missed, again]) expect(apart(vaultIn(drafts))).toEqual({ [vault]: '1 positions, 5000 raw' })
})

test('after a liquidation everybody in the vault is read again, and what is absorbed is nobody’s', async () => {
  const ids = [1n, 2n, 3n]
  const whole = await readWith(
    world(6_000n, 3n, ids, (id) => id * 1_000n),
    ['1', '2', '3'],
    new Map(),
  )
  const other = { vault: smart, position: '9', collateral: '1', debt: '1', debt_at_tick: '1' }
  const held = new Map([...whole.held, [keyOf(1, '9'), other]])
  const after = await readWith(
    world(6_000n, 3n, ids, (id) => id * 500n, 2_900n),
    [everybodyIn(vault), vault],
    held,
  )
  expect(after.drafts.map(({ key }) => key).sort()).toEqual(
    [...['1', '2', '3'].map((id) => keyOf(1, id)), keyOf(1, vault)].sort(),
  )
  expect(vaultIn(after.drafts)).toMatchObject({ borrow_tracked: '3000', borrow_of_nobody: '100', absorbed_debt: '2900' })
  expect(apart(vaultIn(after.drafts))).toEqual({})
})

test('a vault that says nothing, and one of another type, end no reading', async () => {
  const at = createFakeReader({
    [factory]: storage({ [places.token(1n)]: ofVault(2n) }, (view, args) =>
      view === calls.vaultCount ? 2n : view === calls.vaultAt ? (args[0] === 1n ? vault : smart) : null,
    ),
    [smart]: (view) => (view === calls.type ? 20_000n : null),
  })
  const { drafts } = await readWith(at as never, ['1'], new Map(), true)
  expect(drafts.map(({ key, content }) => [key, content])).toEqual([[keyOf(1, '1'), null]])
})
