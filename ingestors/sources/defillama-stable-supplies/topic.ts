// How much of each large stablecoin there was, day by day, in units of its peg.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { defillamaOrigin } from '../../defillama.ts'
import { revisedByVintage, vintage } from '../../vintage.ts'

export const stableSupplies = defineTopic({
  name: 'defillama.stable-supplies.v1',
  origin: defillamaOrigin,
  schema: Type.Object({
    id: Type.String({ minLength: 1 }),
    date: Type.String({ format: 'date' }),
    supply: Type.Number({ minimum: 0 }),
    vintage,
  }),
  retention: { days: 400 },
  key: (value) => value.id,
  observedAt: (value) => new Date(`${value.date}T00:00:00Z`),
  ...revisedByVintage,
})
