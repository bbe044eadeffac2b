// One power region at one moment, whoever measured it: load, forecast, reserve, price and what generates.
import Type, { type Static } from 'typebox'
import { vintageIfAny } from './vintage.ts'

const maybe = Type.Union([Type.Number(), Type.Null()])

export const gridFuels = ['coal', 'gas', 'oil', 'nuclear', 'hydro', 'wind', 'solar', 'storage', 'other'] as const
export type GridFuel = (typeof gridFuels)[number]

export const gridState = Type.Object({
  region: Type.String({ pattern: '^[A-Z0-9-]{2,10}$' }),
  at: Type.String({ format: 'date-time' }),
  demand_mw: maybe,
  forecast_mw: maybe,
  peak_forecast_mw: maybe,
  peak_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  available_mw: maybe,
  reserve_mw: maybe,
  state: Type.Union([Type.String(), Type.Null()]),
  note: Type.Union([Type.String(), Type.Null()]),
  price_usd_mwh: maybe,
  price_hub: Type.Union([Type.String(), Type.Null()]),
  /** Optional: states on the log from before it was read do not have it. */
  da_price_usd_mwh: Type.Optional(maybe),
  interchange_mw: maybe,
  mix: Type.Array(Type.Object({ fuel: Type.String({ enum: [...gridFuels] }), mw: Type.Number() })),
  vintage: vintageIfAny,
})

export type GridState = Static<typeof gridState>

/** An operator's displays move one by one: what is seen later of the same moment revises it. */
export const seenState = (seenAt: Date): Omit<GridState, 'region' | 'at' | 'vintage'> & { vintage: string } => ({
  demand_mw: null,
  forecast_mw: null,
  peak_forecast_mw: null,
  peak_at: null,
  available_mw: null,
  reserve_mw: null,
  state: null,
  note: null,
  price_usd_mwh: null,
  price_hub: null,
  interchange_mw: null,
  mix: [],
  vintage: seenAt.toISOString(),
})

const hourMs = 3_600_000

/** The key of a region's prices by the hour. */
export const hourPricesOf = (region: string): string => `${region}-P`

/** Beside a state the price of its hour, small and under a key of its own: a month of those says where a price stands. */
export function withHourPrice(state: GridState, seenAt: Date): GridState[] {
  if (state.price_usd_mwh === null) return [state]
  const hour = Math.floor(Date.parse(state.at) / hourMs) * hourMs
  const { price_usd_mwh, price_hub } = state
  const at = new Date(hour).toISOString()
  return [state, { ...seenState(seenAt), region: hourPricesOf(state.region), at, price_usd_mwh, price_hub }]
}

const names: readonly [RegExp, GridFuel][] = [
  [/coal|lignite|^col$/i, 'coal'],
  [/dual fuel|natural gas|multiple fuels|^gas$|^ng$/i, 'gas'],
  [/oil|other fossil|petroleum/i, 'oil'],
  [/nuc/i, 'nuclear'],
  [/hydro|^wat$/i, 'hydro'],
  [/wind|^wnd$/i, 'wind'],
  [/solar|^sun$/i, 'solar'],
  [/storage|batter(y|ies)|^bat$|^ps$/i, 'storage'],
]

/** Operators name fuels each in their own way; what we do not know is other, never dropped. */
export function sumMix(rows: readonly { readonly name: string; readonly mw: number }[]): GridState['mix'] {
  const sums = new Map<GridFuel, number>()
  for (const { name, mw } of rows) {
    const fuel = names.find(([pattern]) => pattern.test(name))?.[1] ?? 'other'
    sums.set(fuel, (sums.get(fuel) ?? 0) + mw)
  }
  return gridFuels.flatMap((fuel) => (sums.has(fuel) ? [{ fuel, mw: Math.round(sums.get(fuel)! * 10) / 10 }] : []))
}
