// What DefiLlama's list of stablecoins says beside the usual: coins given up, prices that are another's, amounts below nothing. All of it ours.
import { expect, test } from 'vitest'
import stables from '../../../ingestors/sources/defillama-stables/ingestor.ts'

const at = new Date('2026-11-18T12:00:00Z')
const coin = (id: string, more: object = {}) => ({
  id,
  name: `Coin ${id}`,
  symbol: id.toUpperCase(),
  gecko_id: `coin-${id}`,
  pegType: 'peggedUSD',
  pegMechanism: 'crypto-backed',
  circulating: { peggedUSD: 6e6 },
  circulatingPrevWeek: { peggedUSD: 6e6 },
  chainCirculating: { Base: { current: { peggedUSD: 6e6 }, circulatingPrevWeek: { peggedUSD: 6e6 } } },
  price: 1,
  ...more,
})
const read = (...peggedAssets: object[]) => (stables.parse({ peggedAssets }, at) as any)[0].coins as any[]

test('a coin that was given up is none any more, whatever price is still said of it', () => {
  expect(read(coin('a'), coin('b', { deadFrom: '2026-06-11' })).map(({ id }) => id)).toEqual(['a'])
})

test('a coin no market lists has no price where it is another’s to the last digit', () => {
  const lent = 1.000383903486621
  const unlisted = { gecko_id: null, price: lent }
  const told = read(
    coin('a', { price: lent }),
    coin('b', unlisted),
    coin('c', unlisted),
    coin('d', { gecko_id: null, price: 0.91 }),
  )
  expect(told.map(({ id, price_usd }) => [id, price_usd]).sort()).toEqual([
    ['a', lent],
    ['b', null],
    ['c', null],
    ['d', 0.91],
  ])
})

test('amounts are dollars at the price beside them, whatever currency they are named after', () => {
  // As recorded in October 2026: 692,189.0936 coins of a euro at 1.1253… were sent as 778,938.3… under peggedEUR; here ten times that.
  const price = 1.1253259211990942
  const eur = (coins: number) => ({ peggedEUR: coins * price })
  const euro = {
    pegType: 'peggedEUR',
    circulating: eur(6_921_890.936),
    circulatingPrevWeek: eur(3_695_913.036),
    circulatingPrevMonth: {},
    chainCirculating: { Monad: { current: eur(6_921_890.936), circulatingPrevWeek: eur(3_695_913.036) } },
  }
  const [fallen, held] = read(coin('a', { ...euro, price }), coin('b', { price: 0.3 }))
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .map(({ supply, supply_7d_ago, supply_30d_ago, chains }) => ({ supply, supply_7d_ago, supply_30d_ago, chains }))
  expect(held!.supply).toBeCloseTo(6_921_890.936, 3)
  expect(held!.supply_7d_ago).toBeCloseTo(3_695_913.036, 3)
  expect(held!.supply_30d_ago).toBe(null)
  expect(held!.chains[0].supply).toBeCloseTo(6_921_890.936, 3)
  // One that fell to .30 is worth six million dollars by twenty million coins.
  expect(fallen!.supply).toBeCloseTo(20e6, 3)
  // Without a price they are counted at a rate that is not told: a dollar for a dollar, of other currencies nobody knows.
  expect(read(coin('a', { ...euro, price: null }), coin('b', { price: null })).map(({ id, supply }) => [id, supply])).toEqual([
    ['b', 6e6],
  ])
})

test('an amount below nothing is not known, and costs no other coin', () => {
  const below = { peggedUSD: -12 }
  const chains = { Base: { current: { peggedUSD: 6e6 }, circulatingPrevWeek: below }, Kava: { current: below } }
  const [told] = read(coin('a', { circulatingPrevDay: below, chainCirculating: chains }))
  expect(told).toMatchObject({ supply: 6e6, supply_1d_ago: null, chains: [{ chain: 'Base', supply: 6e6, supply_7d_ago: null }] })
})
