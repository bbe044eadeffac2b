// Value locked a chain and day, and in all chains together under "all".
import Type from 'typebox'
import { defillamaOrigin } from '../../shapes/defillama.ts'
import { dailySeries } from '../../shapes/topics.ts'

export const chainTvl = dailySeries(
  'defillama.chain-tvl.v1',
  defillamaOrigin,
  {
    chain: Type.String({ minLength: 1 }),
    tvl_usd: Type.Number({ minimum: 0 }),
  },
  { key: (value) => value.chain, moves: { days: 2, of: 'any' } },
)
