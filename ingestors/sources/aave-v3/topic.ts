// Aave v3 as read from a chain at one block: who holds and owes what, and the rules and rates of every reserve and eMode.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { address, amount, readAt, reading } from '../../chains/reading.ts'

const origin = {
  id: 'aave-v3',
  name: 'Aave v3 pools, read from the chain',
  url: 'https://aave.com/',
  licence: 'public chain data',
  attribution: 'Aave v3 contracts',
}
const kept = { days: 30, compact: true }
// The pool's name in the deployment, as `aave-v3` or `aave-v3-lido`.
const market = Type.String({ minLength: 1, maxLength: 40 })

/** One borrower; a tombstone once nothing is owed. */
export const aavePositions = defineTopic({
  name: 'aave-v3.position.v1',
  origin,
  schema: Type.Object({
    ...reading,
    market,
    account: address,
    emode: Type.Integer({ minimum: 0, maximum: 255 }),
    legs: Type.Array(Type.Object({ reserve: address, scaled_supply: amount, scaled_debt: amount, collateral: Type.Boolean() })),
  }),
  partitions: 12,
  retention: kept,
  key: (value) => `${value.chain_id}:${value.market}:${value.account}`,
  ...readAt,
})

export const aaveReserves = defineTopic({
  name: 'aave-v3.reserve.v1',
  origin,
  schema: Type.Object({
    ...reading,
    market,
    reserve: address,
    id: Type.Integer({ minimum: 0, maximum: 255 }),
    symbol: Type.String({ maxLength: 64 }),
    decimals: Type.Integer({ minimum: 0, maximum: 36 }),
    // The configuration word as the pool holds it.
    config: amount,
    pool_revision: Type.Integer({ minimum: 0 }),
    oracle: address,
    liquidity_index: amount,
    debt_index: amount,
    liquidity_rate: amount,
    debt_rate: amount,
    // Seconds, as the pool's last accrual.
    updated_at: Type.Integer({ minimum: 0 }),
    scaled_supply_total: amount,
    scaled_debt_total: amount,
    // The sum over every borrower that is tracked; equal to the total above, or the difference is told.
    scaled_debt_tracked: amount,
    // Owed at stable rates, in the token's units: of pools before v3.2, and of no borrower that is tracked.
    stable_debt_total: Type.Optional(amount),
    deficit: amount,
    grace_until: Type.Integer({ minimum: 0 }),
  }),
  retention: kept,
  key: (value) => `${value.chain_id}:${value.market}:${value.reserve}`,
  ...readAt,
})

export const aaveModes = defineTopic({
  name: 'aave-v3.emode.v1',
  origin,
  schema: Type.Object({
    ...reading,
    market,
    id: Type.Integer({ minimum: 1, maximum: 255 }),
    label: Type.String({ maxLength: 200 }),
    threshold_bps: Type.Integer({ minimum: 0 }),
    bonus_bps: Type.Integer({ minimum: 0 }),
    collateral_bitmap: amount,
    // Whose price stands for that of every token inside the eMode: of pools before v3.2 that name one.
    price_source: Type.Optional(address),
  }),
  retention: kept,
  key: (value) => `${value.chain_id}:${value.market}:${value.id}`,
  ...readAt,
})
