// What a chain says about a wallet somebody asked about, at one block: what it is, holds, moved, paid by x402, and whether it is an agent.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { address, amount, hash } from '../../chains/reading.ts'
import { maybe, place, readOnce } from '../../contracts/shapes.ts'

/** What a mark of an older transfer is made of, a hex digit each. */
export const mark = { out: 1, begins: 2, paid: 4, got: 8 } as const

const count = Type.Integer({ minimum: 0 })
const time = Type.String({ format: 'date-time' })
const text = maybe(Type.String({ maxLength: 200 }))

export const evmAccounts = defineTopic({
  name: 'evm.accounts.v1',
  origin: {
    id: 'evm-account',
    name: 'The wallet’s own logs and balances, read from their chain',
    url: 'https://ethereum.org/developers/docs/apis/json-rpc/',
    licence: 'public chain data',
    attribution: 'the chain',
  },
  schema: Type.Object({
    ...place,
    asked: Type.String({
      pattern: '^(any|[1-9][0-9]{0,9}):(0x[0-9a-fA-F]{40}|[^\\s:]{3,255})$',
      description: 'as it was asked for: by address, by an ENS name, by the number of an agent, or by its site',
    }),
    /** Not in the facts of the first releases. */
    resolved: Type.Optional(
      Type.Object({ name: Type.String({ maxLength: 255 }), address, block: count }, { description: 'the name, on Ethereum' }),
    ),
    agent: Type.Optional(Type.String({ pattern: '^[0-9]+$', description: 'the number of the agent that was asked for' })),
    site: Type.Optional(
      Type.Object(
        {
          domain: Type.String({ maxLength: 253 }),
          registrations: count,
          is_named_by_agent: maybe(Type.Boolean({ description: 'null where its own registration could not be read' })),
        },
        { description: 'the site that was asked for: it names the agent' },
      ),
    ),
    kind: Type.String({ enum: ['eoa', 'delegated_eoa', 'safe'] }),
    nonce: count,
    native_units: amount,
    /** Transfers are known from this block on; whole where it is the first. */
    from_block: count,
    from_time: time,
    is_cut: Type.Boolean({ description: 'there were more transfers than are kept; the newest are' }),
    sanctioned: maybe(
      Type.Boolean({ description: 'what the on-chain oracle of sanctioned addresses says; null where there is none' }),
    ),
    tokens: Type.Array(
      Type.Object({
        token: address,
        symbol: text,
        decimals: maybe(Type.Integer({ minimum: 0, maximum: 255 })),
        units: amount,
        is_dollar: Type.Boolean(),
        price_usd: maybe(Type.Number({ minimum: 0 })),
      }),
    ),
    transfers: Type.Array(
      Type.Object({
        tx: hash,
        block: count,
        index: count,
        at: time,
        token: address,
        out: Type.Boolean(),
        other: address,
        units: amount,
      }),
      { description: 'the newest, oldest first' },
    ),
    // This and what follows without being required is not in the facts of the first releases.
    older: Type.Optional(
      Type.Object(
        {
          tokens: Type.Array(address),
          others: Type.Array(address),
          marks: Type.String({
            pattern: '^[0-9a-f]*$',
            description: 'a hex digit each: 1 it went out, 2 a transaction begins, 4 paid by x402, 8 got by x402',
          }),
          seconds: Type.Array(count, { description: 'after the one before; the first since 1970' }),
          token: Type.Array(count, { description: 'by its place in tokens' }),
          other: Type.Array(count, { description: 'by its place in others' }),
          units: Type.Array(amount),
        },
        { description: 'transfers before those, oldest first, in columns' },
      ),
    ),
    paid_by_x402: Type.Array(hash, { description: 'transactions with an authorization of this wallet, the newest' }),
    got_by_x402: Type.Array(hash, { description: 'transactions in which another’s authorization paid this wallet, the newest' }),
    paid_count: Type.Optional(Type.Integer({ minimum: 0, description: 'of all of those' })),
    got_count: Type.Optional(Type.Integer({ minimum: 0, description: 'of all of those' })),
    payers_unread: Type.Optional(
      Type.Integer({ minimum: 1, description: 'who sent it tokens and was not looked at for authorizations' }),
    ),
    payments_unread: Type.Optional(
      Type.Boolean({ description: 'the provider did not answer for authorizations: the two above are empty' }),
    ),
    hyperliquid: Type.Boolean({ description: 'that venue answered about the same address in the same breath' }),
    agents: maybe(
      Type.Array(
        Type.Object({
          id: Type.String({ pattern: '^[0-9]+$' }),
          uri: text,
          wallet: maybe(address),
          clients: count,
          feedback: count,
          mean: maybe(Type.Number()),
          registered_at: maybe(time),
        }),
        { description: 'ERC-8004 identities this wallet owns' },
      ),
    ),
  }),
  partitions: 4,
  retention: { days: 90 },
  ...readOnce,
})
