// Shares of one security that were sold short and not bought back, as brokers report them twice a month.
import Type, { type Static } from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintage } from '../../shapes/vintage.ts'

const shares = Type.Integer({ minimum: 0 })

const schema = Type.Object({
  ticker: Type.String({ pattern: '^[A-Z][A-Z0-9]{0,5}(-[A-Z0-9]{1,2})?$' }),
  name: Type.String({ minLength: 1 }),
  market: Type.String({ pattern: '^[A-Z]{2,8}$' }),
  settlement: Type.String({ format: 'date', description: 'the positions are of this day, and public seven trading days later' }),
  short: shares,
  short_before: shares,
  average_volume: Type.Integer({ minimum: 0, description: 'shares a day, in the half-month' }),
  is_split: Type.Boolean({ description: 'a split came between the two: they cannot be compared' }),
  vintage,
})
export type ShortInterest = Static<typeof schema>

export const shortInterest = defineTopic({
  name: 'finra.short-interest.v1',
  origin: {
    id: 'finra-short-interest',
    name: 'FINRA equity short interest',
    url: 'https://www.finra.org/finra-data/browse-catalog/equity-short-interest/data',
    licence: 'terms of the files unclear: derived figures only',
    attribution: 'FINRA',
  },
  schema,
  partitions: 4,
  moves: { days: 25, of: 'any' },
  retention: { days: 800 },
  key: (value) => value.ticker,
  observedAt: (value) => new Date(`${value.settlement}T00:00:00Z`),
  ...revisedByVintage,
})
