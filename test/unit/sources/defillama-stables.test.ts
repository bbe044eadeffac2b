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
  price: 0.9987,
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
  expect(told.map(({ id, price_usd }) => [id, price_usd])).toEqual([
    ['a', lent],
    ['b', null],
    ['c', null],
    ['d', 0.91],
  ])
})

test('an amount below nothing is not known, and costs no other coin', () => {
  const below = { peggedUSD: -12 }
  const chains = { Base: { current: { peggedUSD: 6e6 }, circulatingPrevWeek: below }, Kava: { current: below } }
  const [told] = read(coin('a', { circulatingPrevDay: below, chainCirculating: chains }))
  expect(told).toMatchObject({ supply: 6e6, supply_1d_ago: null, chains: [{ chain: 'Base', supply: 6e6, supply_7d_ago: null }] })
})
