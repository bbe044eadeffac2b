// The rules of pools before v3.3 on books small enough to be reckoned by hand, each beside what a newer pool does with the same book.
import { expect, test } from 'vitest'
import { simulate } from '../../../processors/services/cascade/engine/simulate.ts'
import { noImpact } from '../../../processors/services/cascade/model/impact.ts'
import type { MarketState } from '../../../processors/services/cascade/model/market-state.ts'
import type { CollateralKind, Leg, Position } from '../../../processors/services/cascade/model/position.ts'
import { runOf } from '../../support/cascade/indexed.ts'

type Rules = CollateralKind['older']

// Two coins at 1 USD that count for 80 and 80.01 %, seized at 5 % more, and two dollars to owe; nothing moves a price.
function stateOf(older: Rules): MarketState {
  const tokens = ['ONE', 'TWO', 'USDC', 'DAI'].map((symbol) => ({
    symbol,
    priceUsd: 1,
    family: symbol,
    role: 'numeraire' as const,
    base: null,
    oracle: 'market' as const,
    routedShare: 0,
    impact: noImpact,
  }))
  const shared = { protocol: 'aave-v3' as const, priceUsd: 1 }
  const collateralKinds = [0.8, 0.8001].map((liquidationThreshold, token): CollateralKind => {
    const kind = { ...shared, label: tokens[token]!.symbol, token, follows: token, liquidationThreshold }
    return { ...kind, liquidationBonus: 1.05, protocolFeeShare: 0, ...(older === undefined ? {} : { older }) }
  })
  const debtKinds = [2, 3].map((token) => ({ ...shared, label: tokens[token]!.symbol, token, follows: token }))
  return { tokens, collateralKinds, debtKinds }
}

const legs = (amounts: readonly number[]): Leg[] => amounts.flatMap((amount, kind) => (amount === 0 ? [] : [{ kind, amount }]))

function outcomeOf(older: Rules, collateral: readonly number[], debt: readonly number[]) {
  const position: Position = { id: 'one', protocol: 'aave-v3', collateral: legs(collateral), debt: legs(debt) }
  const state = stateOf(older)
  const run = runOf(
    [position],
    state,
    state.tokens.map(() => false),
  )
  const { rounds, perProtocol } = simulate(
    run,
    Float64Array.from(state.tokens, () => 1),
  )
  const [{ repaidUsd, seizedUsd, badDebtUsd }] = perProtocol
  return { calls: rounds.map(({ liquidations }) => liquidations), repaidUsd, seizedUsd, badDebtUsd }
}

test('near a health of one half of the largest debt is repaid, not half of all', () => {
  // 8,000 over 8,200: 0.976. Half of 6,000 repaid leaves 6,850 * 0.8 = 5,480 over 5,200.
  expect(outcomeOf('whole-bps', [10_000, 0], [6_000, 2_200])).toEqual({
    calls: [1],
    repaidUsd: 3_000,
    seizedUsd: 3_150,
    badDebtUsd: 0,
  })
  expect(outcomeOf(undefined, [10_000, 0], [6_000, 2_200])).toMatchObject({ calls: [1], repaidUsd: 4_100 })
})

test('a small debt is halved like a large one, and what is left may be dust', () => {
  const { calls, repaidUsd, seizedUsd } = outcomeOf('whole-bps', [100, 0], [82])
  expect([calls, repaidUsd]).toEqual([[1], 41])
  expect(seizedUsd).toBeCloseTo(43.05, 10)
  expect(outcomeOf(undefined, [100, 0], [82])).toMatchObject({ calls: [1], repaidUsd: 82 })
})

test('far below one all of it is repaid at once, and what no collateral is left for is bad debt', () => {
  // 100 at 105 % pay for 95.238 of 110.
  const { calls, repaidUsd, badDebtUsd } = outcomeOf('whole-bps', [100, 0], [110])
  expect(calls).toEqual([1])
  expect(repaidUsd).toBeCloseTo(100 / 1.05, 10)
  expect(badDebtUsd).toBeCloseTo(110 - 100 / 1.05, 10)
})

test('the mean threshold is cut to whole basis points, in the first revision only', () => {
  // Half at 80 and half at 80.01 % are 80.005 %: 8,000.5 of 10,000, or 8,000 where that is cut.
  const book = [[5_000, 5_000], [8_000.2]] as const
  expect(outcomeOf('whole-bps', ...book).calls.length).toBeGreaterThan(0)
  expect(outcomeOf('exact', ...book).calls).toEqual([])
  expect(outcomeOf(undefined, ...book).calls).toEqual([])
  // One collateral has no mean that could be cut, however its amount rounds.
  for (const amount of [0.1, 1 / 3, 12_345.678_9, 9e9])
    expect(outcomeOf('whole-bps', [0, amount], [amount * 0.8001 * (1 - 1e-9)]).calls).toEqual([])
})
