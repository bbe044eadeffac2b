// All stablecoins together, one total a day.
import Type from 'typebox'
import { defillamaOrigin } from '../../shapes/defillama.ts'
import { dailySeries } from '../../shapes/topics.ts'

export const stableTotals = dailySeries('defillama.stable-totals.v1', defillamaOrigin, {
  supply_usd: Type.Number({ exclusiveMinimum: 0 }),
})
