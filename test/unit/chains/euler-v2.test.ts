// What Euler v2's logs and answers come to without a chain: whom a log touches, who owes, odd vaults, and what an oracle is found to follow.
import { type Hex, pad, toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import { knownDeployments as known } from '../../../app/config/known-deployments.ts'
import { noAddress } from '../../../ingestors/chains/address.ts'
import type { ReadContext } from '../../../ingestors/chains/follower.ts'
import type { ChainLog } from '../../../ingestors/chains/logs.ts'
import type { PinnedReader, View } from '../../../ingestors/chains/pinned.ts'
import { priceIdOf } from '../../../ingestors/sources/compound-v3/topic.ts'
import { borrowed, calls, controllerSet, events, mayOwe } from '../../../ingestors/sources/euler-v2/contracts.ts'
import { readPositions } from '../../../ingestors/sources/euler-v2/positions.ts'
import { dollarUnit, eulerPositions, eulerVaults } from '../../../ingestors/sources/euler-v2/topic.ts'
import { touchEuler } from '../../../ingestors/sources/euler-v2/touch.ts'
import { createVaultReader } from '../../../ingestors/sources/euler-v2/vaults.ts'
import { createCompoundFeeds } from '../../../ingestors/sources/oracle-prices/compound-feeds.ts'
import { createEulerQuotes } from '../../../ingestors/sources/oracle-prices/euler-quotes.ts'
import { createFollowsReader } from '../../../ingestors/sources/oracle-prices/follows.ts'
import { createFakeReader } from '../../support/chains/fake-reader.ts'

const hex = (value: number): Hex => `0x${value.toString(16).padStart(40, '0')}`
const [connector, lender, taken, other, anna, ben, asset] = [0xc0, 0x1e, 0x7a, 0x07, 0xa1, 0xb2, 0xa5].map(hex) as [
  Hex,
  Hex,
  Hex,
  Hex,
  Hex,
  Hex,
  Hex,
]
const log = (address: Hex, event: Hex, ...named: Hex[]) =>
  ({ address, topics: [event, ...named.map((one) => pad(one))], data: '0x' }) as unknown as ChainLog
const keysOf = (some: readonly { topic: string; key: string }[], topic = eulerPositions.name) =>
  some.filter((one) => one.topic === topic).map(({ key }) => key.split(':')[2])

test('whoever may come to owe is read in any case, everybody else a log names only where he is known, and its vault always', () => {
  const vaults = new Set([lender])
  const opened = touchEuler(1, vaults, [log(connector, controllerSet, anna, lender), log(lender, borrowed, ben)])
  expect([keysOf(opened.always), keysOf(opened.always, eulerVaults.name)]).toEqual([[anna, ben], [lender]])
  for (const event of events.filter((one) => !mayOwe.includes(one))) {
    const touched = touchEuler(1, vaults, [log(lender, event, noAddress, anna), log(lender, event, noAddress, anna)])
    expect([keysOf(touched.always), keysOf(touched.ifKnown)], event).toEqual([[], [anna]])
    expect(keysOf(touched.always, eulerVaults.name)).toEqual([lender])
  }
  // A log without anybody, as of a vault's totals.
  expect(touchEuler(1, vaults, [log(lender, events.at(-1)!)])).toMatchObject({ ifKnown: [] })
})

type Account = { readonly controller?: Hex; readonly owed?: bigint; readonly enabled?: readonly Hex[] }
const world = (accounts: Readonly<Record<Hex, Account>>, vaultSays = true) => {
  const of = (args: readonly unknown[]) => accounts[args[0] as Hex] ?? {}
  const vault = (view: View<unknown>, args: readonly unknown[]) =>
    view === calls.debt
      ? (of(args).owed ?? 0n)
      : view === calls.shares
        ? BigInt(args[0] as Hex)
        : view === calls.accumulator && vaultSays
          ? 7n
          : null
  return createFakeReader({
    [connector]: (view, args) => {
      const { controller, enabled = [] } = of(args)
      return view === calls.controllers ? (controller === undefined ? [] : [controller]) : enabled
    },
    [lender]: vault,
    [taken]: vault,
    [other]: () => {
      throw new Error('nobody asked for this vault')
    },
  })
}
const takes = new Map([[lender, new Set([taken])]])

test('an account owes the vault that controls it, and only what that vault takes backs it', async () => {
  const at = world({ [anna]: { controller: lender, owed: 9n, enabled: [other, taken] } })
  expect(await readPositions(at, connector, takes, [anna])).toEqual([
    { account: anna, vault: lender, owed: '9', accumulator: '7', collateral: [{ vault: taken, shares: String(BigInt(anna)) }] },
  ])
})

test('a vault that refuses to say, and collateral that does, end no reading', async () => {
  const accounts = { [anna]: { controller: lender, owed: 9n, enabled: [other] } }
  expect(await readPositions(world(accounts, false), connector, takes, [anna])).toEqual([null])
  const bare = new Map([[lender, new Set([hex(0xdead)])]])
  const odd = { [anna]: { controller: lender, owed: 9n, enabled: [hex(0xdead)] } }
  expect(await readPositions(world(odd), connector, bare, [anna])).toMatchObject([{ owed: '9', collateral: [] }])
})

test('who owes nothing, or a vault that nobody follows, is no borrower, and of thousands who gave control to one nothing more is asked', async () => {
  const spam = Array.from({ length: 5_000 }, (_, i) => hex(0xd0000 + i))
  const at = world({
    ...Object.fromEntries(spam.map((one) => [one, { controller: other, enabled: [other] }])),
    [anna]: { controller: lender, owed: 0n, enabled: [taken] },
    [ben]: {},
  })
  expect(await readPositions(at, connector, takes, [...spam, anna, ben])).toEqual(new Array(spam.length + 2).fill(null))
})

test('a vault of another making says what it holds, one that is none says nothing, and one that refuses is told as it is', async () => {
  const perspective = hex(0x9e)
  const answers = new Map<View<unknown>, unknown>([
    [calls.asset, asset],
    [calls.decimals, 18],
    [calls.totalShares, 900n],
    [calls.totalAssets, 1_000n],
  ])
  const whole = new Map<View<unknown>, unknown>([
    ...answers,
    [calls.collaterals, [taken, other]],
    [calls.cash, 400n],
    [calls.borrowTotal, 600n << 31n],
    [calls.accumulator, 2n * 10n ** 27n],
    [calls.rate, 5n],
    [calls.fee, 1_000],
    [calls.oracle, hex(0x0a)],
    [calls.unit, dollarUnit],
    [calls.discount, 1_500],
    [calls.coolOff, 1],
    [calls.hooks, [noAddress, 1 << 11]],
    [calls.flags, 1],
    [calls.ltv, [8_000, 8_400, 0, 1, 0]],
  ])
  const at = createFakeReader({
    [perspective]: () => [lender],
    [lender]: (view) => whole.get(view) ?? null,
    [taken]: (view) => answers.get(view) ?? null,
  })
  const reader = createVaultReader(perspective)
  const listed = await reader.list(at)
  expect([...listed.all]).toEqual([lender, taken, other])
  const [own, held, none] = await reader.read(at, listed, [lender, taken, other], () => 77n)
  expect(own).toMatchObject({
    cash: '400',
    lends: {
      scaled_total: String(300n << 31n),
      scaled_tracked: '77',
      refused_operations: 1 << 11,
      writes_off: false,
      collateral: [{ vault: taken, liquidation_ltv_bps: 8_400 }, { vault: other }],
    },
  })
  expect(held).toMatchObject({ cash: '1000', borrow_total: '0', share_total: '900', lends: null })
  expect(none).toBeNull()
})

const [router, ether, bitcoin, feed, chainlink, rated, cross, fixedRate, nested, odd] = Array.from({ length: 10 }, (_, i) =>
  hex(0xf000_0000_0000 + i),
) as [Hex, Hex, Hex, Hex, Hex, Hex, Hex, Hex, Hex, Hex]
const bySelector = (getters: Record<string, unknown>) => {
  const answers = new Map(Object.entries(getters).map(([name, value]) => [toFunctionSelector(`${name}()`), value]))
  return ({ encode }: View<unknown>) => {
    try {
      return answers.get(encode([])) ?? null
    } catch {
      return null
    }
  }
}
const adapters = {
  [feed]: bySelector({ description: 'ETH / USD', latestRoundData: [1n, 1n] }),
  [chainlink]: bySelector({ name: 'ChainlinkOracle', feed }),
  [rated]: bySelector({ name: 'LidoOracle' }),
  [fixedRate]: bySelector({ name: 'FixedRateOracle' }),
  [cross]: bySelector({ name: 'CrossAdapter', oracleBaseCross: rated, oracleCrossQuote: chainlink }),
  [nested]: bySelector({ name: 'CrossAdapter', oracleBaseCross: cross, oracleCrossQuote: fixedRate }),
  [odd]: bySelector({ name: 'PythOracle' }),
}

test.each([
  ['a feed', chainlink, asset, 'market', [feed]],
  ['a rate times a feed', cross, asset, 'rate', [feed]],
  ['that times a constant', nested, asset, 'rate', [feed]],
  ['a constant', fixedRate, asset, 'fixed', []],
  ['an adapter of no known kind', odd, asset, 'market', [odd]],
  ['a feed of what a vault in between holds', chainlink, ether, 'rate', [feed]],
  ['a constant of what a vault in between holds', fixedRate, ether, 'rate', []],
  ['the unit itself, once a share has become what it is of', noAddress, asset, 'fixed', []],
  ['the unit itself, through a vault in between', noAddress, ether, 'rate', []],
] as const)('a share whose price is %s is found to follow it', async (_, adapter, base, follows, feeds) => {
  const price = 5n
  const at = createFakeReader({
    ...adapters,
    [router]: (view) =>
      view.encode([1n, taken, ether]).startsWith(toFunctionSelector('getQuote(uint256,address,address)'))
        ? price
        : [1n, base, bitcoin, adapter],
    [bitcoin]: bySelector({ decimals: 8 }),
  })
  const token = (address: Hex) => ({ address, symbol: 'A', decimals: 18 })
  const vault = (address: Hex, lends: unknown) => ({
    vault: address,
    asset: token(asset),
    share_decimals: 18,
    share_total: '5',
    lends,
  })
  const lends = { scaled_total: '1', oracle: router, unit_of_account: bitcoin, collateral: [{ vault: taken }, { vault: other }] }
  const deployment = { ...known[0]!, rate_oracles: [], fixed_oracles: [] }
  const read = createEulerQuotes(createCompoundFeeds(deployment, createFollowsReader(deployment)))
  const context = {
    at: at as PinnedReader,
    contents: async () => [vault(lender, lends), vault(taken, null), { ...vault(other, null), share_total: '0' }],
  } as unknown as ReadContext
  const quoted = await read(context)
  expect(quoted.map((one) => one.asset)).toEqual([priceIdOf(asset), priceIdOf(taken)])
  expect(quoted[1]).toMatchObject({ oracle: lender, price, decimals: 14, follows, feeds })
})
