// Euler v2 as read from a chain at one block: who owes which vault how much against which shares, and every vault's terms and totals.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { address, amount, readAt, reading, token } from '../../chains/reading.ts'

const origin = {
  id: 'euler-v2',
  name: 'Euler v2 vaults, read from the chain',
  url: 'https://www.euler.finance/',
  licence: 'public chain data',
  attribution: 'Euler Vault Kit and Ethereum Vault Connector contracts',
}
const kept = { days: 30, compact: true }
const bps = Type.Integer({ minimum: 0, maximum: 10_000 })
const seconds = Type.Integer({ minimum: 0 })

/** The dollar, as oracles name a currency: by its number in ISO 4217. */
export const dollarUnit = `0x${(840).toString(16).padStart(40, '0')}`

/** Debts are counted in so many parts of the asset's unit. */
export const internalUnit = 2 ** 31
// Held by nobody, against whoever would move the rate of an empty vault.
const virtualDeposit = 1e6

/** What a whole share is worth in whole assets, as the vault stood. */
export function assetsPerShare(vault: {
  readonly asset: { readonly decimals: number }
  readonly share_decimals: number
  readonly cash: string
  readonly borrow_total: string
  readonly share_total: string
}): number {
  const assets = Number(vault.cash) + Number(vault.borrow_total) / internalUnit + virtualDeposit
  return (assets / (Number(vault.share_total) + virtualDeposit)) * 10 ** (vault.share_decimals - vault.asset.decimals)
}

/** Each debt and the total are rounded by themselves, by parts of a unit: a whole unit is more than millions of them come to. */
export function totalsAgree(lends: { readonly scaled_total: string; readonly scaled_tracked: string }): boolean {
  const apart = BigInt(lends.scaled_total) - BigInt(lends.scaled_tracked)
  const unit = BigInt(internalUnit)
  return apart < unit && -apart < unit
}

/** One account, of which an owner has 256; a tombstone once nothing is owed. */
export const eulerPositions = defineTopic({
  name: 'euler-v2.position.v1',
  origin,
  schema: Type.Object({
    ...reading,
    account: address,
    // The one vault that this account owes to, and that may take its collateral.
    vault: address,
    // In 2^-31 of the asset's unit, when the vault's accumulator stood at this.
    owed: amount,
    accumulator: amount,
    // Only what the vault takes at all; in shares of the vaults that are collateral.
    collateral: Type.Array(Type.Object({ vault: address, shares: amount })),
  }),
  partitions: 12,
  retention: kept,
  key: (value) => `${value.chain_id}:euler-v2:${value.account}`,
  ...readAt,
})

/** A vault that lends, or one whose shares another takes as collateral. */
export const eulerVaults = defineTopic({
  name: 'euler-v2.market.v1',
  origin,
  schema: Type.Object({
    ...reading,
    vault: address,
    asset: token,
    share_decimals: Type.Integer({ minimum: 0, maximum: 36 }),
    // In the asset's units, but what is owed in 2^-31 of them; all as of the block, interest included.
    cash: amount,
    borrow_total: amount,
    share_total: amount,
    // In 1e27; the rate a second, in 1e27, that runs on from here, and the part of what it brings that is paid in new shares.
    accumulator: amount,
    interest_rate: amount,
    interest_fee_bps: bps,
    // What only a lender has: null of a vault that is only somebody's collateral.
    lends: Type.Union([
      Type.Object({
        // What is owed over the accumulator, times 1e27, of the vault and summed over everybody who is tracked; they agree to a unit of
        // the asset, for each is rounded by itself.
        scaled_total: amount,
        scaled_tracked: amount,
        oracle: address,
        // A token, or a currency by its number in ISO 4217.
        unit_of_account: address,
        // The bonus is what health is below one, but never more than this part of what is taken.
        max_discount_bps: bps,
        cool_off_seconds: seconds,
        // A bit each, of those that nobody may call: see OP_ in the kit's Constants.sol.
        refused_operations: Type.Integer({ minimum: 0 }),
        // What no collateral is left for is written off, at the cost of all lenders.
        writes_off: Type.Boolean(),
        collateral: Type.Array(
          Type.Object({
            vault: address,
            borrow_ltv_bps: bps,
            // On the way from the first to the second until then.
            initial_ltv_bps: bps,
            liquidation_ltv_bps: bps,
            target_time: seconds,
            ramp_seconds: seconds,
          }),
        ),
      }),
      Type.Null(),
    ]),
  }),
  retention: kept,
  key: (value) => `${value.chain_id}:euler-v2:${value.vault}`,
  ...readAt,
})
