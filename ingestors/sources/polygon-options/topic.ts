// The option chain of one underlying from a licensed vendor: what a licence allows to compute from, not to pass on.
import Type, { type Static } from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { orNull } from '../../shapes/topics.ts'
import { revisedByVintage, vintage } from '../../shapes/vintage.ts'

const contracts = Type.Integer({ minimum: 0 })

const schema = Type.Object({
  ticker: Type.String({ pattern: '^[A-Z][A-Z0-9]{0,5}(-[A-Z0-9]{1,2})?$' }),
  read_at: Type.String({ format: 'date-time' }),
  spot_usd: orNull(Type.Number({ exclusiveMinimum: 0, description: 'null where the plan has no price of the underlying' })),
  contracts: Type.Array(
    Type.Object({
      expiry: Type.String({ format: 'date' }),
      strike: Type.Number({ exclusiveMinimum: 0 }),
      side: Type.String({ enum: ['call', 'put'] }),
      open: contracts,
      volume: contracts,
      mid_usd: orNull(Type.Number({ minimum: 0, description: 'between bid and ask, or the last price of the day' })),
      iv: orNull(Type.Number({ exclusiveMinimum: 0, description: 'a year’s, 0.25 is 25 %' })),
      delta: orNull(Type.Number({ minimum: -1.01, maximum: 1.01 })),
      gamma: orNull(Type.Number()),
    }),
    { minItems: 1, maxItems: 6_000, description: 'of a hundred shares each, that are held or were traded' },
  ),
  vintage,
})
export type OptionChain = Static<typeof schema>

export const optionChains = defineTopic({
  name: 'polygon.option-chains.v1',
  origin: {
    id: 'polygon-options',
    name: 'Massive (Polygon) option chain snapshots',
    url: 'https://massive.com/docs/rest/options/snapshots/option-chain-snapshot',
    licence: 'by the operator’s own licence',
    attribution: 'Massive (Polygon.io)',
  },
  schema,
  partitions: 4,
  moves: { days: 5, of: 'any' },
  retention: { days: 14 },
  key: (value) => value.ticker,
  observedAt: (value) => new Date(value.read_at),
  ...revisedByVintage,
})
