// The public feeds that are listened to, each as its venue wants to be spoken to. Written against captured frames.
import { nothingToPrepare, type StreamSource } from '../../streams/define.ts'
import { listenedCoins } from './topic.ts'
import { askOkxContracts, type OkxContract, readBinance, readBybit, readDydx, readHyperliquid, readOkx } from './venues.ts'

const frames = (make: (coin: string) => object): string[] => listenedCoins.map((coin) => JSON.stringify(make(coin)))

const bybit: StreamSource<null> = {
  source: 'bybit-liquidations',
  proof: 'captured 2026-10',
  venue: 'bybit',
  grade: 'C',
  url: 'wss://stream.bybit.com/v5/public/linear',
  // One a frame: a symbol that is gone costs itself.
  subscribe: frames((coin) => ({ op: 'subscribe', args: [`allLiquidation.${coin}USDT`] })),
  heartbeat: { frame: '{"op":"ping"}', everyMs: 20_000 },
  silentMs: 60_000,
  prepare: nothingToPrepare,
  read: readBybit,
}

const okx: StreamSource<ReadonlyMap<string, OkxContract>> = {
  source: 'okx-liquidations',
  proof: 'captured 2026-09-18',
  venue: 'okx',
  grade: 'C',
  url: 'wss://ws.okx.com:8443/ws/v5/public',
  subscribe: ['{"op":"subscribe","args":[{"channel":"liquidation-orders","instType":"SWAP"}]}'],
  heartbeat: { frame: 'ping', everyMs: 20_000 },
  silentMs: 60_000,
  prepare: askOkxContracts,
  read: readOkx,
}

const dydx: StreamSource<null> = {
  source: 'dydx-liquidations',
  proof: 'captured 2026-09-17',
  venue: 'dydx',
  grade: 'B',
  url: 'wss://indexer.dydx.trade/v4/ws',
  subscribe: frames((coin) => ({ type: 'subscribe', channel: 'v4_trades', id: `${coin}-USD`, batched: false })),
  // The venue pings by itself; its trades are never silent for long.
  heartbeat: { frame: null, everyMs: 30_000 },
  silentMs: 90_000,
  prepare: nothingToPrepare,
  read: readDydx,
}

const hyperliquid: StreamSource<null> = {
  source: 'hyperliquid-liquidations',
  proof: 'documented',
  venue: 'hyperliquid',
  grade: 'B',
  url: 'wss://api.hyperliquid.xyz/ws',
  subscribe: frames((coin) => ({ method: 'subscribe', subscription: { type: 'trades', coin } })),
  heartbeat: { frame: '{"method":"ping"}', everyMs: 30_000 },
  silentMs: 90_000,
  prepare: nothingToPrepare,
  read: readHyperliquid,
}

const binance: StreamSource<null> = {
  source: 'binance-liquidations',
  proof: 'captured 2026-10',
  venue: 'binance',
  // Its terms on selling what its feeds say are not clear: off until the operator says otherwise.
  grade: 'D',
  url: 'wss://fstream.binance.com/market/stream?streams=!forceOrder@arr',
  subscribe: [],
  heartbeat: { frame: null, everyMs: 60_000 },
  silentMs: 15 * 60_000,
  prepare: nothingToPrepare,
  read: readBinance,
}

export default [bybit, okx, dydx, hyperliquid, binance] as readonly StreamSource[]
