// Binance's hours of open interest: members that came later, an hour told twice, and hours in which nothing was open.
import { expect, test } from 'vitest'
import binance from '../../../ingestors/sources/binance-oi/ingestor.ts'

const at = new Date('2026-09-20T15:00:00Z')
const hour = (time: string, coins: string, usd: string) => ({
  symbol: 'BTCUSDT',
  sumOpenInterest: coins,
  sumOpenInterestValue: usd,
  CMCCirculatingSupply: '20000000.00000000',
  timestamp: Date.parse(time),
})
const parse = (entries: readonly object[]) =>
  binance.parse([{ asked: 'BTCUSDT', from: Date.parse('2026-09-20T00:00:00Z'), entries }], at) as any

test('dollars over coins is the price, the newest of an hour counts', () => {
  const entries = [
    hour('2026-09-20T13:55:00Z', '101.0', '8181000.0'),
    hour('2026-09-20T13:50:00Z', '100.0', '8000000.0'),
    hour('2026-09-20T14:00:00Z', '100.0', '8200000.0'),
  ]
  expect(parse(entries)).toMatchObject([
    {
      date: '2026-09-20',
      hours: [
        { hour: 13, oi_coins: 101, price_usd: 81_000 },
        { hour: 14, oi_coins: 100, price_usd: 82_000 },
      ],
    },
  ])
})

test('an hour with nothing open has no price, and costs no day', () => {
  const entries = [hour('2026-09-20T13:00:00Z', '0.00000000', '0.00000000'), hour('2026-09-20T14:00:00Z', '100.0', '8200000.0')]
  expect(parse(entries)[0].hours).toEqual([{ hour: 14, oi_coins: 100, price_usd: 82_000 }])
  expect(parse(entries.slice(0, 1))).toEqual([])
})
