// Open interest hour by hour, in coins and with the price of that hour, one fact a coin and day whatever the venue.
import Type, { type Static } from 'typebox'
import { vintage } from './vintage.ts'

export const oiDay = Type.Object({
  venue: Type.String({ pattern: '^[a-z]+$' }),
  coin: Type.String({ pattern: '^[A-Z0-9]{1,20}$' }),
  date: Type.String({ format: 'date' }),
  hours: Type.Array(
    Type.Object({
      hour: Type.Integer({ minimum: 0, maximum: 23 }),
      oi_coins: Type.Number({ exclusiveMinimum: 0 }),
      price_usd: Type.Number({ exclusiveMinimum: 0 }),
    }),
    { minItems: 1, maxItems: 24 },
  ),
  vintage,
})

export type OiDay = Static<typeof oiDay>
