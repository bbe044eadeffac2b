// Which vaults a chain has, by the list that Euler's governance keeps and what those on it take as collateral; and their terms and totals.
import type { Hex } from 'viem'
import { lower, noAddress } from '../../chains/address.ts'
import type { PinnedReader, Question, View } from '../../chains/pinned.ts'
import { createTokenNames } from '../../chains/tokens.ts'
import { calls } from './contracts.ts'

export interface ListedVaults {
  /** By lender, what it takes as collateral. */
  readonly takes: ReadonlyMap<Hex, ReadonlySet<Hex>>
  /** Lenders and what they take. */
  readonly all: ReadonlySet<Hex>
}

export interface VaultReader {
  list(at: PinnedReader): Promise<ListedVaults>
  /** In the order of the vaults; null where it is none. `tracked`: of a lender, what everybody owes by its accumulator. */
  read(
    at: PinnedReader,
    listed: ListedVaults,
    vaults: readonly Hex[],
    tracked: (vault: Hex) => bigint,
  ): Promise<(Record<string, unknown> | null)[]>
}

// What a vault is worth grows with interest, and both lists change by governance alone.
const relistBlocks = 50
const dontWriteOff = 1
export const ray = 10n ** 27n

export function createVaultReader(perspective: Hex): VaultReader {
  const names = createTokenNames()
  let last: { readonly block: number; readonly listed: ListedVaults } | null = null
  return {
    async list(at) {
      const age = last === null ? Number.POSITIVE_INFINITY : at.block.number - last.block
      if (age >= 0 && age < relistBlocks) return last!.listed
      const listed = await readList(at, perspective)
      last = { block: at.block.number, listed }
      return listed
    },
    async read(at, listed, vaults, tracked) {
      const ask = <T>(what: View<T>) => at.answer(vaults.map((to): Question<T> => ({ view: what, to, args: [] })))
      const [assets, decimals, cash, owed, shares, held, accumulators, rates, fees] = await Promise.all([
        ask(calls.asset),
        ask(calls.decimals),
        ask(calls.cash),
        ask(calls.borrowTotal),
        ask(calls.totalShares),
        ask(calls.totalAssets),
        ask(calls.accumulator),
        ask(calls.rate),
        ask(calls.fee),
      ])
      const tokens = await names.read(
        at,
        assets.flatMap((asset) => (asset === null ? [] : [lower(asset)])),
      )
      const lending = await readLenders(at, listed, vaults)
      return vaults.map((vault, i) => {
        const [asset, supply] = [assets[i], shares[i]]
        if (asset == null || supply == null) return null
        // A vault of another making only says what it holds.
        const isLender = owed[i] != null && accumulators[i] != null && cash[i] != null
        const lends = lending.get(vault)
        return {
          vault,
          asset: tokens.get(lower(asset))!,
          share_decimals: decimals[i] ?? 18,
          cash: String(isLender ? cash[i] : (held[i] ?? 0n)),
          borrow_total: String(isLender ? owed[i] : 0n),
          share_total: String(supply),
          accumulator: String(isLender ? accumulators[i] : ray),
          interest_rate: String(isLender ? (rates[i] ?? 0n) : 0n),
          interest_fee_bps: isLender ? (fees[i] ?? 0) : 0,
          lends:
            lends === undefined || !isLender
              ? null
              : {
                  scaled_total: String(scaled(owed[i]!, accumulators[i]!)),
                  scaled_tracked: String(tracked(vault)),
                  ...lends,
                },
        }
      })
    },
  }
}

/** What is owed whatever interest does. */
export const scaled = (owed: bigint, accumulator: bigint): bigint => (owed * ray) / accumulator

async function readList(at: PinnedReader, perspective: Hex): Promise<ListedVaults> {
  const [listed] = await at.must([{ view: calls.listed, to: perspective, args: [] }])
  const lenders = [...new Set(listed!.map(lower))]
  const lists = await at.answer(lenders.map((to) => ({ view: calls.collaterals, to, args: [] })))
  // A vault that takes nothing lends to nobody.
  const takes = new Map(lenders.map((vault, i) => [vault, new Set((lists[i] ?? []).map(lower))] as const))
  return { takes, all: new Set([...lenders, ...[...takes.values()].flatMap((own) => [...own])]) }
}

async function readLenders(at: PinnedReader, { takes }: ListedVaults, vaults: readonly Hex[]) {
  const lenders = vaults.filter((vault) => (takes.get(vault)?.size ?? 0) > 0)
  const ask = <T>(what: View<T>) => at.must(lenders.map((to): Question<T> => ({ view: what, to, args: [] })))
  const pairs = lenders.flatMap((vault) => [...takes.get(vault)!].map((collateral) => ({ vault, collateral })))
  const [oracles, units, discounts, pauses, hooks, flags, terms] = await Promise.all([
    ask(calls.oracle),
    ask(calls.unit),
    ask(calls.discount),
    ask(calls.coolOff),
    ask(calls.hooks),
    ask(calls.flags),
    at.must(pairs.map(({ vault, collateral }) => ({ view: calls.ltv, to: vault, args: [collateral] }))),
  ])
  const next = terms.values()
  return new Map(
    lenders.map((vault, i) => {
      const [target, operations] = hooks[i]!
      const collateral = [...takes.get(vault)!].map((one) => {
        const [borrow, liquidation, initial, targetTime, rampSeconds] = next.next().value!
        return {
          vault: one,
          borrow_ltv_bps: borrow,
          initial_ltv_bps: initial,
          liquidation_ltv_bps: liquidation,
          target_time: targetTime,
          ramp_seconds: rampSeconds,
        }
      })
      return [
        vault,
        {
          oracle: lower(oracles[i]!),
          unit_of_account: lower(units[i]!),
          max_discount_bps: discounts[i]!,
          cool_off_seconds: pauses[i]!,
          // Where something is hooked and nobody is asked, the operation is refused.
          refused_operations: target === noAddress ? operations : 0,
          writes_off: (flags[i]! & dontWriteOff) === 0,
          collateral,
        },
      ] as const
    }),
  )
}
