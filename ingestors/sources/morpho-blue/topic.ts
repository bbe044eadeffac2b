// Morpho Blue as read from a chain at one block: who owes what in which market, and every market's totals.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { address, amount, hash, readAt, reading, token } from '../../chains/reading.ts'

const origin = {
  id: 'morpho-blue',
  name: 'Morpho Blue markets, read from the chain',
  url: 'https://morpho.org/',
  licence: 'public chain data',
  attribution: 'Morpho Blue contracts',
}
const kept = { days: 30, compact: true }

/** One borrower over all its markets; a tombstone once nothing is owed. */
export const morphoPositions = defineTopic({
  name: 'morpho-blue.position.v1',
  origin,
  schema: Type.Object({
    ...reading,
    account: address,
    markets: Type.Array(Type.Object({ id: hash, borrow_shares: amount, collateral: amount })),
  }),
  partitions: 12,
  retention: kept,
  key: (value) => `${value.chain_id}:morpho-blue:${value.account}`,
  ...readAt,
})

export const morphoMarkets = defineTopic({
  name: 'morpho-blue.market.v1',
  origin,
  schema: Type.Object({
    ...reading,
    id: hash,
    loan: token,
    collateral: token,
    oracle: address,
    irm: address,
    lltv: amount,
    total_supply_assets: amount,
    total_supply_shares: amount,
    total_borrow_assets: amount,
    total_borrow_shares: amount,
    // The sum over every borrower that is tracked; equal to the total above, or the difference is told.
    borrow_shares_tracked: amount,
    // Seconds, as the market's last accrual, and the borrow rate per second that has run since.
    updated_at: Type.Integer({ minimum: 0 }),
    borrow_rate: amount,
    fee: amount,
  }),
  retention: kept,
  key: (value) => `${value.chain_id}:morpho-blue:${value.id}`,
  ...readAt,
})
