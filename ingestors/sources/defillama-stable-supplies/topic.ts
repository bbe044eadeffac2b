// How much of each large stablecoin there was, day by day, in units of its peg.
import Type from 'typebox'
import { defillamaOrigin } from '../../shapes/defillama.ts'
import { dailySeries } from '../../shapes/topics.ts'

export const stableSupplies = dailySeries(
  'defillama.stable-supplies.v1',
  defillamaOrigin,
  {
    id: Type.String({ minLength: 1 }),
    supply: Type.Number({ minimum: 0 }),
  },
  { key: (value) => value.id, keptDays: 400, moves: { days: 2, of: 'any' } },
)
