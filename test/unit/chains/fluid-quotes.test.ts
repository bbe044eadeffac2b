// What Fluid's vaults say a collateral is worth, and what their oracles are found to follow, without a chain.
import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { knownDeployments as known } from '../../../app/config/known-deployments.ts'
import { noAddress } from '../../../ingestors/chains/address.ts'
import type { View } from '../../../ingestors/chains/pinned.ts'
import { priceIdOf } from '../../../ingestors/sources/compound-v3/topic.ts'
import { createCompoundFeeds } from '../../../ingestors/sources/oracle-prices/compound-feeds.ts'
import { createFluidQuotes } from '../../../ingestors/sources/oracle-prices/fluid-quotes.ts'
import { createFollowsReader } from '../../../ingestors/sources/oracle-prices/follows.ts'
import { createFakeReader } from '../../support/chains/fake-reader.ts'

const hex = (value: number): Hex => `0x${value.toString(16).padStart(40, '0')}`
const [vault, coin, dollar, oracle] = [0x7a, 0xc0, 0xd0, 0x0a].map(hex) as [Hex, Hex, Hex, Hex]
const hop = (address: Hex, sourceType: number) => ({
  source: address,
  invertRate: false,
  multiplier: 1n,
  divisor: 1n,
  sourceType,
})
const selectors = { price: '0xf3190c89', hops: '0x94f253ef', debt: '0x13d368a7' }
type Told = { readonly price?: bigint | null; readonly hops?: readonly ReturnType<typeof hop>[]; readonly rates?: readonly Hex[] }

async function quoted({ price = 10n ** 18n, hops, rates = [] }: Told, listed: readonly Hex[] = []) {
  const deployment = { ...known[0]!, rate_oracles: [...listed], fixed_oracles: [] }
  const follows = createFollowsReader(deployment)
  const at = createFakeReader({
    [oracle]: (view) => {
      const asked = view.encode([])
      return asked === selectors.price ? price : asked === selectors.hops ? (hops ?? null) : null
    },
    ...Object.fromEntries(rates.map((one) => [one, (view: View<unknown>) => (view.encode([]) === selectors.debt ? 1n : null)])),
  })
  const fact = {
    vault,
    oracle,
    borrow_total: '1',
    collateral: { address: coin, decimals: 18 },
    loan: { address: dollar, decimals: 6 },
  }
  const read = createFluidQuotes(follows, createCompoundFeeds(deployment, follows))
  const [answer] = await read({ at, contents: async () => [fact, { ...fact, borrow_total: '0' }] })
  return answer!
}

test('a price is told in whole tokens, not where the vault itself would refuse it, and of a vault that somebody owes', async () => {
  expect(await quoted({ price: 25n * 10n ** 17n })).toEqual({
    oracle: vault,
    asset: priceIdOf(coin),
    price: 25n * 10n ** 17n,
    decimals: 15,
    source: oracle,
    follows: 'market',
    feeds: [oracle],
  })
  for (const price of [null, 0n, 10n ** 54n + 1n]) expect((await quoted({ price })).price).toBeNull()
  expect((await quoted({ price: 10n ** 50n })).price).toBe(10n ** 45n)
})

test('an oracle follows what it multiplies: rates alone nothing, a rate over one feed that feed, what is no rate itself', async () => {
  const [capped, another, feed, second] = [0xca, 0xcb, 0xfe, 0xff].map(hex) as [Hex, Hex, Hex, Hex]
  const none = hop(noAddress, 0)
  const made = async (told: Told) => {
    const { follows, feeds } = await quoted(told)
    return [follows, feeds]
  }
  expect(await made({ hops: [hop(capped, 0), hop(another, 4), none, none, none], rates: [capped, another] })).toEqual([
    'rate',
    [],
  ])
  expect(await made({ hops: [hop(capped, 0), hop(feed, 2), none, none, none], rates: [capped] })).toEqual(['rate', [feed]])
  expect(await made({ hops: [hop(feed, 2), hop(second, 1), none, none, none] })).toEqual(['market', [feed, second]])
  // Some other oracle of Fluid's, which tells no rate for debt; and a pool that is held beside a feed.
  expect(await made({ hops: [hop(capped, 0), none, none, none, none] })).toEqual(['market', [capped]])
  expect(await made({ hops: [hop(noAddress, 3), none, none, none, none] })).toEqual(['market', []])
  // An older one says nothing of itself: what the file lists it as.
  expect((await quoted({}, [oracle])).follows).toBe('rate')
})
