// Somebody who wants another headline and spends next to nothing: each attack moves the score by less than a point.

// @module-tag slow
import { describe, expect, it } from 'vitest'
import { aavePositions, aaveReserves } from '../../../ingestors/sources/aave-v3/topic.ts'
import { dexDepth } from '../../../ingestors/sources/dex-depth/topic.ts'
import type { AavePosition, Depth, Reserve } from '../../../processors/services/cascade/facts/chain-facts.ts'
import { resolveToken } from '../../../processors/services/cascade/families.ts'
import { coverageOf } from '../../../processors/services/cascade/rows/coverage.ts'
import {
  fullPullShare,
  leastDebtShare,
  type Score,
  scoreSystem,
  worstTokenShare,
} from '../../../processors/services/cascade/score/score.ts'
import {
  addTo,
  analysisOf,
  type Facts,
  listOf,
  type OwnMarket,
  openMarkets,
  riskBodyOf,
} from '../../support/cascade/seeded-chain.ts'
import { accountOf, factsAt, seededFacts, tokenAddress } from '../../support/cascade/seeded-facts.ts'

// Markets deep enough that nothing is lost yet: a score that stands at its end could not be moved.
const facts = deepen(seededFacts({ seed: 41, chainId: 1, borrowers: 300 }), 400)
const before = riskBodyOf(facts)
const usdc = { address: tokenAddress(4), symbol: 'USDC', decimals: 6 }
const weth = { address: tokenAddress(0), symbol: 'WETH', decimals: 18 }
const spam = (at: number, symbol = `SPAM${at}`) => ({ address: tokenAddress(5_000 + at), symbol, decimals: 18 })

function deepen(all: Facts, times: number): Facts {
  const deeper = listOf<Depth>(all, dexDepth).map((depth) => ({
    ...depth,
    quotes: depth.quotes.map((quote) => ({ amount_in: times * quote.amount_in, amount_out_usd: times * quote.amount_out_usd })),
  }))
  const link = deeper[0]!.quotes.map((quote) => ({ ...quote, amount_in: quote.amount_in * (2500 / 15) }))
  return new Map(all).set(dexDepth, [...deeper, { ...deeper[0]!, token: tokenAddress(3), symbol: 'LINK', quotes: link }])
}

/** Nothing an answer puts first has moved. */
function expectUnmoved(attacked: Facts): ReturnType<typeof riskBodyOf> {
  const after = riskBodyOf(attacked)
  expect(Math.abs(after.signal.score - before.signal.score)).toBeLessThan(1)
  expect(after.signal.confidence).toBeGreaterThanOrEqual(before.signal.confidence - 0.01)
  expect(Math.abs(after.gain - before.gain)).toBeLessThan(0.01 * (1 + before.gain))
  const seized = (body: typeof after) => body.potential_cascade.flatMap((p) => p.shocks.map((s) => s.collateral_seized_usd))
  for (const [i, usd] of seized(after).entries()) expect(Math.abs(usd / seized(before)[i]! - 1)).toBeLessThan(0.01)
  return after
}

it('begins from a score with room on both sides', () => {
  expect(before.signal.score).toBeGreaterThan(5)
  expect(before.signal.score).toBeLessThan(60)
  expect(before.not_weighed.markets).toBe(0)
})

describe('free to make', () => {
  it('three hundred markets of self-made tokens, priced by self-made oracles, each owing a billion to its owner', () => {
    const own = Array.from(
      { length: 300 },
      (_, at): OwnMarket => ({
        at,
        collateral: spam(at),
        loan: usdc,
        deposited: 1_000,
        borrowed: 1e9,
        ratio: 1.1e6,
      }),
    )
    const after = expectUnmoved(openMarkets(facts, own))
    expect(after.not_weighed).toMatchObject({
      markets: 300 + before.not_weighed.markets,
      backed_debt_usd: before.not_weighed.backed_debt_usd,
    })
    expect(after.not_weighed.claimed_debt_usd).toBeGreaterThan(2.9e11)
    expect(after.liquidatable_now).toEqual(before.liquidatable_now)
    expect(after.tokens.map((t) => t.token)).toEqual(before.tokens.map((t) => t.token))
  })

  it('a self-made oracle on real collateral: a grain of ether said to be worth a billion, then to be worth nothing', () => {
    for (const ratio of [1e6 * 1e6, 1])
      expectUnmoved(openMarkets(facts, [{ at: 1, collateral: weth, loan: usdc, deposited: 0.001, borrowed: 9e8, ratio }]))
    // Put back to the truth after the loan: the debt is lost, and it was his own.
    const { not_weighed } = expectUnmoved(
      openMarkets(facts, [{ at: 1, collateral: weth, loan: usdc, deposited: 0.001, borrowed: 9e8, ratio: 2500 }]),
    )
    expect(not_weighed.largest[0]!.reason).toContain('lost already')
  })

  it('a loan in a token of his own', () => {
    const mine = spam(7, 'USDT')
    expectUnmoved(openMarkets(facts, [{ at: 1, collateral: weth, loan: mine, deposited: 10, borrowed: 1e12, ratio: 1e12 }]))
  })

  it('a thousand markets that owe dust in real tokens at a real price', () => {
    const own = Array.from(
      { length: 1_000 },
      (_, at): OwnMarket => ({ at, collateral: weth, loan: usdc, deposited: 0.01, borrowed: 24, ratio: 2500 }),
    )
    const analysis = analysisOf(openMarkets(facts, own))
    expect(analysis.model.state.collateralKinds.length).toBe(analysisOf(facts).model.state.collateralKinds.length)
    expectUnmoved(openMarkets(facts, own))
    expect(coverageOf([analysis], factsAt).missing).toEqual(coverageOf([analysisOf(facts)], factsAt).missing)
  })

  it('a token that calls itself by a family’s name', () => {
    const attacked = openMarkets(facts, [
      { at: 1, collateral: spam(1, 'rsETH'), loan: usdc, deposited: 1e6, borrowed: 1e9, ratio: 2600 },
    ])
    expectUnmoved(attacked)
    expect(analysisOf(attacked).model.state.tokens.map((t) => t.symbol)).not.toContain('rsETH')
  })
})

describe('cheap to make', () => {
  const depthOf = (address: string, depthUsd: number, usd: number): Depth => {
    const [sample] = listOf<Depth>(facts, dexDepth)
    const reserve = depthUsd / usd
    const quotes = [0.001, 0.01, 0.03, 0.1, 0.3, 1, 3].map((share) => {
      const amount_in = reserve * share
      return { amount_in, amount_out_usd: (amount_in * usd * reserve) / (reserve + amount_in) }
    })
    return { ...sample!, token: address, quotes }
  }

  it('wash depth: a pool of real dollars for a self-made token, and a billion borrowed on it', () => {
    for (const depthUsd of [20_000, 300_000, 2_000_000]) {
      const attacked = addTo(facts, dexDepth, [depthOf(spam(1).address, depthUsd, 1)])
      expectUnmoved(openMarkets(attacked, [{ at: 1, collateral: spam(1), loan: usdc, deposited: 1e9, borrowed: 9e8, ratio: 1 }]))
    }
  })

  it('a self-made token with a pool of a million, owing its owner just less than every bound', () => {
    const mine = { address: `0x${'1'.padStart(40, '0')}`, symbol: 'MINE', decimals: 18 }
    const within = 1_000_000 * (1 / Math.sqrt(0.8) - 1)
    const borrowed = 19 * within
    const attacked = openMarkets(addTo(facts, dexDepth, [depthOf(mine.address, 1_000_000, 1)]), [
      { at: 1, collateral: mine, loan: usdc, deposited: borrowed / 0.914, borrowed, ratio: 1 },
    ])
    const { tokens, state } = { ...analysisOf(attacked), ...analysisOf(attacked).model }
    const own = tokens.find(({ token }) => token === 'MINE')!
    expect(own.exposedDebtUsd).toBeGreaterThan(0.99 * borrowed)
    expect(own.heard.isUnlisted).toBe(true)
    // Its depth, as closely as quotes at a few sizes tell it.
    expect(own.heard.debtUsd).toBeLessThan(1.2 * within)
    expect(state.tokens.filter(({ isUnlisted }) => isUnlisted).map(({ symbol }) => symbol)).toEqual(['MINE'])
    const after = riskBodyOf(attacked)
    expect(Math.abs(after.signal.score - before.signal.score)).toBeLessThan(1)
    expect(after.gain).toBe(before.gain)
  })

  it.each(['ETH', 'BTC', 'rsETH', 'USDC', 'ETH@0x0000'])(
    'a token that calls itself %s, with a pool of real dollars and the lowest of addresses',
    (symbol) => {
      for (const [depthUsd, usd] of [
        [300_000, 1],
        [2_000_000, 60_000],
      ] as const) {
        const mine = { address: `0x${'1'.padStart(40, '0')}`, symbol, decimals: 18 }
        const attacked = openMarkets(addTo(facts, dexDepth, [depthOf(mine.address, depthUsd, usd)]), [
          { at: 1, collateral: mine, loan: usdc, deposited: 2_000 / usd, borrowed: 1_800, ratio: usd },
          { at: 2, collateral: weth, loan: mine, deposited: 1, borrowed: 2_200 / usd, ratio: 2500 / usd },
        ])
        expectUnmoved(attacked)
        const [was, is] = [analysisOf(facts), analysisOf(attacked)].map(({ model }) => model.state.tokens)
        for (const token of was!) {
          const same = is!.find(({ symbol: named }) => named === token.symbol)!
          const baseOf = (all: typeof is, { base }: typeof token) => (base === null ? null : all![base]!.symbol)
          expect([same.family, same.role, baseOf(is, same)]).toEqual([token.family, token.role, baseOf(was, token)])
        }
        const names = is!.map((token) => token.symbol)
        for (const asked of ['ETH', 'BTC', 'USDC'])
          expect(resolveToken(asked, names)).toBe(
            resolveToken(
              asked,
              was!.map((token) => token.symbol),
            ),
          )
      }
    },
  )

  it('a pool of a few dollars that offers twice the price for the smallest size', () => {
    const bent = listOf<Depth>(facts, dexDepth).map((depth) => {
      const [first] = depth.quotes
      const priceUsd = first!.amount_out_usd / first!.amount_in
      const few = { amount_in: 1_000 / priceUsd, amount_out_usd: 2_000 }
      return { ...depth, quotes: [few, ...depth.quotes] }
    })
    expectUnmoved(new Map(facts).set(dexDepth, bent))
  })

  it('a hundred thousand dust positions, each a hair from liquidation', () => {
    const [sample] = listOf<AavePosition>(facts, aavePositions)
    const dust = Array.from(
      { length: 100_000 },
      (_, i): AavePosition => ({
        ...sample!,
        account: accountOf(1e6 + i),
        emode: 0,
        legs: [
          { reserve: weth.address, scaled_supply: '1000000000000', scaled_debt: '0', collateral: true },
          { reserve: usdc.address, scaled_supply: '0', scaled_debt: '1890', collateral: false },
        ],
      }),
    )
    // The reserve owes what its borrowers owe.
    const more = 1890n * BigInt(dust.length)
    const reserves = listOf<Reserve>(facts, aaveReserves).map((reserve) => {
      const total = (BigInt(reserve.scaled_debt_total) + more).toString()
      return reserve.reserve === usdc.address ? { ...reserve, scaled_debt_total: total, scaled_debt_tracked: total } : reserve
    })
    expectUnmoved(addTo(facts, aavePositions, dust).set(aaveReserves, reserves))
  })
})

describe('the score of a system', () => {
  const whole = (value: number): Score => {
    const components = { sell_pressure: value, amplification: value, bad_debt: value, nearness: value }
    return { score: 100 * value, components }
  }
  const calm = { score: whole(0.05), debtUsd: 20e9 }

  it('is 5.0 with a bad token of 50 USD beside 20 billion, as without it', () => {
    expect(scoreSystem([calm, { score: whole(1), debtUsd: 50 }]).score).toBeCloseTo(5, 9)
  })

  it('moves by less than a point at the floor, rises with the bad token’s debt, and hears it fully from a twentieth on', () => {
    const at = (debtShare: number) => scoreSystem([calm, { score: whole(1), debtUsd: 20e9 * debtShare }]).score
    expect(at(leastDebtShare * 1.01) - 5).toBeLessThan(1)
    const scores = [0.0001, 0.001, 0.005, 0.02, 0.06, 0.3, 1].map(at)
    expect(scores).toEqual(scores.toSorted((a, b) => a - b))
    expect(at(0.06)).toBeGreaterThan(100 * worstTokenShare)
    expect(at(fullPullShare / 5)).toBeLessThan(30)
  })

  it('does not hide a bad token behind many that are smaller than it', () => {
    const many = Array.from({ length: 200 }, () => ({ score: whole(0), debtUsd: 1e8 }))
    expect(scoreSystem([...many, { score: whole(1), debtUsd: 2e9 }]).score).toBeGreaterThan(70)
  })
})
