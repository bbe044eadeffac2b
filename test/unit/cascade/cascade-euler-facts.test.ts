// Euler v2 from its facts to the answers: who is liquidated and what that comes to is what the rules' own integers say, and what odd, refused,
// unpriced or hostile facts lead to.
import { describe, expect, test } from 'vitest'
import { priceIdOf } from '../../../ingestors/sources/compound-v3/topic.ts'
import { eulerPositions, eulerVaults } from '../../../ingestors/sources/euler-v2/topic.ts'
import { oraclePrices } from '../../../ingestors/sources/oracle-prices/topic.ts'
import { analyseChain } from '../../../processors/services/cascade/chain-analysis.ts'
import { eulerLiquidation } from '../../../processors/services/cascade/exact/euler-liquidation.ts'
import type { EulerPosition, EulerVault, OraclePrice } from '../../../processors/services/cascade/facts/chain-facts.ts'
import { euler } from '../../../processors/services/cascade/model/protocol.ts'
import { confidenceOf, coverageOf } from '../../../processors/services/cascade/rows/coverage.ts'
import { answerWith, change, type Facts, list, outcomeOf, snapshotOf } from '../../support/cascade/changed-facts.ts'
import { lenders, tokens, vaultOf, withEulers } from '../../support/cascade/seeded-eulers.ts'
import { factsAt, seededFacts, tokenAddress } from '../../support/cascade/seeded-facts.ts'

const facts = withEulers(seededFacts({ seed: 21, chainId: 1, borrowers: 40 }), 5, 160)
const [weth, wsteth, wbtc, usdc] = [0, 1, 2, 4] as const
type Lends = NonNullable<EulerVault['lends']>
const ofLender = (token: number, to: (lends: Lends) => Partial<Lends>) => (one: EulerVault) =>
  one.vault === vaultOf(token) ? { ...one, lends: { ...one.lends!, ...to(one.lends!) } } : one
const isQuote = (lender: number, of: string) => (one: OraclePrice) =>
  one.oracle === vaultOf(lender) && one.asset === priceIdOf(of)

const wad = 10n ** 18n

/** What the rules come to when of everybody short the largest collateral is taken. */
function exactly(from: Facts, lender: number, drop: number) {
  const { asset, unitUsd, discount, takes } = lenders[lender]!
  const unit = unitUsd === 1 ? 1 : unitUsd * (1 - drop)
  const fall = (token: number) => (token === usdc ? 1 : 1 - drop)
  const sum = { positions: 0, seizedUsd: 0, repaidUsd: 0, badDebtUsd: 0 }
  const value = (usd: number) => BigInt(Math.round((usd / unit) * 1e9)) * 10n ** 9n
  for (const one of list<EulerPosition>(from, eulerPositions).filter(({ vault }) => vault === vaultOf(asset))) {
    const owedUsd = (Number(one.owed) / 2 ** 31 / 10 ** tokens[asset]!.decimals) * tokens[asset]!.usd * fall(asset)
    const held = one.collateral.map(({ vault, shares }) => {
      const token = [weth, wsteth, wbtc, usdc].find((at) => vaultOf(at) === vault)!
      const { price } = list<OraclePrice>(from, oraclePrices).find(isQuote(asset, vault))!
      const usd = (Number(shares) / 10 ** tokens[token]!.decimals) * (Number(price) / 1e24) * unitUsd * fall(token)
      return { shares: BigInt(shares), sharesValue: value(usd), usd, ltv: BigInt(takes[token]! * 100) }
    })
    const weightedValue = held.reduce((all, { sharesValue, ltv }) => all + (sharesValue * ltv) / 10_000n, 0n)
    const owedValue = value(owedUsd)
    const largest = held.toSorted((a, b) => b.usd - a.usd)[0]!
    const { repaid, shares } = eulerLiquidation({
      owed: wad,
      owedValue,
      weightedValue,
      maxDiscountBps: BigInt(discount),
      ...largest,
    })
    if (repaid === 0n) continue
    sum.positions++
    sum.repaidUsd += (Number(repaid) / 1e18) * owedUsd
    sum.seizedUsd += (Number(shares) / Number(largest.shares)) * largest.usd
    if (shares === largest.shares && held.length === 1) sum.badDebtUsd += (1 - Number(repaid) / 1e18) * owedUsd
  }
  return sum
}

describe('Euler v2 in the simulation', () => {
  test.each([0, 0.02, 0.12, 0.3, 0.6])('at a fall of %d whoever may be liquidated is, for what the rules say', (drop) => {
    const first = outcomeOf(facts, drop).firstRound[euler]!
    const exact = [0, 1].map((at) => exactly(facts, at, drop))
    for (const field of ['positions', 'seizedUsd', 'repaidUsd', 'badDebtUsd'] as const) {
      const expected = exact[0]![field] + exact[1]![field]
      expect(Math.abs(first[field] - expected), `${field} ${expected}`).toBeLessThan(2e-6 * Math.max(1, expected))
    }
    if (drop >= 0.12) expect(exact[0]!.positions).toBeGreaterThan(10)
    if (drop === 0.3) expect(exact[0]!.badDebtUsd).toBeGreaterThan(1_000)
    expect(first.feeUsd).toBe(0)
  })

  test('a vault that counts in ether does not move with ether where what backs it is a rate of it', () => {
    const rate = change<OraclePrice>(facts, oraclePrices, (one) =>
      isQuote(weth, vaultOf(wsteth))(one) ? { ...one, follows: 'rate', feeds: [] } : one,
    )
    const alone = change<EulerPosition>(rate, eulerPositions, (one) =>
      one.vault === vaultOf(weth) && one.collateral.every(({ vault }) => vault === vaultOf(wsteth)) ? one : null,
    )
    expect(list<EulerPosition>(alone, eulerPositions).length).toBeGreaterThan(5)
    expect(outcomeOf(alone, 0.5).firstRound[euler]!.positions).toBe(0)
    const { model } = outcomeOf(alone, 0)
    const kind = model.state.collateralKinds.find(({ protocol }) => protocol === 'euler-v2')!
    expect(kind.priceUsd).toBeCloseTo(3000, 2)
    expect(model.state.tokens[kind.follows!]!.symbol).toBe('WETH')
  })

  test('while liquidations are refused, or what is owed has no price, nobody is liquidated; what would be lost is latent', () => {
    for (const odd of [
      change<EulerVault>(
        facts,
        eulerVaults,
        ofLender(usdc, () => ({ refused_operations: 1 << 11 })),
      ),
      change<OraclePrice>(facts, oraclePrices, (one) => (isQuote(usdc, tokenAddress(usdc))(one) ? null : one)),
    ]) {
      const outcome = outcomeOf(odd, 0.6)
      expect(outcome.firstRound[euler]!.positions).toBe(exactly(facts, 1, 0.6).positions)
      expect(outcome.latentBadDebtUsd[euler]).toBeGreaterThan(1_000)
    }
  })

  test('who owns anything that weighs and has no price cannot be liquidated, and everybody else can', () => {
    const odd = change<OraclePrice>(facts, oraclePrices, (one) => (isQuote(usdc, vaultOf(wbtc))(one) ? null : one))
    const holds = ({ vault, collateral }: EulerPosition) =>
      vault === vaultOf(usdc) && collateral.some((one) => one.vault === vaultOf(wbtc))
    const without = change<EulerPosition>(facts, eulerPositions, (one) => (holds(one) ? null : one))
    expect(outcomeOf(odd, 0.6).firstRound[euler]!.positions).toBe(outcomeOf(without, 0.6).firstRound[euler]!.positions)
    // What weighs nothing any more is asked for no price, and is nobody's.
    const none = change<EulerVault>(
      odd,
      eulerVaults,
      ofLender(usdc, ({ collateral }) => ({
        collateral: collateral.map((one) => (one.vault === vaultOf(wbtc) ? { ...one, liquidation_ltv_bps: 0 } : one)),
      })),
    )
    expect(outcomeOf(none, 0.6).leftOut).toBe(0)
    expect(outcomeOf(none, 0.6).firstRound[euler]!.positions).toBeGreaterThan(outcomeOf(odd, 0.6).firstRound[euler]!.positions)
  })

  test('a loan-to-value on its way down is as far as the newest reading has it', () => {
    const now = factsAt.getTime() / 1000
    const ramped = (target_time: number, ramp_seconds: number) =>
      change<EulerVault>(
        facts,
        eulerVaults,
        ofLender(usdc, ({ collateral }) => ({
          collateral: collateral.map((one) => ({
            ...one,
            initial_ltv_bps: one.liquidation_ltv_bps,
            liquidation_ltv_bps: one.liquidation_ltv_bps / 2,
            target_time,
            ramp_seconds,
          })),
        })),
      )
    const thresholdOf = (from: Facts) =>
      outcomeOf(from, 0).model.state.collateralKinds.find(({ label }) => /Euler USDC .* against WETH/.test(label))!
        .liquidationThreshold
    expect(thresholdOf(facts)).toBe(0.84)
    expect(thresholdOf(ramped(now + 1_000, 1_000))).toBe(0.84)
    expect(thresholdOf(ramped(now + 500, 1_000))).toBe(0.63)
    expect(thresholdOf(ramped(now, 1_000))).toBe(0.42)
  })

  test('shares grow with what their vault earns from its reading to the newest one', () => {
    const early = {
      ...list<EulerVault>(facts, eulerVaults)[0]!.block,
      time: new Date(factsAt.getTime() - 3_600_000).toISOString(),
    }
    const old = change<EulerVault>(facts, eulerVaults, (one) => ({ ...one, block: early }))
    const worth = (from: Facts) => outcomeOf(from, 0).model.markets.find(({ id }) => id === vaultOf(usdc))!.borrowedUsd!
    // A rate of 1.5e-9 a second.
    expect(worth(old) / worth(facts)).toBeCloseTo(Math.exp(1.5e-9 * 3_600), 9)
  })

  test('terms of nothing and of everything give numbers', () => {
    for (const max_discount_bps of [0, 1, 9_999, 10_000])
      for (const ltv of [0, 10_000]) {
        const odd = change<EulerVault>(
          facts,
          eulerVaults,
          ofLender(usdc, ({ collateral }) => ({
            max_discount_bps,
            collateral: collateral.map((one) => ({ ...one, liquidation_ltv_bps: ltv })),
          })),
        )
        const outcome = outcomeOf(odd, 0.4)
        const numbers = [...Object.values(outcome.perProtocol[euler]!), ...outcome.sold, ...outcome.latentBadDebtUsd]
        for (const value of numbers) expect(Number.isFinite(value) && value >= 0, String(value)).toBe(true)
        expect(outcome.converged).toBe(true)
      }
  })
})

describe('Euler v2 in the answers', () => {
  const whole = analyseChain(snapshotOf(facts))

  test('it stands beside the others, and the parts add up to the whole', () => {
    answerWith(whole, 'euler-v2')
  })

  test('debt that is on no followed account is told by vault and lowers the confidence, a unit’s rounding does neither', () => {
    const [rounded, missed] = [1n, 1n << 40n].map((apart) =>
      change<EulerVault>(
        facts,
        eulerVaults,
        ofLender(usdc, ({ scaled_total }) => ({ scaled_tracked: String(BigInt(scaled_total) - apart) })),
      ),
    )
    const [good, near, bad] = [facts, rounded!, missed!].map((from) => analyseChain(snapshotOf(from)))
    expect(confidenceOf([near!])).toBe(confidenceOf([good!]))
    expect(confidenceOf([bad!])).toBeLessThan(confidenceOf([good!]))
    const detail = coverageOf([bad!], factsAt).detail as { chains: { incomplete: { protocol: string; name: string }[] }[] }
    expect(detail.chains[0]!.incomplete.map(({ name }) => name)).toEqual([`Euler USDC ${vaultOf(usdc).slice(0, 10)}`])
  })

  test('a token that only such a vault holds is priced by its oracle, is no lender’s listing, and a stranger’s word moves nothing', () => {
    const own = `0x${'d'.repeat(40)}`
    const odd = change<EulerVault>(facts, eulerVaults, (one) =>
      one.vault === vaultOf(wbtc) ? { ...one, asset: { ...one.asset, address: own, symbol: 'OWN' } } : one,
    )
    const found = snapshotOf(odd).model.state.tokens.find(({ symbol }) => symbol === 'OWN')!
    expect(found.priceUsd).toBeCloseTo(60_000, 3)
    expect(found.isUnlisted).toBe(true)
    const strange: OraclePrice = { ...list<OraclePrice>(facts, oraclePrices).find(isQuote(usdc, vaultOf(weth)))!, price: '1' }
    const faked = new Map(facts).set(oraclePrices, [...list(facts, oraclePrices), { ...strange, oracle: `0x${'b'.repeat(40)}` }])
    expect(outcomeOf(faked, 0.2).perProtocol).toEqual(outcomeOf(facts, 0.2).perProtocol)
  })

  test('a lender whose asset nothing prices leaves itself out, and says so by name', () => {
    const asset = { address: `0x${'e'.repeat(40)}`, symbol: 'EUR', decimals: 18 }
    // Whoever takes its shares would price what they are of.
    const unquoted = change<OraclePrice>(facts, oraclePrices, (one) => (one.asset === priceIdOf(vaultOf(weth)) ? null : one))
    const odd = change<EulerVault>(unquoted, eulerVaults, (one) => (one.vault === vaultOf(weth) ? { ...one, asset } : one))
    const { model, leftOut } = outcomeOf(odd, 0)
    expect(model.unpriced).toContain(`Euler EUR ${vaultOf(weth).slice(0, 10)}`)
    expect(leftOut).toBeGreaterThan(20)
  })
})
