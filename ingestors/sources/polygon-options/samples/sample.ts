// Written by us in the vendor's documented shape; every contract is made up, its greeks by Black and Scholes.
import { defineSample } from '../../../define.ts'
import { dateOfDay, dayNumber, noise } from '../../../samples/walk.ts'

const centres: Readonly<Record<string, number>> = { AAPL: 231, SPY: 590, MSFT: 418 }
const pageSize = 60

export default defineSample({
  answer(url, now) {
    const [, ticker] = /^\/v3\/snapshot\/options\/([A-Z.]+)$/.exec(url.pathname) ?? []
    if (url.hostname !== 'api.polygon.io' || ticker === undefined) return null
    const from = Number(url.searchParams.get('cursor') ?? 0)
    const all = centres[ticker] === undefined ? [] : contractsOf(ticker, centres[ticker], now)
    const next =
      from + pageSize < all.length ? { next_url: `https://api.polygon.io${url.pathname}?cursor=${from + pageSize}` } : {}
    const body = { results: all.slice(from, from + pageSize), status: 'OK', request_id: 'sample', ...next }
    return { type: 'application/json', body: JSON.stringify(body) }
  },
})

function contractsOf(ticker: string, spot: number, now: Date) {
  const friday = dayNumber(now) + ((5 - now.getUTCDay() + 7) % 7) + 7
  return [0, 2, 4, 8].flatMap((weeks) =>
    Array.from({ length: 13 }, (_, i) => Math.round(spot * (0.82 + 0.03 * i))).flatMap((strike) =>
      (['call', 'put'] as const).map((side) => contractOf(ticker, spot, friday + 7 * weeks, strike, side, now)),
    ),
  )
}

function contractOf(ticker: string, spot: number, day: number, strike: number, side: 'call' | 'put', now: Date) {
  const expiry = dateOfDay(day).toISOString().slice(0, 10)
  const years = (day - dayNumber(now)) / 365
  const iv = 0.27 - 0.25 * Math.log(strike / spot) + 0.02 * noise(`${ticker}${expiry}${side}`, strike)
  const d1 = (Math.log(spot / strike) + 0.5 * iv * iv * years) / (iv * Math.sqrt(years))
  const call = normal(d1) * spot - normal(d1 - iv * Math.sqrt(years)) * strike
  const worth = Math.max(0.01, side === 'call' ? call : call - spot + strike)
  const size = (name: string, most: number) => Math.round(most * (1.1 + noise(`${ticker}${name}${expiry}${side}`, strike)))
  const cents = (usd: number) => Math.round(100 * usd) / 100
  return {
    break_even_price: cents(side === 'call' ? strike + worth : strike - worth),
    day: { close: cents(worth), last_updated: (dayNumber(now) - 1) * 86_400_000 * 1e6, volume: size('v', 900) },
    details: {
      contract_type: side,
      exercise_style: 'american',
      expiration_date: expiry,
      shares_per_contract: 100,
      strike_price: strike,
      ticker: `O:${ticker}${expiry.slice(2).replaceAll('-', '')}${side[0]!.toUpperCase()}${String(1_000 * strike).padStart(8, '0')}`,
    },
    greeks: {
      delta: side === 'call' ? normal(d1) : normal(d1) - 1,
      gamma: Math.exp(-d1 * d1 * 0.5) / Math.sqrt(2 * Math.PI) / (spot * iv * Math.sqrt(years)),
      theta: -0.05,
      vega: 0.1,
    },
    implied_volatility: iv,
    last_quote: { ask: cents(worth + 0.05), bid: cents(worth - 0.01), midpoint: cents(worth + 0.02), timeframe: 'DELAYED' },
    open_interest: size('o', 4_000),
    underlying_asset: { price: spot, ticker, timeframe: 'DELAYED' },
  }
}

/** The normal distribution, after Abramowitz and Stegun 7.1.26. */
function normal(x: number): number {
  const t = 1 / (1 + (0.3275911 * Math.abs(x)) / Math.SQRT2)
  const tail = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  const erf = 1 - tail * Math.exp((-x * x) / 2)
  return 0.5 * (1 + Math.sign(x) * erf)
}
