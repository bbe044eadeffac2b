// What decentralised exchanges traded on each large chain in the last 24 hours; only the newest matters.
import Type from 'typebox'
import { defillamaOrigin } from '../../shapes/defillama.ts'
import { snapshots } from '../../shapes/topics.ts'

const maybe = Type.Union([Type.Number(), Type.Null()])

export const dexVolumes = snapshots(
  'defillama.dex-volumes.v1',
  defillamaOrigin,
  {
    chains: Type.Array(
      Type.Object({
        chain: Type.String({ minLength: 1 }),
        volume_24h_usd: Type.Union([Type.Number({ minimum: 0 }), Type.Null()]),
        change_1d_pct: maybe,
        change_7d_pct: maybe,
      }),
      { minItems: 1 },
    ),
  },
  { keptDays: 7 },
)
