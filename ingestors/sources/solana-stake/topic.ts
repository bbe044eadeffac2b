// Solana's inflation, its stake, and what validators keep of what that stake earns.
import Type from 'typebox'
import { snapshots } from '../../shapes/topics.ts'

const share = Type.Number({ minimum: 0, maximum: 100 })
const sol = Type.Number({ minimum: 0 })

export const solanaStake = snapshots(
  'solana.stake.v1',
  {
    id: 'solana-stake',
    name: 'Solana RPC',
    url: 'https://solana.com/docs/rpc',
    licence: 'public chain data',
    attribution: 'Solana, read through its public endpoint',
  },
  {
    epoch: Type.Integer({ minimum: 0 }),
    inflation_pct: share,
    supply_sol: sol,
    totals: Type.Object({
      active_sol: sol,
      delinquent_sol: sol,
      commission_pct: share,
      validators: Type.Integer({ minimum: 1 }),
    }),
  },
  { keptDays: 30 },
)
