// Value locked a chain and day, and in all chains together under "all".
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { defillamaOrigin } from '../../defillama.ts'
import { revisedByVintage, vintage } from '../../vintage.ts'

export const chainTvl = defineTopic({
  name: 'defillama.chain-tvl.v1',
  origin: defillamaOrigin,
  schema: Type.Object({
    chain: Type.String({ minLength: 1 }),
    date: Type.String({ format: 'date' }),
    tvl_usd: Type.Number({ minimum: 0 }),
    vintage,
  }),
  retention: { days: 36_500 },
  key: (value) => value.chain,
  observedAt: (value) => new Date(`${value.date}T00:00:00Z`),
  ...revisedByVintage,
})
