// One chain's positions as their facts say them: raw units, and legs named by where they lie, so that nothing else need be known yet.
import type { AavePosition, CometPosition, EulerPosition, FluidPosition, MorphoPositions } from '../facts/chain-facts.ts'
import { cometDebtName, eulerDebtName, fluidName, modeName, morphoName, reserveName } from '../facts/leg-names.ts'
import type { Leg } from '../model/position.ts'
import type { BookArrays } from './arrays.ts'
import { createBook } from './book.ts'

export interface StoredBook {
  readonly size: number
  putAave(key: string, position: AavePosition): void
  putMorpho(key: string, positions: MorphoPositions): void
  putComet(key: string, position: CometPosition): void
  putEuler(key: string, position: EulerPosition): void
  putFluid(key: string, position: FluidPosition): void
  drop(key: string): void
  /** Per slot the position's name, as answers show it. */
  names(): (string | null)[]
  /** What the legs' kinds stand for, by number. More are added at the end. */
  readonly collateralNames: readonly string[]
  readonly debtNames: readonly string[]
  snapshot(): BookArrays
}

export function createStoredBook(): StoredBook {
  const book = createBook()
  const [collateral, debt] = [createNumbers(), createNumbers()]
  // Of an account with several markets: one position each.
  const marketsOf = new Map<string, readonly string[]>()

  function drop(key: string): void {
    book.remove(key)
    for (const id of marketsOf.get(key) ?? []) book.remove(id)
    marketsOf.delete(key)
  }

  return {
    get size() {
      return book.size
    },
    putAave(key, { market, emode, legs }) {
      const collateralLegs: Leg[] = []
      const debtLegs: Leg[] = []
      for (const leg of legs) {
        const [supplied, owed] = [Number(leg.scaled_supply), Number(leg.scaled_debt)]
        if (leg.collateral && supplied > 0)
          collateralLegs.push({ kind: collateral.of(modeName(market, leg.reserve, emode)), amount: supplied })
        if (owed > 0) debtLegs.push({ kind: debt.of(modeName(market, leg.reserve, emode)), amount: owed })
      }
      if (debtLegs.length === 0) drop(key)
      else book.upsert({ id: key, protocol: 'aave-v3', collateral: collateralLegs, debt: debtLegs })
    },
    putMorpho(key, { markets }) {
      const before = marketsOf.get(key) ?? []
      const owing = markets.filter((market) => Number(market.borrow_shares) > 0)
      const ids = owing.map(({ id }) => `${key}:${id}`)
      for (const id of before) if (!ids.includes(id)) book.remove(id)
      owing.forEach((market, at) => {
        const name = morphoName(market.id)
        const amount = Number(market.collateral)
        book.upsert({
          id: ids[at]!,
          protocol: 'morpho-blue',
          collateral: amount > 0 ? [{ kind: collateral.of(name), amount }] : [],
          debt: [{ kind: debt.of(name), amount: Number(market.borrow_shares) }],
        })
      })
      if (ids.length === 0) marketsOf.delete(key)
      else marketsOf.set(key, ids)
    },
    putComet(key, { market, borrow_principal: principal, collateral: held }) {
      if (!(Number(principal) > 0)) drop(key)
      else
        book.upsert({
          id: key,
          protocol: 'compound-v3',
          collateral: held.map(({ asset, balance }) => ({
            kind: collateral.of(reserveName(market, asset)),
            amount: Number(balance),
          })),
          debt: [{ kind: debt.of(cometDebtName(market)), amount: Number(principal) }],
        })
    },
    putEuler(key, { vault, owed, accumulator, collateral: held }) {
      const amount = Number(owed) / Number(accumulator)
      if (!(amount > 0)) drop(key)
      else
        book.upsert({
          id: key,
          protocol: 'euler-v2',
          collateral: held.map((one) => ({ kind: collateral.of(reserveName(vault, one.vault)), amount: Number(one.shares) })),
          debt: [{ kind: debt.of(eulerDebtName(vault)), amount }],
        })
    },
    putFluid(key, { vault, collateral: held, debt_at_tick: owed }) {
      const [name, amount] = [fluidName(vault), Number(held)]
      if (!(Number(owed) > 0)) drop(key)
      else
        book.upsert({
          id: key,
          protocol: 'fluid',
          collateral: amount > 0 ? [{ kind: collateral.of(name), amount }] : [],
          debt: [{ kind: debt.of(name), amount: Number(owed) }],
        })
    },
    drop,
    names: book.names,
    collateralNames: collateral.names,
    debtNames: debt.names,
    snapshot: () => book.snapshot(),
  }
}

/** Raw units of each kind of collateral, summed over who owns it. */
export function sumHeld({ positions, start, collateralLegs, legKind, legAmount }: BookArrays, names: readonly string[]) {
  const sums = new Float64Array(names.length)
  for (let slot = 0; slot < positions; slot++) {
    const from = start[slot]!
    for (let k = from; k < from + collateralLegs[slot]!; k++) sums[legKind[k]!]! += legAmount[k]!
  }
  return new Map(names.map((name, kind) => [name, sums[kind]!]))
}

function createNumbers() {
  const numbers = new Map<string, number>()
  const names: string[] = []
  const of = (name: string): number => {
    const known = numbers.get(name)
    if (known !== undefined) return known
    numbers.set(name, names.length)
    return names.push(name) - 1
  }
  return { of, names }
}
