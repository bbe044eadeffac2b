// Who bought a token from its pool in the first blocks after that was made, and what they hold of it now.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { address, amount, hash } from '../../chains/reading.ts'
import { maybe, place, readOnce } from '../../contracts/shapes.ts'

const count = Type.Integer({ minimum: 0 })
const text = maybe(Type.String({ maxLength: 64 }))

export const evmLaunches = defineTopic({
  name: 'evm.launches.v1',
  origin: {
    id: 'evm-launch',
    name: 'The token’s first transfers from its pool, read from their chain',
    url: 'https://ethereum.org/developers/docs/apis/json-rpc/',
    licence: 'public chain data',
    attribution: 'the chain',
  },
  schema: Type.Object({
    ...place,
    token: Type.Object({ name: text, symbol: text, decimals: Type.Integer({ minimum: 0, maximum: 255 }), supply: amount }),
    deployer: maybe(address),
    launch: Type.Object({ block: count, time: Type.String({ format: 'date-time' }), pool: address, dex: Type.String() }),
    read_blocks: Type.Integer({ minimum: 1, description: 'from the block of the launch on' }),
    buys: Type.Array(Type.Object({ tx: hash, block: count, index: count, to: address, units: amount }), { maxItems: 2_000 }),
    given: Type.Array(address, { description: 'who had the token from its deployer without buying it, up to then' }),
    buyers: Type.Array(Type.Object({ account: address, sent: count, held_units: amount, is_contract: Type.Boolean() }), {
      description: 'the sixty that bought most',
    }),
    // Not in the facts of the first releases.
    funders: Type.Optional(
      maybe(
        Type.Object(
          { from_block: count, payments: Type.Array(Type.Object({ account: address, by: address }), { maxItems: 800 }) },
          { description: 'who paid at least two of the first twenty buyers in a pool’s other token, before they bought' },
        ),
      ),
    ),
  }),
  partitions: 4,
  retention: { days: 90 },
  ...readOnce,
})
