// What Hyperliquid tells of one account: what it is worth, holds, traded and paid for funding in a year.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { hyperliquidOrigin } from '../hyperliquid-perps/origin.ts'

const time = Type.String({ format: 'date-time' })

export const hyperliquidAccounts = defineTopic({
  name: 'hyperliquid.accounts.v1',
  origin: hyperliquidOrigin,
  schema: Type.Object({
    asked: Type.String(),
    read_at: time,
    account_usd: Type.Number(),
    positions: Type.Array(
      Type.Object({
        coin: Type.String(),
        size: Type.Number(),
        entry_usd: Type.Number(),
        value_usd: Type.Number(),
        unrealized_usd: Type.Number(),
      }),
    ),
    fills: Type.Array(
      Type.Object({
        at: time,
        coin: Type.String(),
        closed_usd: Type.Number({ description: 'gained or lost by what it closed, before fees' }),
        fee_usd: Type.Number(),
        usd: Type.Number({ minimum: 0 }),
      }),
      { description: 'oldest first' },
    ),
    funding: Type.Array(Type.Object({ at: time, coin: Type.String(), usd: Type.Number() })),
    is_cut: Type.Boolean({ description: 'the venue had more than it gives in one answer' }),
  }),
  partitions: 4,
  retention: { days: 90 },
  key: (value) => value.asked,
  observedAt: (value) => new Date(value.read_at),
})
