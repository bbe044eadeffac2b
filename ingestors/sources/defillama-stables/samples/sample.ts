// Written by us in DefiLlama's shape: amounts under the name of the peg, a price that is missing, two coins with one symbol.
import { defineSample } from '../../../define.ts'
import { dayNumber, level } from '../../../samples/walk.ts'
import { samplePrice } from './prices.ts'

const coins = [
  ['1', 'Tether', 'USDT', 'peggedUSD', 'fiat-backed', 184e9],
  ['2', 'USD Coin', 'USDC', 'peggedUSD', 'fiat-backed', 76e9],
  ['209', 'Sky Dollar', 'USDS', 'peggedUSD', 'crypto-backed', 8.1e9],
  ['146', 'Ethena USDe', 'USDe', 'peggedUSD', 'crypto-backed', 6.4e9],
  ['5', 'Dai', 'DAI', 'peggedUSD', 'crypto-backed', 4.6e9],
  ['120', 'PayPal USD', 'PYUSD', 'peggedUSD', 'fiat-backed', 3.9e9],
  ['129', 'Ondo US Dollar Yield', 'USDY', 'peggedUSD', 'fiat-backed', 0.7e9],
  ['3', 'Sample Algorithmic Dollar', 'SAD', 'peggedUSD', 'algorithmic', 0.3e9],
  ['50', 'EURC', 'EURC', 'peggedEUR', 'fiat-backed', 0.34e9],
  ['11', 'Other Dollar', 'PYUSD', 'peggedUSD', 'fiat-backed', 0.06e9],
  ['77', 'Unpriced Dollar', 'UNPR', 'peggedUSD', 'fiat-backed', 0.055e9],
] as const
const homes = { Ethereum: 0.5, Tron: 0.25, Solana: 0.12, Base: 0.08, Arbitrum: 0.05 }

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'stablecoins.llama.fi') return null
    const asked = url.searchParams.get('stablecoin')
    if (url.pathname === '/stablecoincharts/all' && asked !== null)
      return { type: 'application/json', body: JSON.stringify(chartOf(asked, now)) }
    if (url.pathname === '/stablecoincharts/all') return { type: 'application/json', body: JSON.stringify(chart(now)) }
    if (url.pathname !== '/stablecoins') return { status: 404, type: 'application/json', body: '{"message":"Not Found"}' }
    const daysAgo = (name: string, centre: number, days: number) => supplyOf(name, centre, now.getTime() / 86_400_000 - days)
    const peggedAssets = coins.map(([id, name, symbol, pegType, pegMechanism, centre]) => {
      const price = symbol === 'UNPR' ? null : samplePrice(symbol, now)
      // In dollars at the price of now, under the name of whatever the coin is held to.
      const amount = (days: number, share = 1) => ({ [pegType]: daysAgo(name, centre, days) * share * (price ?? 1) })
      return {
        id,
        name,
        symbol,
        gecko_id: name.toLowerCase().replaceAll(' ', '-'),
        pegType,
        priceSource: 'defillama',
        pegMechanism,
        circulating: amount(0),
        circulatingPrevDay: amount(1),
        circulatingPrevWeek: amount(7),
        circulatingPrevMonth: amount(30),
        chainCirculating: Object.fromEntries(
          Object.entries(homes).map(([chain, share]) => [
            chain,
            {
              current: amount(0, share),
              circulatingPrevDay: amount(1, share),
              circulatingPrevWeek: amount(7, share),
              circulatingPrevMonth: amount(30, share),
            },
          ]),
        ),
        chains: Object.keys(homes),
        price,
      }
    })
    return { type: 'application/json', body: JSON.stringify({ peggedAssets }) }
  },
})

const grownADayUsd = 85.5e6

// Counted from November 2017, the day's first second as text, newest last; of two years and a few days more.
function chart(now: Date) {
  const first = dayNumber(new Date(Date.UTC(2017, 10, 29)))
  const days = Array.from({ length: dayNumber(now) - first }, (_, i) => i)
  return days.slice(-734).map((i) => {
    const total = Math.max(1e9, grownADayUsd * i + level('stables', first + i, 0, 12e9))
    return {
      date: String((first + i) * 86_400),
      totalCirculating: { peggedUSD: total, peggedEUR: total * 0.002 },
      totalCirculatingUSD: { peggedUSD: total, peggedEUR: total * 0.0022 },
    }
  })
}

const supplyOf = (name: string, centre: number, day: number) => level(`supply/${name}`, day, centre, centre * 0.15)

// One coin's days, in its own currency and in dollars; a coin nobody lists has none.
function chartOf(id: string, now: Date) {
  const coin = coins.find(([known]) => known === id)
  if (coin === undefined) return []
  const [, name, symbol, peg, , centre] = coin
  return Array.from({ length: 120 }, (_, i) => {
    const day = dayNumber(now) - 119 + i
    const supply = supplyOf(name, centre, day)
    return {
      date: String(day * 86_400),
      totalCirculating: { [peg]: supply },
      totalCirculatingUSD: { [peg]: supply * samplePrice(symbol, new Date(day * 86_400_000)) },
    }
  })
}
