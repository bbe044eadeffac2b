// Fluid as read from a chain at one block: every position of its vaults of one token against one other, and every such vault's terms and totals.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { address, amount, readAt, reading, token } from '../../chains/reading.ts'

const origin = {
  id: 'fluid',
  name: 'Fluid vaults, read from the chain',
  url: 'https://fluid.io/',
  licence: 'public chain data',
  attribution: 'Fluid vault and vault factory contracts',
}
const kept = { days: 30, compact: true }
const permille = Type.Integer({ minimum: 0, maximum: 1_023 })
const id = Type.String({ pattern: '^[0-9]{1,20}$' })

/** Amounts are counted in so many parts of a token's unit, times the vault's exchange price. */
export const exchangeUnit = 1e12
/** From one ratio of debt to collateral that a vault knows to the next. */
export const tickStep = 1.0015

/** A position that somebody opened; it stays when everything is paid back. */
export const fluidPositions = defineTopic({
  name: 'fluid.position.v1',
  origin,
  schema: Type.Object({
    ...reading,
    vault: address,
    // Of the NFT that it belongs to.
    position: id,
    collateral: amount,
    debt: amount,
    // The vault reckons with a ratio that it knows, the next above: liquidations repay and take of this, and what it is more than the debt is nobody's.
    debt_at_tick: amount,
  }),
  partitions: 12,
  retention: kept,
  key: (value) => `${value.chain_id}:fluid:${value.position}`,
  ...readAt,
})

/** A vault of type 1; those of smart collateral or smart debt are not read. */
export const fluidVaults = defineTopic({
  name: 'fluid.market.v1',
  origin,
  schema: Type.Object({
    ...reading,
    vault: address,
    vault_id: id,
    // The chain's own coin as its wrapped form.
    collateral: token,
    loan: token,
    // What a raw unit of each is worth as of the block, interest included, in 1e-12.
    supply_price: amount,
    borrow_price: amount,
    oracle: address,
    collateral_factor_permille: permille,
    // Down to which a liquidation goes, and above which a position is absorbed.
    liquidation_threshold_permille: permille,
    liquidation_limit_permille: permille,
    liquidation_penalty_bps: permille,
    // Raw. What is absorbed stays in both totals.
    supply_total: amount,
    borrow_total: amount,
    absorbed_collateral: amount,
    absorbed_debt: amount,
    positions: Type.Integer({ minimum: 0 }),
    positions_tracked: Type.Integer({ minimum: 0 }),
    borrow_tracked: amount,
    // What the totals were beyond everybody's debt when all positions were read at one block: liquidations leave such crumbs. Below nothing
    // where more was absorbed than was owed.
    borrow_of_nobody: Type.String({ pattern: '^-?[0-9]{1,78}$' }),
  }),
  retention: kept,
  key: (value) => `${value.chain_id}:fluid:${value.vault}`,
  ...readAt,
})

type Totals = {
  readonly borrow_total: string
  readonly absorbed_debt: string
  readonly borrow_tracked: string
  readonly borrow_of_nobody: string
  readonly positions: number
  readonly positions_tracked: number
}

// Totals have 56 bits, and each change rounds them; raw units are far below a cent.
const leastPart = 1_000_000n
const roundings = 10_000n

/** What everybody owes by the vault's totals. */
export const owedIn = (vault: Totals): bigint =>
  BigInt(vault.borrow_total) - BigInt(vault.absorbed_debt) - BigInt(vault.borrow_of_nobody)

export function totalsAgree(vault: Totals): boolean {
  const apart = owedIn(vault) - BigInt(vault.borrow_tracked)
  const most = BigInt(vault.borrow_total) / leastPart + roundings
  return vault.positions === vault.positions_tracked && apart <= most && -apart <= most
}
