// What Compound v3's logs and answers come to without a chain: whom a log touches, which bits are which collateral, and odd markets.
import { type Hex, pad } from 'viem'
import { expect, test } from 'vitest'
import { noAddress } from '../../../ingestors/chains/address.ts'
import type { ChainLog } from '../../../ingestors/chains/logs.ts'
import type { View } from '../../../ingestors/chains/pinned.ts'
import { calls, collateralMoved, events, mayOwe, withdrawn } from '../../../ingestors/sources/compound-v3/contracts.ts'
import { createMarketReader, type ListedMarket, readMarket } from '../../../ingestors/sources/compound-v3/markets.ts'
import { readPositions } from '../../../ingestors/sources/compound-v3/positions.ts'
import { cometMarkets, cometPositions } from '../../../ingestors/sources/compound-v3/topic.ts'
import { touchBorrowers, touchComet } from '../../../ingestors/sources/compound-v3/touch.ts'
import { createFakeReader } from '../../support/chains/fake-reader.ts'

const hex = (value: number): Hex => `0x${value.toString(16).padStart(40, '0')}`
const [comet, anna, ben, base] = [0xc0, 0xa1, 0xb2, 0xba].map(hex) as [Hex, Hex, Hex, Hex]
const names = new Map([[comet, 'compound-v3-usdc']])
const log = (event: Hex, ...accounts: Hex[]) =>
  ({ address: comet, topics: [event, ...accounts.map((one) => pad(one))], data: '0x' }) as unknown as ChainLog
const keysOf = (some: readonly { topic: string; key: string }[]) =>
  some.filter(({ topic }) => topic === cometPositions.name).map(({ key }) => key.split(':')[2])

test('whoever may come to owe is read in any case, everybody else a log names only where he is known', () => {
  const [supplied, transferred] = collateralMoved as [Hex, Hex]
  for (const [event, always, ifKnown] of [
    [withdrawn, anna, ben],
    [supplied, ben, anna],
    [transferred, ben, anna],
  ] as const) {
    const touched = touchComet(1, names, [log(event, anna, ben, base)])
    expect([keysOf(touched.always), keysOf(touched.ifKnown)]).toEqual([[always], [ifKnown]])
  }
  const other = events.find((event) => !mayOwe.includes(event))!
  const touched = touchComet(1, names, [log(other, noAddress, anna)])
  expect([keysOf(touched.always), keysOf(touched.ifKnown)]).toEqual([[], [anna]])
  expect(touched.always).toEqual([{ topic: cometMarkets.name, key: '1:compound-v3-usdc', parts: [] }])
})

test('history is searched for who may owe, and for nothing else', () => {
  const logs = events.map((event) => log(event, anna, ben, base))
  const found = touchBorrowers(1, names, logs)
  expect(found.ifKnown).toEqual([])
  expect(keysOf(found.always)).toEqual([anna, ben, ben])
  expect(found.always.every(({ topic }) => topic === cometPositions.name)).toBe(true)
})

const assetAt = (i: number) => hex(0xa00 + i)
const listed = (assets: readonly Hex[]): ListedMarket => ({
  market: 'compound-v3-usdc',
  comet,
  assets,
  infos: assets.map(infoOf),
})
const infoOf = (asset: Hex) => ({
  asset,
  priceFeed: hex(0xfeed),
  borrowCollateralFactor: 8n * 10n ** 17n,
  liquidateCollateralFactor: 85n * 10n ** 16n,
  liquidationFactor: 9n * 10n ** 17n,
  // No more may come in; what is there is collateral still.
  supplyCap: 0n,
})
type Basic = readonly [principal: bigint, assetsIn: number, more: number]
const accounts = (basics: Readonly<Record<Hex, Basic>>) =>
  createFakeReader({
    [comet]: (view: View<unknown>, args: readonly unknown[]) => {
      if (view === calls.account) {
        const [principal, assetsIn, more] = basics[args[0] as Hex]!
        return [principal, 0n, 0n, assetsIn, more]
      }
      return view === calls.collateral ? [BigInt(args[1] as Hex) % 0xa00n, 0n] : null
    },
  })

test('collateral beyond the sixteenth lies in the second word, and what has no balance is none', async () => {
  const market = listed(Array.from({ length: 24 }, (_, i) => assetAt(i)))
  const at = accounts({ [anna]: [-7n, 0b11, 0], [ben]: [-9n, 1 << 15, 0b1000_0001] })
  expect(await readPositions(at, market, [anna, ben])).toEqual([
    // The first asset's balance is zero in this table.
    { market: market.market, account: anna, borrow_principal: '7', collateral: [{ asset: assetAt(1), balance: '1' }] },
    {
      market: market.market,
      account: ben,
      borrow_principal: '9',
      collateral: [15, 16, 23].map((i) => ({ asset: assetAt(i), balance: String(i) })),
    },
  ])
})

test('who owes nothing is no borrower, and of thousands who were sent dust nothing more is asked', async () => {
  const dusty = Array.from({ length: 5_000 }, (_, i) => hex(0xd0000 + i))
  const at = accounts({ ...Object.fromEntries(dusty.map((one) => [one, [0n, 1, 0] as const])), [anna]: [5n, 1, 0] })
  const read = await readPositions(at, listed([assetAt(1)]), [...dusty, anna])
  expect(read.every((one) => one === null)).toBe(true)
})

test('a token that a market lists twice is counted once', async () => {
  const at = accounts({ [anna]: [-1n, 0b11, 0] })
  const [position] = await readPositions(at, listed([assetAt(3), assetAt(3)]), [anna])
  expect(position!.collateral).toEqual([{ asset: assetAt(3), balance: '3' }])
})

test('a paused market with losses and a cap of nothing is told as it is', async () => {
  const totals = {
    baseSupplyIndex: 10n ** 15n,
    baseBorrowIndex: 11n * 10n ** 14n,
    totalSupplyBase: 900n,
    totalBorrowBase: 800n,
    lastAccrualTime: 1_700_000_000,
    pauseFlags: 0b11000,
  }
  const answers = new Map<View<unknown>, unknown>([
    [calls.base, base],
    [calls.basePriceFeed, hex(0xfeed)],
    [calls.assets, 1],
    [calls.asset, infoOf(assetAt(3))],
    [calls.totals, totals],
    [calls.utilisation, 10n ** 18n],
    [calls.borrowRate, 3_000_000_000n],
    [calls.reserves, -123n],
    [calls.targetReserves, 5n],
    [calls.storeFrontFactor, 6n * 10n ** 17n],
    [calls.collateralTotal, [77n, 0n]],
  ])
  const at = createFakeReader({ [comet]: (view) => answers.get(view) ?? null })
  const reader = createMarketReader([{ market: 'compound-v3-usdc', comet, first_block: 1 }])
  const [market] = await reader.read(at)
  const content = await readMarket(at, reader.names, market!, 800n)
  expect(content).toMatchObject({
    reserves: '-123',
    pause_flags: 24,
    borrow_total: '800',
    borrow_tracked: '800',
    borrow_index: '1100000000000000',
  })
  expect(content.assets).toMatchObject([
    { address: assetAt(3), supply_cap: '0', supplied: '77', liquidate_factor: '850000000000000000' },
  ])
})
