// One market's order book at one moment: the best two prices, and how much is bid for down to each quarter percent below their middle.
import Type, { type Static } from 'typebox'
import { TollgateError } from '../../base/errors.ts'
import { defineTopic, type Origin } from '../../db/log/topic.ts'
import { readList, readNumber } from '../formats/json.ts'

/** Bids are added up by bands of this width below the middle, as many of them as there are. */
export const bandPct = 0.25
export const bandCount = 40

/** A spread wider than this is no market. */
const widestSpreadPct = 2
/** A venue's clock may run ahead of ours by this. */
const mostAheadMs = 60_000

const faults = ['one-sided', 'crossed', 'wide', 'auction'] as const

const positive = Type.Number({ exclusiveMinimum: 0 })
const orNone = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) => Type.Union([schema, Type.Null()])

const orderBook = Type.Object({
  at: Type.String({ format: 'date-time', description: 'by the venue’s own clock' }),
  venue: Type.String({ pattern: '^[a-z]{2,20}$' }),
  market: Type.String({ pattern: '^[A-Z0-9/-]{3,30}$', description: 'as the venue calls it' }),
  base: Type.String({ pattern: '^[A-Z0-9]{1,12}$' }),
  quote: Type.String({ pattern: '^[A-Z0-9]{1,12}$', description: 'what is paid: dollars, or a token that stands for them' }),
  totals: Type.Object(
    {
      fault: orNone(Type.String({ enum: [...faults], description: 'why nothing can be sold by it; then it has no figures' })),
      best_bid: orNone(positive),
      best_ask: orNone(positive),
      reach_pct: Type.Number({
        minimum: 0,
        maximum: bandPct * bandCount,
        description: 'how far below the middle bids were told',
      }),
      bid_amounts: Type.Array(Type.Number({ minimum: 0 }), {
        maxItems: bandCount,
        description: 'of the base, bid for at no less than the middle less one band, two bands, …',
      }),
    },
    { description: 'what the orders add up to: without one of them they are others, and nobody can tell' },
  ),
})

export type OrderBook = Static<typeof orderBook>

/** Books of one venue; only the newest of each market counts. */
export const orderBooks = (name: `${string}.v${number}`, origin: Origin) =>
  defineTopic({
    name,
    origin,
    schema: orderBook,
    retention: { days: 2 },
    key: (value) => value.market,
    observedAt: (value) => new Date(value.at),
    moves: { days: 1 / 24, of: 'any' },
  })

export type Market = Pick<OrderBook, 'venue' | 'market' | 'base' | 'quote'>

/** `bids` and `asks`: lists of levels, each a price and an amount and whatever else, in any order. */
export function readOrderBook(market: Market, at: Date, seenAt: Date, bids: unknown, asks: unknown): OrderBook {
  if (Number.isNaN(at.getTime()) || at.getTime() > seenAt.getTime() + mostAheadMs)
    throw new TollgateError('upstream_changed', `${market.market} is of no time that has been`)
  const [bid, ask] = [readSide(bids, 'bids'), readSide(asks, 'asks')]
  if (bid.length + ask.length === 0) throw new TollgateError('upstream_changed', `${market.market} has no order at all`)
  return { ...market, at: at.toISOString(), totals: totalsOf(bid, ask) }
}

/** What a venue says is no trading: figures of an auction are nobody's orders. */
export const closedBook = (market: Market, at: Date): OrderBook => ({
  ...market,
  at: at.toISOString(),
  totals: { ...nothing, fault: 'auction' },
})

const nothing = { best_bid: null, best_ask: null, reach_pct: 0, bid_amounts: [] }

function totalsOf(bid: Level[], ask: readonly Level[]): OrderBook['totals'] {
  if (bid.length === 0 || ask.length === 0) return { ...nothing, fault: 'one-sided' }
  bid.sort((a, b) => b.price - a.price)
  const best = bid[0]!.price
  const asked = ask.reduce((least, { price }) => Math.min(least, price), Number.POSITIVE_INFINITY)
  if (best >= asked) return { ...nothing, fault: 'crossed' }
  const middle = (best + asked) / 2
  if ((100 * (asked - best)) / middle > widestSpreadPct) return { ...nothing, fault: 'wide' }
  return { fault: null, best_bid: best, best_ask: asked, ...bidsBelow(middle, bid) }
}

type Level = { readonly price: number; readonly amount: number }

// What cannot be traded anywhere is a mistake, and sums of it would be worse.
const mostWorth = 1e12

// An amount of nothing is no order. Of a price that stands twice nobody knows which holds, and below nothing there is none.
function readSide(value: unknown, side: string): Level[] {
  const levels: Level[] = []
  const seen = new Set<number>()
  for (const entry of readList(value, side)) {
    const [told, size] = readList(entry, `a level of ${side}`)
    const [price, amount] = [readNumber(told, 'a price'), readNumber(size, 'an amount')]
    const isOrder = price > 0 && amount >= 0 && price * amount <= mostWorth && !seen.has(price)
    if (!isOrder)
      throw new TollgateError('upstream_changed', `${side} of ${amount} at ${price} are no order, or its price stands twice`)
    seen.add(price)
    if (amount > 0) levels.push({ price, amount })
  }
  return levels
}

// A price written down at a band's end is within it, whatever a double makes of the division.
const belowOf = (price: number, middle: number): number => Math.round(1e11 * (1 - price / middle)) / 1e9

function bidsBelow(middle: number, bids: readonly Level[]): Pick<OrderBook['totals'], 'reach_pct' | 'bid_amounts'> {
  const deepest = bandPct * bandCount
  const amounts = new Array<number>(bandCount).fill(0)
  for (const { price, amount } of bids) {
    const below = belowOf(price, middle)
    if (below > deepest) break
    amounts[Math.max(0, Math.ceil(below / bandPct) - 1)]! += amount
  }
  let sum = 0
  const bid_amounts = amounts.map((amount) => {
    sum += amount
    return sum
  })
  return { reach_pct: Math.min(deepest, belowOf(bids.at(-1)!.price, middle)), bid_amounts }
}
