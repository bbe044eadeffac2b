// A European bidding zone's day-ahead price in one interval of today, with the day it is part of.
import Type, { type Static } from 'typebox'
import { TollgateError } from '../../base/errors.ts'
import { defineTopic, type Origin, type Topic } from '../../db/log/topic.ts'
import { revisedByVintage, vintageIfAny } from './vintage.ts'

export const dayAheadPrice = Type.Object({
  zone: Type.String({ pattern: '^[A-Z0-9-]{2,10}$' }),
  at: Type.String({ format: 'date-time', description: 'when the interval begins' }),
  minutes: Type.Integer({ enum: [15, 30, 60] }),
  price_eur_mwh: Type.Number(),
  // An auction's result is corrected now and then, or its day cut into other lengths.
  vintage: vintageIfAny,
})

export type DayAheadPrice = Static<typeof dayAheadPrice>

export const dayAheadTopic = (name: `${string}.v${number}`, origin: Origin): Topic<DayAheadPrice> =>
  defineTopic({
    name,
    origin,
    schema: dayAheadPrice,
    retention: { days: 40 },
    key: (value) => value.zone,
    observedAt: (value) => new Date(value.at),
    ...revisedByVintage,
  })

const mostEurMwh = 100_000

/** Only what has begun: what is still to come is known, but it is not the price of now. */
export function pricesSoFar(
  zone: string,
  intervals: readonly { readonly at: number; readonly price: number }[],
  minutes: number,
  now: Date,
): DayAheadPrice[] {
  if (![15, 30, 60].includes(minutes)) throw new TollgateError('upstream_changed', `${zone} has intervals of ${minutes} minutes`)
  if (intervals.some(({ price }) => Math.abs(price) > mostEurMwh))
    throw new TollgateError('upstream_changed', `${zone} has a price beyond any limit of the market`)
  return intervals
    .filter(({ at }) => at <= now.getTime())
    .map(({ at, price }) => ({ zone, at: new Date(at).toISOString(), minutes, price_eur_mwh: price, vintage: now.toISOString() }))
}
