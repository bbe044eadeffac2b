// What is asked of the exchanges: round sizes, and tokens priced through the markets they are in.
import { expect, test } from 'vitest'
import { priceIdOf } from '../../../ingestors/sources/compound-v3/topic.ts'
import { sizesFor } from '../../../ingestors/sources/dex-depth/sizes.ts'
import { priceTokens, takenByVaults } from '../../../ingestors/sources/dex-depth/tokens.ts'
import { dollarUnit } from '../../../ingestors/sources/euler-v2/topic.ts'

test('sizes are round, rising, from about a thousand dollars to a hundred million', () => {
  for (const price of [0.000012, 0.999, 1, 61.5, 2_500, 60_000]) {
    const sizes = sizesFor(price)
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b))
    expect(sizes[0]! * price).toBeGreaterThan(400)
    expect(sizes[0]! * price).toBeLessThan(2_500)
    expect(sizes.at(-1)! * price).toBeGreaterThan(75_000_000)
    expect(sizes.at(-1)! * price).toBeLessThanOrEqual(100_000_000)
    for (const size of sizes) expect(size.toExponential(1)).toMatch(/^(1\.0|1\.3|1\.6|2\.0|2\.5|3\.2|4\.0|5\.0|6\.3|8\.0)e/)
    for (let i = 1; i < sizes.length; i++) expect(sizes[i]! / sizes[i - 1]!).toBeLessThan(1.29)
  }
  expect(sizesFor(2_600).slice(0, 4)).toEqual([0.2, 0.25, 0.32, 0.4])
  // A price that moves a little asks for the same sizes.
  expect(sizesFor(2_570)).toEqual(sizesFor(2_600))
})

test('a token no oracle prices in dollars is priced through the market that prices it in another', () => {
  const token = (name: string) => `0x${name.padEnd(40, '0')}`
  const market = (id: string, collateral: string, loan: string) => ({
    ...{ id, collateral: { address: token(collateral) }, loan: { address: token(loan) } },
  })
  const prices = [
    { asset: token('e'), price: '250000000000', decimals: 8 },
    { asset: 'one', price: '1200000000000000000000000000000000000', decimals: 36 },
    { asset: 'two', price: '2000000000000000000000000000000000000', decimals: 36 },
    { asset: 'none', price: '0', decimals: 36 },
  ]
  const markets = [market('two', 'c', 'b'), market('one', 'b', 'e'), market('none', 'd', 'e')]
  const worth = priceTokens(prices, markets, new Set([token('f')]))
  expect([...worth].sort()).toEqual([
    [token('b'), 3_000],
    [token('c'), 6_000],
    [token('e'), 2_500],
    [token('f'), 1],
  ])
})

test('a token that a market of Compound v3 takes is worth what its feed says in the base, and no feed’s figure is a price in dollars', () => {
  const [comet, other, base, asset] = ['c', 'd', '1', '2'].map((digit) => `0x${digit.repeat(40)}`) as [
    string,
    string,
    string,
    string,
  ]
  const market = { comet, base: { address: base }, assets: [{ address: asset }] }
  const said = (oracle: string, token: string, price: number) => ({
    oracle,
    asset: priceIdOf(token),
    price: String(price),
    decimals: 8,
  })
  const feeds = [said(comet, base, 1e8), said(comet, asset, 1.2e8), said(other, asset, 9e8)]
  const aave = { oracle: '0xa', asset: base, price: '250000000000', decimals: 8 }
  const worth = (...prices: Record<string, unknown>[]) =>
    [...priceTokens(prices, [], new Set(), [market])].filter(([, usd]) => usd > 0)
  expect(worth(aave, ...feeds)).toEqual([
    [base, 2_500],
    [asset, 3_000],
  ])
  expect(worth(...feeds)).toEqual([])
  expect(worth(aave, ...feeds.slice(1))).toEqual([[base, 2_500]])
})

test('a token that a vault of Euler holds is worth what a lender’s oracle says of its shares, by what a share is of', () => {
  const [lender, taken, asset, held, stranger] = ['c', 'd', '1', '2', 'e'].map((digit) => `0x${digit.repeat(40)}`) as [
    string,
    string,
    string,
    string,
    string,
  ]
  const totals = { share_decimals: 18, cash: String(3n * 10n ** 24n), borrow_total: '0', share_total: String(2n * 10n ** 24n) }
  const vaults = (unit_of_account: string) => [
    {
      vault: lender,
      asset: { address: asset, decimals: 18 },
      ...totals,
      lends: { unit_of_account, collateral: [{ vault: taken }, { vault: stranger }] },
    },
    { vault: taken, asset: { address: held, decimals: 18 }, ...totals, lends: null },
  ]
  const quote = (token: string, price: number) => ({
    oracle: lender,
    asset: priceIdOf(token),
    price: String(price * 1e4),
    decimals: 4,
  })
  const quotes = [quote(asset, 2), quote(taken, 30), quote(stranger, 9)]
  const worth = (unit: string, dollars: string[] = []) =>
    [...priceTokens(quotes, [], new Set(dollars), [], vaults(unit))].map(([token, usd]) => [token, Number(usd.toPrecision(9))])
  // A share is one and a half of what it is of.
  expect(worth(dollarUnit)).toEqual([
    [asset, 2],
    [held, 20],
  ])
  expect(worth(stranger)).toEqual([])
  expect(worth(stranger, [asset])).toEqual([
    [asset, 1],
    [held, 10],
  ])
})

test('of what vaults of Euler hold only that is quoted which somebody owes, or which backs it', () => {
  const vault = (name: string, share_total: string, lends: unknown) => ({
    vault: name,
    asset: { address: `of ${name}` },
    share_total,
    lends,
  })
  const lends = (scaled_total: string, ...taken: string[]) => ({ scaled_total, collateral: taken.map((one) => ({ vault: one })) })
  const vaults = [
    vault('owed', '9', lends('1', 'held', 'empty', 'gone')),
    vault('idle', '9', lends('0', 'unused')),
    vault('held', '5', null),
    vault('empty', '0', null),
    vault('unused', '5', null),
  ]
  expect(takenByVaults(vaults).map(({ address }) => address)).toEqual(['of owed', 'of held'])
})
