// Fluid from its facts to the answers: who is liquidated or absorbed and what that comes to is what the rules' own integers say, and what odd,
// unpriced or incomplete facts lead to.
import { describe, expect, test } from 'vitest'
import { fluidPositions, fluidVaults } from '../../../ingestors/sources/fluid/topic.ts'
import { oraclePrices } from '../../../ingestors/sources/oracle-prices/topic.ts'
import { analyseChain } from '../../../processors/services/cascade/chain-analysis.ts'
import type { FluidPosition, FluidVault, OraclePrice } from '../../../processors/services/cascade/facts/chain-facts.ts'
import { fluid } from '../../../processors/services/cascade/model/protocol.ts'
import { confidenceOf, coverageOf } from '../../../processors/services/cascade/rows/coverage.ts'
import { answerWith, change, type Facts, list, outcomeOf, snapshotOf } from '../../support/cascade/changed-facts.ts'
import { fluidTaken } from '../../support/cascade/fluid-rule.ts'
import { factsAt, seededFacts } from '../../support/cascade/seeded-facts.ts'
import { borrowPrice, decimalsOf, supplyPrice, usdOf, vaultOf, vaults, withFluids } from '../../support/cascade/seeded-fluids.ts'

const facts = withFluids(seededFacts({ seed: 21, chainId: 1, borrowers: 40 }), 5, 200)
const [etherVault, , rateVault, dollarVault] = vaults.keys()
const ofVault = (at: number, more: Partial<FluidVault>) => (one: FluidVault) =>
  one.vault === vaultOf(at) ? { ...one, ...more } : one

function exactly(from: Facts, at: number, drop: number) {
  const { collateral, loan, threshold, limit, penalty } = vaults[at]!
  const usd = (symbol: string) => usdOf(symbol) * (symbol === 'USDC' ? 1 : 1 - drop)
  const perUnit = (symbol: string, price: bigint) => (Number(price) / 1e12 / 10 ** decimalsOf(symbol)) * usd(symbol)
  const [held, owed] = [perUnit(collateral, supplyPrice), perUnit(loan, borrowPrice)]
  const price = BigInt(Math.round((held / owed) * 1e15)) * 10n ** 12n
  const terms = { price, thresholdPermille: BigInt(threshold), limitPermille: BigInt(limit), penaltyBps: BigInt(penalty) }
  const sum = { positions: 0, seizedUsd: 0, repaidUsd: 0, badDebtUsd: 0, absorbed: 0 }
  const pool = { heldUsd: 0, owedUsd: 0 }
  for (const one of list<FluidPosition>(from, fluidPositions).filter(({ vault }) => vault === vaultOf(at))) {
    const taken = fluidTaken(BigInt(one.collateral), BigInt(one.debt_at_tick), terms)
    if (taken === null) continue
    sum.positions++
    const [seizedUsd, debtUsd] = [Number(taken.collateral) * held, Number(taken.debt) * owed]
    if (taken.isAbsorbed) {
      sum.absorbed++
      pool.heldUsd += seizedUsd
      pool.owedUsd += debtUsd
    } else {
      sum.seizedUsd += seizedUsd
      sum.repaidUsd += debtUsd
    }
  }
  // Whoever buys of what was absorbed gets its mean.
  if (pool.owedUsd > pool.heldUsd) sum.badDebtUsd = pool.owedUsd - pool.heldUsd
  else {
    sum.seizedUsd += pool.heldUsd
    sum.repaidUsd += pool.owedUsd
  }
  return sum
}

describe('Fluid in the simulation', () => {
  test.each([0, 0.02, 0.05, 0.12, 0.3, -0.04, -0.15])(
    'at a fall of %d whoever may be liquidated is, for what the rules say',
    (drop) => {
      const first = outcomeOf(facts, drop).firstRound[fluid]!
      const exact = [...vaults.keys()].map((at) => exactly(facts, at, drop))
      for (const field of ['positions', 'seizedUsd', 'repaidUsd', 'badDebtUsd'] as const) {
        const expected = exact.reduce((sum, one) => sum + one[field], 0)
        expect(Math.abs(first[field] - expected), `${field} ${expected}`).toBeLessThan(2e-6 * Math.max(1, expected))
      }
      const all = (field: 'positions' | 'absorbed') => exact.reduce((sum, one) => sum + one[field], 0)
      // Parts alone, parts beside whole ones, and those that no sale pays for.
      if (drop === 0.02) expect([all('positions') > 3, all('absorbed')]).toEqual([true, 0])
      if (drop === 0.12) expect([all('absorbed') > 3, all('positions') > all('absorbed')]).toEqual([true, true])
      if (drop === 0.3) expect(exact[etherVault!]!.badDebtUsd).toBeGreaterThan(1_000)
      if (drop < 0) expect(exact[dollarVault!]!.positions).toBeGreaterThan(3)
      // A rate of what is owed stands still.
      expect(exact[rateVault!]!.positions).toBe(0)
    },
  )

  test('a position that was brought down to its threshold is taken again when prices fall by another ratio, and then only', () => {
    const few = change<FluidPosition>(facts, fluidPositions, (one) => (one.vault === vaultOf(etherVault!) ? one : null))
    const once = outcomeOf(few, 0.1)
    expect(once.converged).toBe(true)
    // Sales move ether on, round by round, and each takes less than the one before.
    expect(once.perProtocol[fluid]!.liquidations).toBeGreaterThan(once.perProtocol[fluid]!.positions)
    expect(once.rounds.length).toBeLessThan(40)
    const owed = list<FluidPosition>(few, fluidPositions).reduce((sum, one) => sum + Number(one.debt_at_tick), 0)
    const { repaidUsd, badDebtUsd } = once.perProtocol[fluid]!
    expect(repaidUsd + badDebtUsd).toBeLessThan((owed * 1.07) / 1e6)
  })

  test('a position between two ratios, as liquidations leave them, is taken down to the lower where that is its vault’s threshold', () => {
    const owed = (share: number) =>
      change<FluidPosition>(facts, fluidPositions, (one) => {
        if (one.vault !== vaultOf(etherVault!)) return null
        const valueUsd = (Number(one.collateral) / 1e18) * 1.02 * 2_500
        return { ...one, debt_at_tick: String(Math.round(((valueUsd * share) / 1.07) * 1e6)) }
      })
    // The ratio below the threshold of 85 % is 84.988 %.
    const taken = [0.8489, 0.84984, 0.84994].map((share) => {
      const exact = exactly(owed(share), etherVault!, 0)
      const first = outcomeOf(owed(share), 0).firstRound[fluid]!
      expect(first.positions, String(share)).toBe(exact.positions)
      expect(Math.abs(first.repaidUsd - exact.repaidUsd)).toBeLessThan(2e-6 * Math.max(1, exact.repaidUsd))
      return exact.positions
    })
    expect(new Set(taken).size).toBe(2)
  })

  test('what a vault has absorbed is bought at its mean: one position pays for another, of this fall or an earlier one, or nobody buys', () => {
    const [kept, lost] = list<FluidPosition>(facts, fluidPositions).filter(({ vault }) => vault === vaultOf(etherVault!))
    const rawOf = (usd: number) => String(BigInt(Math.round((usd / 2_550) * 1e9)) * 10n ** 9n)
    const both = (keptUsd: number, lostUsd: number, more: Partial<FluidVault> = {}) => {
      const owing = change<FluidPosition>(facts, fluidPositions, (one) => {
        if (one !== kept && one !== lost) return null
        const [usd, share] = one === kept ? [keptUsd, 0.94] : [lostUsd, 1.1]
        return { ...one, collateral: rawOf(usd), debt_at_tick: String(Math.round(((usd * share) / 1.07) * 1e6)) }
      })
      return outcomeOf(change<FluidVault>(owing, fluidVaults, ofVault(etherVault!, more)), 0).perProtocol[fluid]!
    }
    const near = (usd: number) => expect.closeTo(usd, 1)
    expect(both(500_000, 200_000)).toMatchObject({
      liquidations: 2,
      seizedUsd: near(700_000),
      repaidUsd: near(690_000),
      badDebtUsd: 0,
    })
    expect(both(200_000, 500_000)).toMatchObject({ liquidations: 2, seizedUsd: 0, repaidUsd: 0, badDebtUsd: near(38_000) })
    const earlier = { absorbed_collateral: rawOf(1e6), absorbed_debt: String(Math.round((1.03e6 / 1.07) * 1e6)) }
    expect(both(500_000, 200_000, earlier)).toMatchObject({ seizedUsd: 0, badDebtUsd: 0 })
    // What is worth its debt today is not waited for.
    const bought = { ...earlier, absorbed_debt: String(Math.round((0.9e6 / 1.07) * 1e6)) }
    expect(both(200_000, 500_000, bought)).toMatchObject({ seizedUsd: 0, badDebtUsd: near(38_000) })
  })

  test('a rate moves nobody alone, and the same oracle called a market does', () => {
    const alone = change<FluidPosition>(facts, fluidPositions, (one) => (one.vault === vaultOf(rateVault!) ? one : null))
    const market = change<OraclePrice>(alone, oraclePrices, (one) =>
      one.oracle === vaultOf(rateVault!) ? { ...one, follows: 'market' } : one,
    )
    const moves = (symbol: string) => symbol === 'wstETH'
    expect(outcomeOf(alone, 0.2, moves).perProtocol[fluid]!.positions).toBe(0)
    expect(outcomeOf(alone, 0.2, moves).latentBadDebtUsd[fluid]!).toBeGreaterThan(0)
    expect(outcomeOf(market, 0.2, moves).perProtocol[fluid]!.positions).toBeGreaterThan(20)
  })

  test('where the oracle says nothing, or no terms are set, nobody is liquidated and what is short is latent', () => {
    const silent = change<OraclePrice>(facts, oraclePrices, (one) => (one.oracle === vaultOf(etherVault!) ? null : one))
    const bare = change<FluidVault>(facts, fluidVaults, ofVault(etherVault!, { liquidation_threshold_permille: 0 }))
    const [whole, ...odd] = [facts, silent, bare].map((from) => outcomeOf(from, 0.4))
    for (const one of odd) {
      expect(one.leftOut).toBe(0)
      expect(one.firstRound[fluid]!.positions).toBeLessThan(whole!.firstRound[fluid]!.positions)
      expect(one.latentBadDebtUsd[fluid]!).toBeGreaterThan(whole!.latentBadDebtUsd[fluid]! + 1_000)
    }
  })

  test('terms of nothing and of everything give numbers', () => {
    for (const liquidation_penalty_bps of [0, 1_023])
      for (const [threshold, limit] of [
        [1, 2],
        [999, 1_023],
        [1_023, 1],
      ]) {
        const terms = { liquidation_penalty_bps, liquidation_threshold_permille: threshold!, liquidation_limit_permille: limit! }
        const outcome = outcomeOf(change<FluidVault>(facts, fluidVaults, ofVault(etherVault!, terms)), 0.4)
        const numbers = [...Object.values(outcome.perProtocol[fluid]!), ...outcome.sold, ...outcome.latentBadDebtUsd]
        for (const value of numbers) expect(Number.isFinite(value) && value >= 0, String(value)).toBe(true)
        expect(outcome.converged).toBe(true)
      }
  })
})

describe('Fluid in the answers', () => {
  const whole = analyseChain(snapshotOf(facts))

  test('it stands beside the others, and the parts add up to the whole', () => {
    expect(answerWith(whole, 'fluid').blind_spots.some((one) => one.includes('Fluid'))).toBe(true)
  })

  test('what is on no followed position is told by vault and lowers the confidence, a total’s rounding does neither', () => {
    const [rounded, missed, uncounted] = [
      { borrow_of_nobody: '9000' },
      { borrow_tracked: '1000000' },
      { positions: 99, borrow_tracked: '0' },
    ].map((more) => change<FluidVault>(facts, fluidVaults, ofVault(etherVault!, more)))
    const [good, near, ...bad] = [facts, rounded!, missed!, uncounted!].map((from) => analyseChain(snapshotOf(from)))
    expect(confidenceOf([near!])).toBe(confidenceOf([good!]))
    for (const one of bad) {
      expect(confidenceOf([one])).toBeLessThan(confidenceOf([good!]))
      const detail = coverageOf([one], factsAt).detail as { chains: { incomplete: { protocol: string; name: string }[] }[] }
      expect(detail.chains[0]!.incomplete.map(({ name }) => name)).toEqual(['Fluid WETH/USDC 1'])
    }
  })

  test('collateral that only such a vault holds is priced by its oracle, a loan that nothing prices leaves the vault out by name', () => {
    const own = `0x${'d'.repeat(40)}`
    const [ofOwn, unpriced] = (['collateral', 'loan'] as const).map((side) =>
      change<FluidVault>(facts, fluidVaults, (one) =>
        one.vault === vaultOf(etherVault!) ? { ...one, [side]: { ...one[side], address: own, symbol: 'OWN' } } : one,
      ),
    )
    const id = `0x${own.slice(2).padStart(64, '0')}`
    const priced = change<OraclePrice>(ofOwn!, oraclePrices, (one) =>
      one.oracle === vaultOf(etherVault!) ? { ...one, asset: id } : one,
    )
    const found = snapshotOf(priced).model.state.tokens.find(({ symbol }) => symbol === 'OWN')!
    expect(found.priceUsd).toBeCloseTo(2_500, 3)
    expect(found.isUnlisted).toBe(true)
    const { model, leftOut } = outcomeOf(unpriced!, 0)
    expect(model.unpriced).toContain('Fluid WETH/OWN 1')
    expect(leftOut).toBe(50)
  })

  test('what was absorbed and nobody bought is the vault’s deficit', () => {
    const absorbed = { absorbed_debt: String(10n ** 12n), absorbed_collateral: String(10n ** 20n) }
    const { model } = snapshotOf(change<FluidVault>(facts, fluidVaults, ofVault(etherVault!, absorbed)))
    const market = model.markets.find(({ id }) => id === vaultOf(etherVault!))!
    expect(market.deficitUsd).toBeCloseTo(1.07e6 - 102 * 2500, 0)
  })
})
