// One chain's facts as they come: positions in a book, the few others by key, and a copy of it all whenever rows are to be made.
import { aavePositions } from '../../../ingestors/sources/aave-v3/topic.ts'
import { cometPositions } from '../../../ingestors/sources/compound-v3/topic.ts'
import { eulerPositions } from '../../../ingestors/sources/euler-v2/topic.ts'
import { fluidPositions } from '../../../ingestors/sources/fluid/topic.ts'
import { morphoPositions } from '../../../ingestors/sources/morpho-blue/topic.ts'
import type { Fact } from '../../kit/define.ts'
import type { BookArrays } from './book/arrays.ts'
import { createStoredBook, sumHeld } from './book/stored-book.ts'
import {
  type AavePosition,
  type CometPosition,
  chainFactsOf,
  type EulerPosition,
  type FluidPosition,
  type MorphoPositions,
  marketTopics,
  positionTopics,
} from './facts/chain-facts.ts'
import { buildChainModel, type ChainModel, type Wiring } from './facts/chain-model.ts'
import { type PastPrices, type PriceTable, pastPrices, tableOf } from './paths/past-prices.ts'

/** What an analysis needs, unmoved by what comes after. */
export type Snapshot = {
  readonly model: ChainModel
  readonly stored: BookArrays
  readonly wiring: Wiring
  readonly names: readonly (string | null)[]
  readonly past: PriceTable
}

export interface LiveChain {
  put(fact: Fact): void
  drop(topic: string, key: string): void
  /** Null where the facts make no book yet. */
  snapshot(): Snapshot | null
  /**
   * The same of this moment, worked out in two steps once they are asked for: all of it together would keep a serving thread for too long
   * at a stretch.
   */
  hold(): () => () => Snapshot | null
}

export function createLiveChain(chainId: number): LiveChain {
  const stored = createStoredBook()
  const byTopic = new Map(marketTopics.map((topic) => [topic.name as string, new Map<string, unknown>()]))
  const past = new Map<string, PastPrices>()
  let table: { readonly of: string; readonly past: PriceTable } | null = null
  // It changes once a day, and rows are made every few seconds.
  let changes = 0
  const pastOf = (days: readonly PastPrices[], seen: number, addresses: readonly string[]): PriceTable => {
    if (seen !== changes) return tableOf(days, addresses)
    const of = addresses.join()
    if (table?.of !== of) table = { of, past: tableOf(days, addresses) }
    return table.past
  }
  const forgetTable = () => {
    table = null
    changes++
  }
  const hold = () => {
    const facts = chainFactsOf(chainId, byTopic)
    if (facts === null || stored.size === 0) return () => () => null
    const [arrays, names] = [stored.snapshot(), stored.names()]
    const [collateralNames, debtNames] = [stored.collateralNames.slice(), stored.debtNames.slice()]
    const [days, seen] = [[...past.values()], changes]
    return () => {
      const held = sumHeld(arrays, collateralNames)
      return () => {
        const model = buildChainModel(facts, held)
        if (model.state.tokens.length === 0) return null
        const wiring = model.wire(collateralNames, debtNames)
        return { model, stored: arrays, wiring, names, past: pastOf(days, seen, model.addresses) }
      }
    }
  }
  return {
    put({ topic, key, value }) {
      if (topic === aavePositions.name) stored.putAave(key, value as AavePosition)
      else if (topic === morphoPositions.name) stored.putMorpho(key, value as MorphoPositions)
      else if (topic === cometPositions.name) stored.putComet(key, value as CometPosition)
      else if (topic === eulerPositions.name) stored.putEuler(key, value as EulerPosition)
      else if (topic === fluidPositions.name) stored.putFluid(key, value as FluidPosition)
      else if (topic === pastPrices.name) {
        past.set(key, value as PastPrices)
        forgetTable()
      } else byTopic.get(topic)?.set(key, value)
    },
    drop(topic, key) {
      if (positionTopics.some(({ name }) => name === topic)) stored.drop(key)
      else if (topic === pastPrices.name) {
        if (past.delete(key)) forgetTable()
      } else byTopic.get(topic)?.delete(key)
    },
    snapshot: () => hold()()(),
    hold,
  }
}
