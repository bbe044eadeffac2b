// How long Lido says a withdrawal asked for now would take.
import Type from 'typebox'
import { snapshots } from '../../shapes/topics.ts'
import { lidoOrigin } from '../lido-apr/topic.ts'

export const lidoWithdrawals = snapshots(
  'lido.withdrawal-time.v1',
  lidoOrigin,
  {
    seconds: Type.Number({ minimum: 0 }),
    way: Type.String({ description: 'what the protocol would pay it from: its buffer, rewards, or validators that exit' }),
  },
  { keptDays: 30 },
)
