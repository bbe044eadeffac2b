// One pass over the book as it stands: at-risk buckets per protocol, nearness per token, and histograms per reserve, eMode and market.
import type { BookArrays } from '../book/arrays.ts'
import type { MarketState } from '../model/market-state.ts'
import { protocols } from '../model/protocol.ts'
import { createExposure } from './exposure.ts'
import {
  addHolding,
  distanceBoundsPct,
  distancePct,
  emptyHolding,
  firstBoundAbove,
  type Holding,
  healthBounds,
  histogramBounds,
} from './health-buckets.ts'
import { createLargest, type LargePosition } from './largest.ts'

export type KindSurvey = {
  readonly holding: Holding
  readonly byHealth: readonly Holding[]
  readonly byDistance: readonly Holding[]
  readonly largest: readonly LargePosition[]
}

export type Survey = {
  readonly all: Holding
  readonly byProtocol: readonly { readonly all: Holding; readonly below: readonly Holding[] }[]
  // Per token: the collateral of borrowers, the part of it that stands below 1.1, and the debt of all who own some of what its
  // shock moves (a numeraire's whole family), each counted once.
  readonly collateralUsd: readonly number[]
  readonly nearUsd: readonly number[]
  readonly exposedDebtUsd: readonly number[]
  // Per collateral kind.
  readonly kinds: readonly KindSurvey[]
}

export const emptyKind = (): KindSurvey => ({
  holding: emptyHolding(),
  byHealth: histogramBounds.map(emptyHolding),
  byDistance: distanceBoundsPct.map(emptyHolding),
  largest: [],
})

const nearHealth = 1.1
const largestPerKind = 5

export function surveyBook(book: BookArrays, state: MarketState): Survey {
  const { start, collateralLegs, debtLegs, legKind, legAmount, protocol } = book
  const { collateralKinds, debtKinds, tokens } = state
  const all = emptyHolding()
  const byProtocol = protocols.map(() => ({ all: emptyHolding(), below: healthBounds.map(emptyHolding) }))
  const perToken = () => tokens.map(() => 0)
  const [collateralUsd, nearUsd] = [perToken(), perToken()]
  const exposed = createExposure(tokens)
  const kinds = collateralKinds.map(() => ({
    holding: emptyHolding(),
    byHealth: histogramBounds.map(emptyHolding),
    byDistance: distanceBoundsPct.map(emptyHolding),
    largest: createLargest(largestPerKind),
  }))
  for (let i = 0; i < book.positions; i++) {
    const middle = start[i]! + collateralLegs[i]!
    let owned = 0
    let weighted = 0
    let owed = 0
    for (let k = start[i]!; k < middle; k++) {
      const kind = collateralKinds[legKind[k]!]!
      owned += legAmount[k]! * kind.priceUsd
      weighted += legAmount[k]! * kind.priceUsd * kind.liquidationThreshold
    }
    for (let k = middle; k < middle + debtLegs[i]!; k++) owed += legAmount[k]! * debtKinds[legKind[k]!]!.priceUsd
    if (!(owed > 0)) continue
    const health = weighted / owed
    addHolding(all, owned, owed)
    const side = byProtocol[protocol[i]!]!
    addHolding(side.all, owned, owed)
    for (let b = 0; b < healthBounds.length; b++) if (health < healthBounds[b]!) addHolding(side.below[b]!, owned, owed)
    const healthAt = firstBoundAbove(histogramBounds, health)
    const distanceAt = health < 1 ? 0 : Math.max(1, firstBoundAbove(distanceBoundsPct, distancePct(health)))
    for (let k = start[i]!; k < middle; k++) {
      const kind = legKind[k]!
      const { token, priceUsd } = collateralKinds[kind]!
      const usd = legAmount[k]! * priceUsd
      collateralUsd[token]! += usd
      exposed.add(i, token, owed)
      if (health < nearHealth) nearUsd[token]! += usd
      const survey = kinds[kind]!
      addHolding(survey.holding, usd, owed)
      addHolding(survey.byHealth[healthAt]!, usd, owed)
      addHolding(survey.byDistance[distanceAt]!, usd, owed)
      survey.largest.offer(i, usd, owed, health)
    }
  }
  return {
    all,
    byProtocol,
    collateralUsd,
    nearUsd,
    exposedDebtUsd: exposed.perToken(),
    kinds: kinds.map((k) => ({ ...k, largest: k.largest.list() })),
  }
}
