// From a chain's facts to everything the simulation needs besides the positions, and what is missing from it.
import type { MarketFacts } from '../answers/report.ts'
import type { MarketState } from '../model/market-state.ts'
import { addReserves } from './aave-kinds.ts'
import type { Block, ChainFacts } from './chain-facts.ts'
import { addComets, unpricedComets } from './comet-kinds.ts'
import type { Completeness } from './completeness.ts'
import { readPrices } from './dollars.ts'
import { addEulerVaults, unpricedVaults } from './euler-kinds.ts'
import { addFluidVaults, unpricedFluids } from './fluid-kinds.ts'
import { createKinds, type KindTable } from './kinds.ts'
import { withoutMode } from './leg-names.ts'
import { addMarkets } from './morpho-kinds.ts'
import { judgeMarkets, leastDepthUsd, type SetAside } from './soundness.ts'
import { buildTokens } from './tokens.ts'

/** How a position's stored legs become legs of the model. Plain arrays, so that a worker can be sent them. */
export type Wiring = {
  /** Per stored kind: its place among the model's, `unknown`, `ignored` or `aside`. */
  readonly collateral: Int32Array
  readonly debt: Int32Array
  readonly collateralPerUnit: Float64Array
  readonly debtPerUnit: Float64Array
  readonly collateralBlocked: Uint8Array
  readonly debtBlocked: Uint8Array
}

export const unknown = -1
export const ignored = -2
/** Of a market that no headline counts: its positions are none of the book's. */
export const aside = -3

export type ChainModel = {
  readonly chainId: number
  readonly block: Block
  readonly state: MarketState
  /** Of the state's tokens. */
  readonly addresses: readonly string[]
  readonly markets: readonly MarketFacts[]
  readonly completeness: readonly Completeness[]
  /** Per token of the state. */
  readonly depthRead: readonly (string | null)[]
  readonly depthBlock: readonly (number | null)[]
  /** Reserves and markets nothing prices. */
  readonly unpriced: readonly string[]
  /** Markets that are left out of everything but this list. */
  readonly setAside: readonly SetAside[]
  wire(collateralNames: readonly string[], debtNames: readonly string[]): Wiring
}

/** `held`: raw units of collateral on the positions, by the legs' names. */
export function buildChainModel(all: ChainFacts, held: ReadonlyMap<string, number>): ChainModel {
  const prices = readPrices(all)
  const { sound, setAside } = judgeMarkets(all, prices, held)
  const facts = { ...all, markets: sound }
  const table = buildTokens(facts, prices)
  const kinds = createKinds()
  const completeness = [addReserves, addMarkets, addComets, addEulerVaults, addFluidVaults].flatMap((add) =>
    add(kinds, facts, table, prices, held),
  )
  const unpriced = [
    ...facts.reserves.filter((r) => table.at(r.reserve) === null).map((r) => `${r.market} ${table.symbolOf(r.reserve)}`),
    ...unpricedComets(facts, table),
    ...unpricedVaults(facts, table),
    ...unpricedFluids(facts, table),
    ...setAside
      .filter((one) => one.isMissing && one.backedUsd >= leastDepthUsd)
      .map((one) => `market ${one.market.slice(0, 10)}`),
  ]
  const { collateral, debt, shelvesUsd } = kinds
  const left = new Set(setAside.map((one) => one.name))
  return {
    chainId: facts.chainId,
    block: facts.block,
    state: { tokens: table.tokens, collateralKinds: collateral.kinds, debtKinds: debt.kinds, shelvesUsd },
    addresses: table.addresses,
    markets: kinds.markets,
    completeness,
    depthRead: table.depthRead,
    depthBlock: table.depthBlock,
    unpriced,
    setAside,
    wire: (collateralNames, debtNames) => ({
      collateral: Int32Array.from(collateralNames, (name) => (left.has(name) ? aside : placeOf(collateral, kinds.ignored, name))),
      debt: Int32Array.from(debtNames, (name) => (left.has(name) ? aside : placeOf(debt, noNames, name))),
      collateralPerUnit: Float64Array.from(collateral.perUnit),
      debtPerUnit: Float64Array.from(debt.perUnit),
      collateralBlocked: Uint8Array.from(collateral.blocked, Number),
      debtBlocked: Uint8Array.from(debt.blocked, Number),
    }),
  }
}

const noNames: ReadonlySet<string> = new Set()

function placeOf(table: KindTable<unknown>, none: ReadonlySet<string>, name: string): number {
  for (const candidate of [name, withoutMode(name)]) {
    const place = table.byName.get(candidate)
    if (place !== undefined) return place
    if (none.has(candidate)) return ignored
  }
  return unknown
}
