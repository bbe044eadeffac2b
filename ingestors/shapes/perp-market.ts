// One venue's perpetual markets at one moment, in the same units whatever the venue calls them.
import Type, { type Static } from 'typebox'

const amount = Type.Number({ minimum: 0 })
const optional = <S extends ReturnType<typeof Type.Number>>(schema: S) => Type.Union([schema, Type.Null()])

export const perpMarket = Type.Object({
  coin: Type.String({ pattern: '^[A-Z0-9]{1,20}$', description: 'one unit of the coin itself, never of 1000' }),
  rate: Type.Number({ minimum: -0.2, maximum: 0.2, description: 'a fraction of the notional an interval; positive: longs pay' }),
  interval_h: Type.Number({ minimum: 0.5, maximum: 24 }),
  next_funding_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  oi_coins: optional(amount),
  oi_usd: optional(amount),
  mark_usd: optional(amount),
  index_usd: optional(amount),
  volume_24h_usd: optional(amount),
  change_24h_pct: optional(Type.Number()),
})

export const perpSnapshot = Type.Object({
  venue: Type.String({ pattern: '^[a-z]+$' }),
  at: Type.String({ format: 'date-time' }),
  markets: Type.Array(perpMarket, { minItems: 1 }),
})

export type PerpMarket = Static<typeof perpMarket>
export type PerpSnapshot = Static<typeof perpSnapshot>

/** Venues trade a thousand of what is too cheap alone: kPEPE, 1000PEPE. */
export function unitOf(symbol: string): { coin: string; units: number } | null {
  const named = /^(k(?=[A-Z])|1000000(?=[A-Z])|1000(?=[A-Z]))?([A-Z0-9]{1,20})$/.exec(symbol)
  if (named === null) return null
  return { coin: named[2]!, units: named[1] === undefined ? 1 : named[1] === 'k' ? 1_000 : Number(named[1]) }
}

/** The next whole hour: when venues with hourly funding pay. */
export function nextHour(at: Date): string {
  return new Date((Math.floor(at.getTime() / 3_600_000) + 1) * 3_600_000).toISOString()
}
