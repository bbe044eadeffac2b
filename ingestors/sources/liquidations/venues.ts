// Reads each venue's frames: which side was hit, how many coins, at what price. Sizes and sides mean something else at every one of them.
import { TollgateError } from '../../../base/errors.ts'
import type { HttpClient } from '../../client/http.ts'
import { type Row, readList, readNumber, readRow, readRows, readText } from '../../formats/json.ts'
import { unitOf } from '../../shapes/perp-market.ts'
import type { Liquidation } from './topic.ts'

interface Closed {
  readonly id: string
  readonly atMs: number
  /** As the venue names it. */
  readonly symbol: string
  readonly side: Liquidation['side']
  /** In units of the symbol. */
  readonly size: number
  readonly price: number
}

function event({ id, atMs, symbol, side, size, price }: Closed): Liquidation[] {
  const unit = unitOf(symbol)
  // Names that are no coin's: dated futures, indexes, other quotes.
  if (unit === null || size <= 0 || price <= 0) return []
  return [
    {
      id,
      at: new Date(atMs).toISOString(),
      coin: unit.coin,
      side,
      coins: size * unit.units,
      price_usd: price / unit.units,
      usd: size * price,
    },
  ]
}

function sideOf(word: unknown, long: string, short: string): Liquidation['side'] {
  if (word === long) return 'long'
  if (word === short) return 'short'
  throw new TollgateError('upstream_changed', `${String(word)} is neither ${long} nor ${short}`)
}

const refused = (why: unknown): never => {
  throw new TollgateError('upstream_refused', `the venue refuses: ${String(why).slice(0, 120)}`)
}

/** `S` is the side of the position, `p` the price at which it was bankrupt; USDT and USDC contracts are one coin each. */
export function readBybit(frame: string): Liquidation[] {
  const message = readRow(JSON.parse(frame), 'the frame')
  if (message.success === false) return refused(message.ret_msg)
  if (message.topic === undefined) return []
  return readRows(message.data, 'data').flatMap((row) => {
    const [symbol, side] = [readText(row.s, 's'), sideOf(row.S, 'Buy', 'Sell')]
    const [at, size, price] = [row.T, row.v, row.p].map((one, i) => readNumber(one, 'Tvp'[i]!))
    return event({
      id: `${at}:${symbol}:${row.S}:${row.v}:${row.p}`,
      atMs: at!,
      symbol: symbol.replace(/(USDT|USDC|PERP|USD)$/, ''),
      side,
      size: size!,
      price: price!,
    })
  })
}

export interface OkxContract {
  readonly size: number
  /** Its size is in coins; otherwise in dollars. */
  readonly isLinear: boolean
}

export async function askOkxContracts(http: HttpClient, signal: AbortSignal): Promise<ReadonlyMap<string, OkxContract>> {
  const answer = readRow(await http.json('https://www.okx.com/api/v5/public/instruments?instType=SWAP', { signal }), 'the answer')
  return new Map(
    readRows(answer.data, 'the instruments').map((row) => [
      readText(row.instId, 'instId'),
      { size: readNumber(row.ctVal, 'ctVal') * readNumber(row.ctMult ?? 1, 'ctMult'), isLinear: row.ctType === 'linear' },
    ]),
  )
}

/** `sz` counts contracts of each instrument's own size; `posSide` is the position's, and where it is net the closing order says. */
export function readOkx(frame: string, contracts: ReadonlyMap<string, OkxContract>): Liquidation[] {
  if (frame === 'pong') return []
  const message = readRow(JSON.parse(frame), 'the frame')
  if (message.event === 'error') return refused(message.msg)
  if (message.event !== undefined) return []
  return readRows(message.data, 'data').flatMap((row) => {
    const instrument = readText(row.instId, 'instId')
    const contract = contracts.get(instrument)
    if (contract === undefined) throw new TollgateError('upstream_changed', `${instrument} has no known contract size`)
    return readRows(row.details, 'details').flatMap((detail) => {
      const [at, price, count] = [readNumber(detail.ts, 'ts'), readNumber(detail.bkPx, 'bkPx'), readNumber(detail.sz, 'sz')]
      const side = detail.posSide === 'net' ? sideOf(detail.side, 'sell', 'buy') : sideOf(detail.posSide, 'long', 'short')
      return event({
        id: `${at}:${instrument}:${side}:${detail.sz}:${detail.bkPx}`,
        atMs: at,
        symbol: instrument.split('-')[0]!,
        side,
        size: contract.isLinear ? count * contract.size : (count * contract.size) / price,
        price,
      })
    })
  })
}

/** Trades of all kinds; those of a liquidation or of deleveraging are told by their type, their side by who was closed. */
export function readDydx(frame: string): Liquidation[] {
  const message = readRow(JSON.parse(frame), 'the frame')
  if (message.type === 'error') return refused(message.message)
  if (message.channel !== 'v4_trades' || message.contents === undefined) return []
  const market = readText(message.id, 'id')
  const contents = Array.isArray(message.contents) ? message.contents : [message.contents]
  const trades = contents.flatMap((one) => readRows(readRow(one, 'contents').trades, 'trades', { mayBeEmpty: true }))
  return trades.filter(({ type }) => type === 'LIQUIDATED' || type === 'DELEVERAGED').flatMap((row) => readDydxTrade(row, market))
}

function readDydxTrade(row: Row, market: string): Liquidation[] {
  return event({
    id: readText(row.id, 'id'),
    atMs: Date.parse(readText(row.createdAt, 'createdAt')),
    symbol: market.replace(/-USD$/, ''),
    side: sideOf(row.side, 'SELL', 'BUY'),
    size: readNumber(row.size, 'size'),
    price: readNumber(row.price, 'price'),
  })
}

/** The vaults that take positions over when the market would not; what the market itself liquidates is not told publicly. */
const liquidators = new Set(['0x2e3d94f0562703b25c83308a05046ddaf9a8dd14'])

export function readHyperliquid(frame: string): Liquidation[] {
  const message = readRow(JSON.parse(frame), 'the frame')
  if (message.channel === 'error') return refused(message.data)
  if (message.channel !== 'trades') return []
  return readRows(message.data, 'data', { mayBeEmpty: true }).flatMap((row) => {
    const [buyer, seller] = readList(row.users, 'users').map((one) => readText(one, 'a user').toLowerCase())
    // Who buys for the vault buys from somebody whose long position is closed.
    const side = liquidators.has(buyer!) ? 'long' : liquidators.has(seller!) ? 'short' : null
    if (side === null) return []
    const [atMs, size, price] = [readNumber(row.time, 'time'), readNumber(row.sz, 'sz'), readNumber(row.px, 'px')]
    return event({ id: String(readNumber(row.tid, 'tid')), atMs, symbol: readText(row.coin, 'coin'), side, size, price })
  })
}

/** At most the latest order of each symbol and second; `S` is the closing order's side, what was filled is `z` at `ap`. */
export function readBinance(frame: string): Liquidation[] {
  const message = readRow(JSON.parse(frame), 'the frame')
  if (message.error !== undefined) return refused(JSON.stringify(message.error))
  const data = readRow(message.data ?? message, 'data')
  if (data.e !== 'forceOrder') return []
  const order = readRow(data.o, 'o')
  const symbol = readText(order.s, 's')
  const [atMs, size, price] = [readNumber(order.T, 'T'), readNumber(order.z, 'z'), readNumber(order.ap, 'ap')]
  return event({
    id: `${atMs}:${symbol}:${order.S}:${order.z}:${order.ap}`,
    atMs,
    symbol: symbol.replace(/(USDT|USDC)$/, ''),
    side: sideOf(order.S, 'SELL', 'BUY'),
    size,
    price,
  })
}
