// All stablecoins together, one total a day.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { defillamaOrigin } from '../../defillama.ts'
import { revisedByVintage, vintage } from '../../vintage.ts'

export const stableTotals = defineTopic({
  name: 'defillama.stable-totals.v1',
  origin: defillamaOrigin,
  schema: Type.Object({ date: Type.String({ format: 'date' }), supply_usd: Type.Number({ exclusiveMinimum: 0 }), vintage }),
  retention: { days: 36_500 },
  key: () => 'all',
  observedAt: (value) => new Date(`${value.date}T00:00:00Z`),
  ...revisedByVintage,
})
