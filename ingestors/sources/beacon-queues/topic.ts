// Who waits to enter and to leave Ethereum's validators, how fast the protocol lets them, and what its committee earns.
import Type from 'typebox'
import { orNull, snapshots } from '../../shapes/topics.ts'

const count = Type.Integer({ minimum: 0 })

export const beaconQueues = snapshots(
  'beacon.queues.v1',
  {
    id: 'beacon-queues',
    name: 'Ethereum beacon chain',
    url: 'https://ethereum.github.io/beacon-APIs/',
    licence: 'public chain data',
    attribution: 'the Ethereum beacon chain, read through a public node',
  },
  {
    epoch: count,
    // Of the node’s answers each may be missing.
    churn_eth_per_epoch: orNull(Type.Number({ exclusiveMinimum: 0 })),
    totals: Type.Object({
      pending_deposits: orNull(count),
      pending_deposit_eth: orNull(Type.Number({ minimum: 0 })),
      exiting_validators: orNull(count),
      last_exit_epoch: orNull(count),
      sync_reward_gwei: orNull(
        Type.Integer({ minimum: 1, description: 'of one member for one block; all stake follows from it' }),
      ),
    }),
  },
  { keptDays: 30 },
)
