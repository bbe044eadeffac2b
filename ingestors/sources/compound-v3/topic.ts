// Compound v3 as read from a chain at one block: who owes and has put up what, and the terms and totals of every market.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { address, amount, readAt, reading, token } from '../../chains/reading.ts'

const origin = {
  id: 'compound-v3',
  name: 'Compound v3 markets, read from the chain',
  url: 'https://compound.finance/',
  licence: 'public chain data',
  attribution: 'Compound v3 (Comet) contracts',
}
const kept = { days: 30, compact: true }
const market = Type.String({ minLength: 1, maxLength: 40 })

/** Under which `oracle-prices` holds what a market's own feed says of a token: a word, for it may be no price in dollars. */
export const priceIdOf = (token: string): string => `0x${token.slice(2).padStart(64, '0')}`

/** One borrower; a tombstone once nothing is owed. */
export const cometPositions = defineTopic({
  name: 'compound-v3.position.v1',
  origin,
  schema: Type.Object({
    ...reading,
    market,
    account: address,
    // Of the base token, before interest: times the market's borrow index it is what is owed.
    borrow_principal: amount,
    collateral: Type.Array(Type.Object({ asset: address, balance: amount })),
  }),
  partitions: 12,
  retention: kept,
  key: (value) => `${value.chain_id}:${value.market}:${value.account}`,
  ...readAt,
})

export const cometMarkets = defineTopic({
  name: 'compound-v3.market.v1',
  origin,
  schema: Type.Object({
    ...reading,
    market,
    comet: address,
    base: token,
    base_price_feed: address,
    // In units of 1e15; seconds, as the last accrual, since when the rate (a second, in 1e18) runs.
    supply_index: amount,
    borrow_index: amount,
    borrow_rate: amount,
    updated_at: Type.Integer({ minimum: 0 }),
    // Principals, in the base token's units.
    supply_total: amount,
    borrow_total: amount,
    // The sum over every borrower that is tracked; equal to the total above, or the difference is told.
    borrow_tracked: amount,
    // Below nothing where losses were larger than what had been earned.
    reserves: Type.String({ pattern: '^-?[0-9]+$', maxLength: 79 }),
    // Collateral that was taken is sold while reserves are below this.
    target_reserves: amount,
    store_front_factor: amount,
    // Bits: supply, transfer, withdraw, absorb, buy.
    pause_flags: Type.Integer({ minimum: 0, maximum: 255 }),
    assets: Type.Array(
      Type.Object({
        ...token.properties,
        price_feed: address,
        // In 1e18.
        borrow_factor: amount,
        liquidate_factor: amount,
        liquidation_factor: amount,
        supply_cap: amount,
        supplied: amount,
      }),
    ),
  }),
  retention: kept,
  key: (value) => `${value.chain_id}:${value.market}`,
  ...readAt,
})
