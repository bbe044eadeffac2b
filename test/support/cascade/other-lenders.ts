// The lenders beside Aave and Morpho whose contracts no package ships: those that are there lend in every book, to borrowers drawn apart.
import type { Artifacts } from '../../../devnet/contracts/artifacts.ts'
import type { Lending } from '../../../devnet/lending/lending.ts'
import type { PricesUsd } from '../../../devnet/lending/prices.ts'
import type { MarketState } from '../../../processors/services/cascade/model/market-state.ts'
import type { Position } from '../../../processors/services/cascade/model/position.ts'
import type { ChainSweep } from './chain-cascade.ts'
import { drawCometBorrowers, openCometBorrowers, sweepComet, withCometBook } from './comet-sales.ts'
import { deploySoldEuler, drawEulerBorrowers, openEulerBorrowers, sweepEuler, withEulerBook } from './euler-sales.ts'
import { deploySoldFluid, drawFluidBorrowers, openFluidBorrowers, sweepFluid, withFluidBook } from './fluid-sales.ts'
import { cometSources, compileComet, deployComet } from './local-comet.ts'
import { eulerSources, loadEuler } from './local-euler.ts'
import { fluidSources, loadFluid } from './local-fluid.ts'
import { seededRandom } from './seeded-random.ts'

export type OtherName = 'compound-v3' | 'euler-v2' | 'fluid'
export type Book = { readonly state: MarketState; readonly positions: readonly Position[] }

export interface OtherLender {
  readonly name: OtherName
  /** Opens that book's borrowers. */
  lend(seed: number): Promise<Lent>
}

export interface Lent {
  /** The same state and positions with these beside them, as they stand on the chain. */
  beside(book: Book): Promise<Book>
  /** Every liquidation there is at these prices; null where there is none. */
  sweep(pricesUsd: PricesUsd): Promise<ChainSweep | null>
}

export type OtherArtifacts = { readonly [name in OtherName]?: Artifacts | undefined }

const borrowers = 10
const lentUsd = 100_000_000
// Tens of millions in all: beside pools of that size, what is left out as nobody's market is nothing.
export const leastUsd = 9_000

/** Of those whose sources the environment names. */
export async function loadOthers(): Promise<OtherArtifacts> {
  return {
    ...(cometSources === null ? {} : { 'compound-v3': compileComet(cometSources) }),
    ...(eulerSources === null ? {} : { 'euler-v2': await loadEuler(eulerSources) }),
    ...(fluidSources === null ? {} : { fluid: await loadFluid(fluidSources) }),
  }
}

export async function openOthers(lending: Lending, artifacts: OtherArtifacts): Promise<OtherLender[]> {
  const { 'compound-v3': comet, 'euler-v2': euler, fluid } = artifacts
  return [
    ...(comet === undefined ? [] : [await openComet(lending, comet)]),
    ...(euler === undefined ? [] : [await openEuler(lending, euler)]),
    ...(fluid === undefined ? [] : [await openFluid(lending, fluid)]),
  ]
}

// Each draws apart: the others' books are the same with and without it.
async function openComet(lending: Lending, artifacts: Artifacts): Promise<OtherLender> {
  const local = await deployComet(lending, artifacts, { lent: lentUsd })
  return {
    name: 'compound-v3',
    async lend(seed) {
      const drawn = drawCometBorrowers(lending, borrowers, seededRandom(~seed), `absorbed ${seed}`, leastUsd)
      await openCometBorrowers(lending, local, drawn)
      return {
        beside: (book) => withCometBook(lending, local, drawn, book),
        sweep: (pricesUsd) => sweepComet(lending, local, drawn, pricesUsd),
      }
    },
  }
}

async function openEuler(lending: Lending, artifacts: Artifacts): Promise<OtherLender> {
  const local = await deploySoldEuler(lending, artifacts, lentUsd)
  return {
    name: 'euler-v2',
    async lend(seed) {
      const drawn = drawEulerBorrowers(lending, borrowers, seededRandom(~seed ^ 0xe), `short ${seed}`, leastUsd)
      await openEulerBorrowers(lending, local, drawn)
      return {
        beside: (book) => withEulerBook(lending, local, drawn, book),
        sweep: (pricesUsd) => sweepEuler(lending, local, drawn, pricesUsd),
      }
    },
  }
}

async function openFluid(lending: Lending, artifacts: Artifacts): Promise<OtherLender> {
  const local = await deploySoldFluid(lending, artifacts, lentUsd)
  return {
    name: 'fluid',
    async lend(seed) {
      const drawn = drawFluidBorrowers(lending, borrowers, seededRandom(~seed ^ 0xf1), `above ${seed}`, leastUsd)
      await openFluidBorrowers(lending, local, drawn)
      const missing: number[] = []
      return {
        beside: (book) => withFluidBook(lending, local, book),
        sweep: (pricesUsd) => sweepFluid(lending, local, pricesUsd, missing),
      }
    },
  }
}
