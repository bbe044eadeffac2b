// Forced closings of leveraged positions as venues tell them: minute by minute with every event, and day by day in bins of five minutes.
import Type, { type Static } from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintage } from '../../shapes/vintage.ts'

const usd = Type.Number({ minimum: 0 })
const count = Type.Integer({ minimum: 0 })
const venue = Type.String({ pattern: '^[a-z]+$' })
const date = Type.String({ format: 'date' })
const time = Type.String({ format: 'date-time' })

/** Whose feeds are listened to by name; venues that tell all of theirs in one feed tell of others too. */
export const listenedCoins =
  'BTC ETH SOL XRP DOGE BNB HYPE ADA AVAX LINK SUI AAVE ARB OP LTC BCH DOT NEAR APT UNI ENA WIF TON TRX'.split(' ')

const origin = {
  id: 'liquidations',
  name: 'Public liquidation feeds of perpetual venues',
  url: 'https://docs.dydx.xyz/',
  licence: 'public feeds of the venues, with attribution; derived figures only',
  attribution: 'Bybit, OKX, dYdX, Hyperliquid and Binance, each where it is listened to',
}

export const liquidation = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 120 }),
  at: time,
  coin: Type.String({ pattern: '^[A-Z0-9]{1,20}$' }),
  side: Type.Union([Type.Literal('long'), Type.Literal('short')], { description: 'the position that was closed' }),
  coins: Type.Number({ exclusiveMinimum: 0 }),
  price_usd: Type.Number({ exclusiveMinimum: 0 }),
  usd,
})
export type Liquidation = Static<typeof liquidation>

export const totals = Type.Object({
  long_usd: usd,
  short_usd: usd,
  count,
  listened_ms: Type.Integer({ minimum: 0, maximum: 300_000 }),
})
export type Totals = Static<typeof totals>

export const liquidationMinutes = defineTopic({
  name: 'liquidations.minutes.v1',
  origin,
  schema: Type.Object({
    venue,
    minute: time,
    ...totals.properties,
    before: Type.Object(totals.properties, { description: 'of the minutes before it in the same five' }),
    events: Type.Array(liquidation, { maxItems: 300, description: 'the largest, where there were more' }),
    vintage,
  }),
  retention: { days: 3 },
  key: (value) => value.venue,
  observedAt: (value) => new Date(value.minute),
  ...revisedByVintage,
})

export const liquidationDays = defineTopic({
  name: 'liquidations.days.v1',
  origin,
  schema: Type.Object({
    venue,
    date,
    largest_usd: usd,
    bins: Type.Array(Type.Object({ slot: Type.Integer({ minimum: 0, maximum: 287 }), ...totals.properties }), { maxItems: 288 }),
    vintage,
  }),
  retention: { days: 120 },
  key: (value) => value.venue,
  observedAt: (value) => new Date(`${value.date}T00:00:00Z`),
  ...revisedByVintage,
})

/** That nothing was heard from a venue from one moment to another; `to` is null while it lasts. */
export const liquidationGaps = defineTopic({
  name: 'liquidations.gaps.v1',
  origin,
  schema: Type.Object({
    venue,
    from: time,
    to: Type.Union([time, Type.Null()]),
    reason: Type.String({ maxLength: 200 }),
  }),
  retention: { days: 120 },
  key: (value) => value.venue,
  observedAt: (value) => new Date(value.from),
  revision: (value) => (value.to === null ? 0n : BigInt(Date.parse(value.to))),
})
