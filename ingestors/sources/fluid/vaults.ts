// Which vaults of type 1 a factory has made, and their terms and totals.
import type { Hex } from 'viem'
import { lower } from '../../chains/address.ts'
import type { PinnedReader, Question, View } from '../../chains/pinned.ts'
import { createTokenNames } from '../../chains/tokens.ts'
import { bigNumberOf, bitsOf, calls, places } from './contracts.ts'

export interface ListedVaults {
  readonly byNumber: ReadonlyMap<bigint, Hex>
  readonly all: ReadonlySet<Hex>
}

export interface VaultReader {
  list(at: PinnedReader): Promise<ListedVaults>
  /** In the order of the vaults; null where it says nothing. */
  read(at: PinnedReader, vaults: readonly Hex[]): Promise<(VaultContent | null)[]>
}

export type VaultContent = Awaited<ReturnType<typeof readVaults>>[number]

// One is added a week or so.
const relistBlocks = 50
/** What Fluid calls the chain's own coin. */
export const ownCoin: Hex = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** `native`: the coin's wrapped form, which exchanges and other lenders know. */
export function createVaultReader(factory: Hex, native: Hex): VaultReader {
  const names = createTokenNames()
  let last: { readonly block: number; readonly listed: ListedVaults } | null = null
  const types = new Map<bigint, { readonly vault: Hex; readonly isSimple: boolean }>()
  return {
    async list(at) {
      const age = last === null ? Number.POSITIVE_INFINITY : at.block.number - last.block
      if (age >= 0 && age < relistBlocks) return last!.listed
      const [count] = await at.must([{ view: calls.vaultCount, to: factory, args: [] }])
      const numbers = Array.from({ length: Number(count) }, (_, i) => BigInt(i + 1))
      const fresh = numbers.filter((number) => !types.has(number))
      const addresses = await at.must(fresh.map((number) => ({ view: calls.vaultAt, to: factory, args: [number] })))
      const [said, own] = await Promise.all([
        at.answer(addresses.map((to) => ({ view: calls.type, to, args: [] }))),
        at.answer(addresses.map((to) => ({ view: calls.constants, to, args: [] }))),
      ])
      for (const [i, number] of fresh.entries()) {
        // A type 1 says none, and its number where the others have something else; who says neither is asked again.
        const isSimple = said[i] == null && own[i]?.vaultId === number
        if (isSimple || said[i] != null) types.set(number, { vault: lower(addresses[i]!), isSimple })
      }
      const simple = [...types].flatMap(([number, { vault, isSimple }]) => (isSimple ? [[number, vault] as const] : []))
      const byNumber = new Map(simple)
      const listed = { byNumber, all: new Set(byNumber.values()) }
      last = { block: at.block.number, listed }
      return listed
    },
    read: async (at, vaults) => readVaults(at, vaults, native, names),
  }
}

async function readVaults(at: PinnedReader, vaults: readonly Hex[], native: Hex, names: ReturnType<typeof createTokenNames>) {
  const ask = <T>(what: View<T>, argsOf: (i: number) => readonly unknown[]) =>
    at.answer(vaults.map((to, i): Question<T> => ({ view: what, to, args: argsOf(i) })))
  const stored = (place: Hex) => ask(calls.stored, () => [place])
  const [constants, variables, terms, absorbed] = await Promise.all([
    ask(calls.constants, () => []),
    stored(places.variables),
    stored(places.terms),
    stored(places.absorbed),
  ])
  const prices = await ask(calls.exchangePrices, (i) => [terms[i] ?? 0n])
  const wrapped = (token: Hex) => (lower(token) === ownCoin ? native : lower(token))
  const pairs = constants.map((own) => (own === null ? [] : [wrapped(own.supplyToken), wrapped(own.borrowToken)]))
  const tokens = await names.read(at, pairs.flat())
  return vaults.map((vault, i) => {
    const [own, totals, said, kept, exchange] = [constants[i], variables[i], terms[i], absorbed[i], prices[i]]
    if (own == null || totals == null || said == null || kept == null || exchange == null) return null
    const permille = (from: number) => Number(bitsOf(said, from, 10))
    return {
      vault,
      vault_id: String(own.vaultId),
      collateral: tokens.get(pairs[i]![0]!)!,
      loan: tokens.get(pairs[i]![1]!)!,
      supply_price: String(exchange[2]),
      borrow_price: String(exchange[3]),
      oracle: lower(`0x${bitsOf(said, 96, 160).toString(16).padStart(40, '0')}`),
      collateral_factor_permille: permille(32),
      liquidation_threshold_permille: permille(42),
      liquidation_limit_permille: permille(52),
      liquidation_penalty_bps: permille(72),
      supply_total: String(bigNumberOf(totals, 82)),
      borrow_total: String(bigNumberOf(totals, 146)),
      absorbed_collateral: String(kept >> 128n),
      absorbed_debt: String(bitsOf(kept, 0, 128)),
      positions: Number(bitsOf(totals, 210, 32)),
    }
  })
}
