// What venues tell row by row: a fee in a coin is no dollar, and a market that cannot be read costs itself. Every answer here is ours.
import { expect, test } from 'vitest'
import binance from '../../../ingestors/sources/binance-oi/ingestor.ts'
import dydx from '../../../ingestors/sources/dydx-perps/ingestor.ts'
import account from '../../../ingestors/sources/hyperliquid-account/ingestor.ts'
import predicted from '../../../ingestors/sources/hyperliquid-predicted/ingestor.ts'
import kraken from '../../../ingestors/sources/kraken-candles/ingestor.ts'
import lst from '../../../ingestors/sources/lst-rates/ingestor.ts'

const at = new Date('2026-11-18T12:00:00Z')

function readAside<V>(read: (setAside: (what: string) => void) => V): [V, string[]] {
  const aside: string[] = []
  return [read((what) => aside.push(what)), aside]
}

test('a fee on Hyperliquid is in dollars, or in the coin that was bought', () => {
  const fill = (more: object) => ({ time: at.getTime(), px: '40', sz: '10', closedPnl: '0.0', fee: '0.05', ...more })
  const fills = [
    fill({ coin: 'BTC', feeToken: 'USDC' }),
    fill({ coin: 'flx:CRCL', feeToken: 'USDH' }),
    fill({ coin: '@107', feeToken: 'HYPE' }),
    fill({ coin: 'SUI' }),
    fill({ coin: 'PURR/USDC', feeToken: 'USDC' }),
  ]
  const state = { marginSummary: { accountValue: '1' }, assetPositions: [] }
  const [told] = account.parse({ asked: 'x', state, fills, funding: [] }, at) as any[]
  expect(told.fills.map(({ fee_usd }: any) => fee_usd)).toEqual([0.05, 0.05, 2, 0.05, 0.05])
})

test('a market of dYdX that cannot be read is set aside by its name', () => {
  const market = (ticker: string, oraclePrice: unknown) => ({
    ticker,
    status: 'ACTIVE',
    oraclePrice,
    priceChange24H: '1',
    volume24H: '5',
    nextFundingRate: '0.00001',
    openInterest: '2',
  })
  const markets = {
    'BTC-USD': market('BTC-USD', '90000'),
    'ETH-USD': market('ETH-USD', {}),
    'SOL-USD': market('SOL-USD', '200'),
  }
  const [[told], aside] = readAside((setAside) => dydx.parse({ markets }, at, setAside) as any[])
  expect(told.markets.map(({ coin }: any) => coin)).toEqual(['BTC', 'SOL'])
  expect(aside).toEqual(['ETH-USD'])
})

test('a prediction that cannot be read is set aside, once for each venue it was looked for at', () => {
  const row = (coin: string, fundingRate: unknown) => [
    coin,
    [['BinPerp', { fundingRate, nextFundingTime: at.getTime(), fundingIntervalHours: 8 }]],
  ]
  const raw = [row('BTC', '0.0001'), row('ETH', {}), 'SOL', row('XRP', '0.0002')]
  const [told, aside] = readAside((setAside) => predicted.parse(raw, at, setAside) as any[])
  expect(told.map(({ venue, markets }: any) => [venue, markets.map(({ coin }: any) => coin)])).toEqual([
    ['binance', ['BTC', 'XRP']],
  ])
  expect(aside).toEqual([
    'binance: ["ETH",[["BinPerp",{"fundingRate":{},"nextFundingTime":1795003200000,"fundingIntervalHours":8}]]]',
    'binance: "SOL"',
    'bybit: "SOL"',
  ])
})

test('a staked token whose contract answers no rate costs itself', () => {
  const words = new Map([
    ['rETH', 1_160_000_000_000_000_000n],
    ['cbETH', 0n],
  ])
  const [[told], aside] = readAside((setAside) => lst.parse(words, at, setAside) as any[])
  expect(told.rates).toEqual([
    { symbol: 'stETH', eth_per_token: 1 },
    { symbol: 'rETH', eth_per_token: 1.16 },
  ])
  expect(aside).toEqual(['cbETH'])
})

test('open interest of Binance is told once an hour, by the newest figure of it', () => {
  const hour = Date.parse('2026-11-18T05:00:00Z')
  const entry = (timestamp: number, sumOpenInterest: string) => ({
    symbol: 'BTCUSDT',
    sumOpenInterest,
    sumOpenInterestValue: '1500000000',
    timestamp,
  })
  const asked = (entries: object[]) => [{ asked: 'BTCUSDT', from: Date.parse('2026-11-18'), entries }]
  const told = (entries: object[]) => {
    const [day] = binance.parse(asked(entries), at) as any[]
    return day.hours.map((one: any) => [one.hour, one.oi_coins])
  }
  const [first, next] = [entry(hour, '20000'), entry(hour + 3_600_000, '21000')]
  expect(told([first, next])).toEqual([
    [5, 20_000],
    [6, 21_000],
  ])
  // Five minutes after: another length than was asked for.
  expect(told([next, entry(hour + 300_000, '20500'), first])).toEqual([
    [5, 20_500],
    [6, 21_000],
  ])
})

test('candles that have stopped are no price of now', () => {
  const candle = (hour: number) => [at.getTime() / 1_000 + hour * 3_600, '100', '102', '99', '101', '100.5', '3', 7]
  const read = (newest: number) => {
    const rows = Array.from({ length: 5 }, (_, i) => candle(newest - 4 + i))
    return kraken.parse([{ key: 'BTC-USD 1h', body: { error: [], result: { XXBTZUSD: rows, last: 0 } } }], at) as any[]
  }
  // The one under way, the one that closed an hour ago with nothing after it, and one of three hours ago.
  expect(read(0).filter(({ closed }: any) => !closed)).toMatchObject([{ at: at.toISOString(), close: 101 }])
  expect(read(-2)).toHaveLength(6)
  expect(() => read(-3)).toThrow('the newest candle of BTC-USD 1h closed at 2026-11-18T10:00:00.000Z')
})
