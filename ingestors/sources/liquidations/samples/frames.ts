// Written by us in the venues' shapes: a few closings a minute, now and then many, with acknowledgements in between.
import { level, noise } from '../../../samples/walk.ts'

const coins = ['BTC', 'ETH', 'SOL', 'DOGE'] as const
const prices = { BTC: 95_000, ETH: 3_400, SOL: 160, DOGE: 0.2 } as const

export interface SampleClosing {
  readonly coin: (typeof coins)[number]
  readonly isLong: boolean
  readonly price: number
  readonly size: number
  readonly ms: number
}

/** What one venue closes in one second: mostly nothing. */
export function sampleClosing(source: string, second: number): SampleClosing | null {
  const pulse = noise(`${source}/pulse`, second)
  const isBusy = noise(`${source}/hour`, Math.floor(second / 3_600)) > 0.6
  if (pulse < (isBusy ? 0.5 : 0.9)) return null
  const coin = coins[Math.abs(Math.floor(2 * noise(`${source}/coin`, second) + 2)) % coins.length]!
  const price = prices[coin] * (1 + level(`liquidations/${coin}`, second / 86_400, 0, 0.05))
  const usd = 2_000 * 10 ** (1 + 1.4 * noise(`${source}/size`, second))
  return {
    coin,
    isLong: noise(`${source}/side`, second) < 0.4 * level('liquidations/side', second / 3_600, 0, 1),
    price: Number(price.toPrecision(6)),
    size: Number((usd / price).toPrecision(4)),
    ms: second * 1_000 + 137,
  }
}

const makers: Record<string, (closing: SampleClosing, second: number) => object> = {
  'bybit-liquidations': ({ coin, isLong, price, size, ms }) => ({
    topic: `allLiquidation.${coin}USDT`,
    type: 'snapshot',
    ts: ms + 400,
    data: [{ T: ms, s: `${coin}USDT`, S: isLong ? 'Buy' : 'Sell', v: String(size), p: String(price) }],
  }),
  'okx-liquidations': ({ coin, isLong, price, size, ms }) => ({
    arg: { channel: 'liquidation-orders', instType: 'SWAP' },
    data: [
      {
        instId: `${coin}-USDT-SWAP`,
        instType: 'SWAP',
        details: [
          {
            bkPx: String(price),
            posSide: isLong ? 'long' : 'short',
            side: isLong ? 'sell' : 'buy',
            sz: String(Math.max(1, Math.round(size * 100))),
            ts: String(ms),
          },
        ],
      },
    ],
  }),
  'dydx-liquidations': ({ coin, isLong, price, size, ms }, second) => ({
    type: 'channel_data',
    id: `${coin}-USD`,
    channel: 'v4_trades',
    contents: {
      trades: [
        {
          id: `demo${second}`,
          side: isLong ? 'SELL' : 'BUY',
          size: String(size),
          price: String(price),
          type: 'LIQUIDATED',
          createdAt: new Date(ms).toISOString(),
        },
      ],
    },
  }),
  'hyperliquid-liquidations': ({ coin, isLong, price, size, ms }, second) => ({
    channel: 'trades',
    data: [
      {
        coin,
        side: 'A',
        px: String(price),
        sz: String(size),
        time: ms,
        tid: second,
        users: isLong
          ? ['0x2e3d94f0562703b25c83308a05046ddaf9a8dd14', `0x${'1'.repeat(40)}`]
          : [`0x${'1'.repeat(40)}`, '0x2e3d94f0562703b25c83308a05046ddaf9a8dd14'],
      },
    ],
  }),
  'binance-liquidations': ({ coin, isLong, price, size, ms }) => ({
    stream: '!forceOrder@arr',
    data: {
      e: 'forceOrder',
      E: ms + 9,
      o: { s: `${coin}USDT`, S: isLong ? 'SELL' : 'BUY', ap: String(price), z: String(size), T: ms },
    },
  }),
}

export default function sampleFrames(source: string, second: number): readonly string[] {
  const closing = sampleClosing(source, second)
  const make = makers[source]
  return closing === null || make === undefined ? [] : [JSON.stringify(make(closing, second))]
}
