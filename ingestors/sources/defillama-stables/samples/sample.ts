// Written by us in DefiLlama's shape: amounts under the name of the peg, a price that is missing, two coins with one symbol.
import { defineSample } from '../../../define.ts'
import { dayNumber, level } from '../../../walk.ts'

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

/** What a coin is worth in the sample world; the algorithmic one now and then slips. */
export function samplePrice(symbol: string, at: Date): number {
  const day = at.getTime() / 86_400_000
  if (symbol === 'EURC') return level('eur', day, 1.12, 0.06)
  if (symbol === 'USDY') return 1.1 + (day - 20_700) * 0.0001
  if (symbol === 'SAD') return 0.985 + 0.01 * level('sad', day * 20, 0, 1)
  return 1 + 0.0006 * level(`peg/${symbol}`, day * 20, 0, 1)
}

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'stablecoins.llama.fi') return null
    if (url.pathname === '/stablecoincharts/all') return { type: 'application/json', body: JSON.stringify(chart(now)) }
    if (url.pathname !== '/stablecoins') return { status: 404, type: 'application/json', body: '{"message":"Not Found"}' }
    const daysAgo = (name: string, centre: number, days: number) =>
      level(`supply/${name}`, now.getTime() / 86_400_000 - days, centre, centre * 0.15)
    const peggedAssets = coins.map(([id, name, symbol, pegType, pegMechanism, centre]) => {
      const amount = (days: number, share = 1) => ({ [pegType]: daysAgo(name, centre, days) * share })
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
        price: symbol === 'UNPR' ? null : samplePrice(symbol, now),
      }
    })
    return { type: 'application/json', body: JSON.stringify({ peggedAssets }) }
  },
})

// From November 2017, the day's first second as text, newest last.
function chart(now: Date) {
  const first = dayNumber(new Date(Date.UTC(2017, 10, 29)))
  return Array.from({ length: dayNumber(now) - first }, (_, i) => {
    const total = Math.max(1e9, 280e9 * (i / (dayNumber(now) - first)) + level('stables', first + i, 0, 12e9))
    return {
      date: String((first + i) * 86_400),
      totalCirculating: { peggedUSD: total, peggedEUR: total * 0.002 },
      totalCirculatingUSD: { peggedUSD: total, peggedEUR: total * 0.0022 },
    }
  })
}
