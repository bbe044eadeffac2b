// What a chain says about a pool of an exchange with votes, at one block: reserves, fee, gauge, votes, past weeks and recent swaps.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { address, amount } from '../../chains/reading.ts'
import { maybe, place, readOnce } from '../../contracts/shapes.ts'

const count = Type.Integer({ minimum: 0 })
const time = Type.String({ format: 'date-time' })
const usd = maybe(Type.Number({ minimum: 0 }))
const decimals = Type.Integer({ minimum: 0, maximum: 36 })
const paid = Type.Array(Type.Object({ token: address, units: amount, usd }), { maxItems: 64 })

export const poolKinds = ['volatile', 'stable', 'range'] as const

export const evmPools = defineTopic({
  name: 'evm.gauged-pools.v1',
  origin: {
    id: 'evm-pool',
    name: 'The pool, its gauge and its votes, read from their chain',
    url: 'https://github.com/aerodrome-finance/contracts',
    licence: 'public chain data',
    attribution: 'Aerodrome contracts',
  },
  schema: Type.Object({
    ...place,
    exchange: Type.String(),
    kind: Type.String({ enum: [...poolKinds] }),
    factory: address,
    fee_ppm: count,
    tick_spacing: maybe(Type.Integer()),
    root: maybe(amount),
    liquidity: maybe(amount),
    tokens: Type.Array(Type.Object({ token: address, symbol: Type.String({ maxLength: 64 }), decimals, units: amount, usd }), {
      minItems: 2,
      maxItems: 2,
    }),
    gauge: maybe(
      Type.Object({
        address,
        is_alive: Type.Boolean(),
        staked_share: Type.Number({
          minimum: 0,
          maximum: 1,
          description: 'of the shares; of the liquidity in range where it is concentrated',
        }),
        per_second: amount,
        ends_at: time,
        reward: Type.Object({ token: address, symbol: Type.String({ maxLength: 64 }), decimals, usd }),
      }),
    ),
    votes: maybe(Type.Object({ pool: amount, all: amount })),
    weeks: maybe(
      Type.Array(Type.Object({ start: time, votes: amount, per_second: amount, bribes: paid, fees: paid }), {
        maxItems: 12,
        description: 'newest first; the first one runs; null where the lens does not answer',
      }),
    ),
    swaps: maybe(
      Type.Object(
        { from_block: count, from_time: time, count, in0: amount, in1: amount },
        { description: 'null where the provider does not tell' },
      ),
    ),
  }),
  partitions: 4,
  retention: { days: 90 },
  ...readOnce,
})
