// What GoPlus found of a token's code, owners and holders: a second opinion beside our own trial.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { chainId } from '../../chains/reading.ts'
import { asked, maybe } from '../../contracts/shapes.ts'

const flag = maybe(Type.Boolean())
const share = maybe(Type.Number({ minimum: 0, maximum: 1 }))
const tax = maybe(Type.Number({ minimum: 0 }))

export const tokenScreenings = defineTopic({
  name: 'goplus.tokens.v1',
  origin: {
    id: 'goplus',
    name: 'GoPlus token security',
    url: 'https://docs.gopluslabs.io/',
    licence: 'terms of use unclear for redistribution',
    attribution: 'GoPlus Security',
  },
  schema: Type.Object(
    {
      asked,
      chain_id: chainId,
      read_at: Type.String({ format: 'date-time' }),
      token: Type.String(),
      honeypot: flag,
      cannot_sell_all: flag,
      cannot_buy: flag,
      mintable: flag,
      pausable: flag,
      blacklist: flag,
      hidden_owner: flag,
      can_take_back_ownership: flag,
      owner_changes_balances: flag,
      self_destructs: flag,
      tax_modifiable: flag,
      trading_cooldown: flag,
      open_source: flag,
      creator_made_honeypots: flag,
      buy_tax: tax,
      sell_tax: tax,
      holders: maybe(Type.Integer({ minimum: 0 })),
      creator_share: share,
      top: Type.Array(Type.Object({ share: Type.Number({ minimum: 0, maximum: 1 }), locked: Type.Boolean() }), {
        description: 'the largest holders, pools and lockers among them',
      }),
      // Not in the facts of the first releases.
      lp_lockers: Type.Optional(
        maybe(
          Type.Array(
            Type.Object({
              name: maybe(Type.String()),
              share: Type.Number({ minimum: 0, maximum: 1 }),
              until: maybe(Type.String({ format: 'date-time' })),
            }),
          ),
        ),
      ),
    },
    { description: 'null: not said' },
  ),
  partitions: 4,
  retention: { days: 30 },
  key: (value) => value.asked,
  observedAt: (value) => new Date(value.read_at),
})
