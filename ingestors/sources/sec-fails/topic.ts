// Failed deliveries of one listed security in a half-month, with the price the SEC prints beside them: the only price nobody licenses.
import Type, { type Static } from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { orNull } from '../../shapes/topics.ts'
import { revisedByVintage, vintage } from '../../shapes/vintage.ts'

const schema = Type.Object({
  ticker: Type.String({ pattern: '^[A-Z][A-Z0-9]{0,5}(-[A-Z0-9]{1,2})?$' }),
  half: Type.String({ pattern: '^\\d{6}[ab]$', description: 'the half-month, as its file is named' }),
  days: Type.Array(
    Type.Object({
      date: Type.String({ format: 'date', description: 'of settlement' }),
      fails: Type.Integer({ minimum: 0, description: 'shares not delivered up to that day, not on that day alone' }),
      price_usd: orNull(Type.Number({ exclusiveMinimum: 0 })),
    }),
    { minItems: 1, description: 'days without a failure are not there; oldest first' },
  ),
  vintage,
})
export type FailedHalf = Static<typeof schema>

export const failedDeliveries = defineTopic({
  name: 'sec.fails.v1',
  origin: {
    id: 'sec-fails',
    name: 'SEC fails-to-deliver data',
    url: 'https://www.sec.gov/data-research/sec-markets-data/fails-deliver-data',
    licence: 'public domain',
    attribution: 'U.S. Securities and Exchange Commission',
  },
  schema,
  partitions: 4,
  moves: { days: 25, of: 'any' },
  retention: { days: 1_200 },
  key: (value) => value.ticker,
  observedAt: (value) => halfEnd(value.half),
  ...revisedByVintage,
})

/** The first day after it. */
function halfEnd(half: string): Date {
  const [year, month] = [Number(half.slice(0, 4)), Number(half.slice(4, 6))]
  return new Date(half.endsWith('a') ? Date.UTC(year, month - 1, 16) : Date.UTC(year, month, 1))
}
