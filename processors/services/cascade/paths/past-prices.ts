// What every token of a chain was worth once a day, in a ring of four hundred days: what volatility is estimated from.
import Type from 'typebox'
import { defineTopic, type ValueOf } from '../../../../db/log/topic.ts'

const daySeconds = 86_400
/** Days that are remembered. */
export const rememberedDays = 400

/** Written by the service itself from the prices its rows are made of; replay finds it in the log like every other fact. */
export const pastPrices = defineTopic({
  name: 'cascade.past-prices.v1',
  origin: {
    id: 'cascade-past-prices',
    name: 'Prices this service’s earlier answers were made of',
    url: 'https://www.x402.org/',
    licence: 'public chain data',
    attribution: 'oracle contracts named by Aave v3, Morpho Blue, Compound v3, Euler v2 and Fluid, read once a day',
  },
  schema: Type.Object({
    chain_id: Type.Integer({ minimum: 1 }),
    at: Type.String({ format: 'date-time' }),
    // Days since 1970; a later one takes an old one's place in the ring.
    day: Type.Integer({ minimum: 0 }),
    prices: Type.Array(
      Type.Object({ token: Type.String({ pattern: '^0x[0-9a-f]{40}$' }), usd: Type.Number({ exclusiveMinimum: 0 }) }),
    ),
  }),
  retention: { days: rememberedDays, compact: true },
  key: ({ chain_id, day }) => `${chain_id}:${day % rememberedDays}`,
  observedAt: ({ at }) => new Date(at),
  revision: ({ day }) => BigInt(day),
})
export type PastPrices = ValueOf<typeof pastPrices>

export const dayOf = (at: Date): number => Math.floor(at.getTime() / 1_000 / daySeconds)

type Priced = { readonly addresses: readonly string[]; readonly state: { readonly tokens: readonly { priceUsd: number }[] } }

export function pricesOf(chainId: number, { addresses, state }: Priced, at: Date): PastPrices {
  const prices = addresses.map((token, t) => ({ token, usd: state.tokens[t]!.priceUsd }))
  return { chain_id: chainId, at: at.toISOString(), day: dayOf(at), prices }
}

/** Days that there are prices of, oldest first, and by day and then token the price, NaN where it is not known. Threads share it. */
export type PriceTable = { readonly days: readonly number[]; readonly usd: Float64Array }

export function tableOf(facts: readonly PastPrices[], addresses: readonly string[]): PriceTable {
  const newest = facts.reduce((last, { day }) => Math.max(last, day), 0)
  // What is left of an earlier turn of the ring says nothing.
  const own = facts.filter(({ day }) => day > newest - rememberedDays).toSorted((a, b) => a.day - b.day)
  const place = new Map(addresses.map((address, t) => [address, t]))
  const usd = new Float64Array(new SharedArrayBuffer(8 * own.length * addresses.length)).fill(Number.NaN)
  own.forEach(({ prices }, d) => {
    for (const { token, usd: price } of prices) {
      const t = place.get(token)
      if (t !== undefined) usd[d * addresses.length + t] = price
    }
  })
  return { days: own.map(({ day }) => day), usd }
}
