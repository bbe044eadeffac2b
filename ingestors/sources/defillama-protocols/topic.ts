// What is known of each protocol that holds a million dollars or more; only the newest matters.
import Type, { type Static } from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { defillamaOrigin } from '../../shapes/defillama.ts'

const maybe = Type.Union([Type.Number(), Type.Null()])

const protocol = Type.Object({
  slug: Type.String({ minLength: 1 }),
  at: Type.String({ format: 'date-time' }),
  aliases: Type.Array(Type.String(), {
    description: 'other names that lead here: the parent, the token, where this is the largest',
  }),
  name: Type.String(),
  symbol: Type.Union([Type.String(), Type.Null()]),
  category: Type.Union([Type.String(), Type.Null()]),
  tvl_usd: Type.Number({ minimum: 0 }),
  chain_tvls: Type.Array(Type.Object({ chain: Type.String(), tvl_usd: Type.Number() })),
  change_1d_pct: maybe,
  change_7d_pct: maybe,
  mcap_usd: maybe,
  audits: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
  oracles: Type.Array(Type.String()),
  forked_from: Type.Array(Type.String()),
  listed_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  // Not in the facts of the first releases.
  own_token_usd: Type.Optional(maybe),
  fees_30d_usd: Type.Optional(maybe),
  change_30d_pct: Type.Optional(maybe),
})

export const protocols = defineTopic({
  name: 'defillama.protocols.v1',
  origin: defillamaOrigin,
  schema: protocol,
  retention: { days: 7, compact: true },
  key: (value) => value.slug,
  observedAt: (value) => new Date(value.at),
})

export type Protocol = Static<typeof protocol>

/** Custodians and chains are listed too, but are no protocols whose code holds the money. */
export const isProtocol = ({ category }: Pick<Protocol, 'category'>): boolean => category !== 'CEX' && category !== 'Chain'
