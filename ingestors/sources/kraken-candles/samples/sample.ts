// Written by us in Kraken's shape: prices as texts, pairs under Kraken's own names, the last candle still forming.
import { defineSample } from '../../../define.ts'
import { noise } from '../../../samples/walk.ts'

// What the pair is called in the answer, and about what a coin costs.
const pairs: Readonly<Record<string, readonly [name: string, usd: number]>> = {
  XBTUSD: ['XXBTZUSD', 92_000],
  ETHUSD: ['XETHZUSD', 3_100],
  SOLUSD: ['SOLUSD', 145],
  XRPUSD: ['XXRPZUSD', 2.2],
  ADAUSD: ['ADAUSD', 0.48],
  XDGUSD: ['XDGUSD', 0.16],
  LINKUSD: ['LINKUSD', 14],
  LTCUSD: ['XLTCZUSD', 95],
  XBTEUR: ['XXBTZEUR', 79_000],
}
const shown = 262

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'api.kraken.com' || url.pathname !== '/0/public/OHLC') return null
    const pair = url.searchParams.get('pair') ?? ''
    const known = pairs[pair]
    if (known === undefined) return { type: 'application/json', body: '{"error":["EQuery:Unknown asset pair"]}' }
    const [name, usd] = known
    const lengthS = Number(url.searchParams.get('interval')) * 60
    const last = Math.floor(now.getTime() / 1_000 / lengthS)
    const digits = usd > 1_000 ? 1 : 5
    const since = Number(url.searchParams.get('since') ?? 0)
    const rows = Array.from({ length: shown }, (_, i) => last - shown + 1 + i)
      .filter((step) => step * lengthS > since)
      .map((step) => candleAt(pair, step, lengthS, usd, digits))
    return {
      type: 'application/json',
      body: JSON.stringify({ error: [], result: { [name]: rows, last: (last - 1) * lengthS } }),
    }
  },
})

function priceAt(pair: string, step: number, usd: number): number {
  const wave = Math.sin(step / 31 + 3 * noise(pair, 1)) + 0.4 * Math.sin(step / 9 + 3 * noise(pair, 2))
  return usd * (1 + 0.16 * wave + 0.015 * noise(pair, step))
}

function candleAt(pair: string, step: number, lengthS: number, usd: number, digits: number) {
  const [open, close] = [priceAt(pair, step - 1, usd), priceAt(pair, step, usd)]
  const reach = usd * 0.012 * (1 + Math.abs(noise(`${pair}/h`, step)))
  const volume = (4e7 / usd) * (1.3 + noise(`${pair}/v`, step))
  const write = (value: number) => value.toFixed(digits)
  const [high, low] = [Math.max(open, close) + reach, Math.min(open, close) - reach]
  return [
    step * lengthS,
    write(open),
    write(high),
    write(low),
    write(close),
    write((open + close) / 2),
    volume.toFixed(8),
    1_000 + Math.round(900 * noise(`${pair}/n`, step)),
  ]
}
