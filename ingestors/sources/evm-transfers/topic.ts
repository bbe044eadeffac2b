// The large token transfers of a chain in a run of blocks, with what each token was worth at its end.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { address, amount, hash } from '../../chains/reading.ts'

const count = Type.Integer({ minimum: 0 })
const time = Type.String({ format: 'date-time' })

/** Smaller ones are left out. */
export const leastUsd = 100_000

export const evmTransfers = defineTopic({
  name: 'evm.large-transfers.v1',
  origin: {
    id: 'evm-transfers',
    name: 'Token transfers, read from their chains',
    url: 'https://ethereum.org/developers/docs/apis/json-rpc/',
    licence: 'public chain data',
    attribution: 'the chains',
  },
  schema: Type.Object({
    chain: Type.String({ pattern: '^[1-9][0-9]{0,9}$', description: 'its number' }),
    from: Type.Object({ block: count, time }),
    to: Type.Object({ block: count, hash, time }),
    is_cut: Type.Boolean({ description: 'there were more than are kept; the largest are' }),
    tokens: Type.Array(
      Type.Object({
        token: address,
        symbol: Type.String({ maxLength: 32 }),
        decimals: Type.Integer({ minimum: 0, maximum: 36 }),
        is_stable: Type.Boolean(),
        usd: Type.Union([Type.Number({ minimum: 0 }), Type.Null()], {
          description: 'null: no pool prices it, its transfers are left out',
        }),
      }),
    ),
    native: Type.Optional(
      Type.Union([Type.Object({ from: Type.Object({ block: count, time }), is_cut: Type.Boolean() }), Type.Null()], {
        description: 'from which block on the chain’s own coin was read, its token the zero address; null: it was not',
      }),
    ),
    transfers: Type.Array(
      Type.Object({ tx: hash, block: count, index: count, at: time, token: address, from: address, to: address, units: amount }),
      { description: 'in the order of the chain' },
    ),
  }),
  key: (value) => value.chain,
  observedAt: (value) => new Date(value.to.time),
  revision: (value) => BigInt(value.to.block),
  retention: { days: 3 },
})
