// Compound v3 from its facts to the answers: who is absorbed and what that comes to is what the contract's own integers say, and what
// odd, paused, unpriced or hostile facts lead to.
import { describe, expect, test } from 'vitest'
import { cometMarkets, cometPositions, priceIdOf } from '../../../ingestors/sources/compound-v3/topic.ts'
import { dexDepth } from '../../../ingestors/sources/dex-depth/topic.ts'
import { oraclePrices } from '../../../ingestors/sources/oracle-prices/topic.ts'
import { answerReport } from '../../../processors/services/cascade/answers/report.ts'
import { analyseChain } from '../../../processors/services/cascade/chain-analysis.ts'
import { absorb, isAbsorbable, presentValue, quoteCollateral } from '../../../processors/services/cascade/exact/comet-market.ts'
import type { Comet, CometPosition, Depth, OraclePrice } from '../../../processors/services/cascade/facts/chain-facts.ts'
import { defaultAssumptions } from '../../../processors/services/cascade/model/market-state.ts'
import { compound } from '../../../processors/services/cascade/model/protocol.ts'
import { confidenceOf, coverageOf } from '../../../processors/services/cascade/rows/coverage.ts'
import { answerWith, change, type Facts, list, outcomeOf, snapshotOf } from '../../support/cascade/changed-facts.ts'
import { cometOf, exactMarket, exactPosition, withComets } from '../../support/cascade/seeded-comets.ts'
import { factsAt, seededFacts, tokenAddress } from '../../support/cascade/seeded-facts.ts'

const facts = withComets(seededFacts({ seed: 21, chainId: 1, borrowers: 40 }), 5, 160)
const ofMarket = (at: number, change: Partial<Comet>) => (one: Comet) => (one.comet === cometOf(at) ? { ...one, ...change } : one)
const feed = (at: number, token: number) => (one: OraclePrice) =>
  one.oracle === cometOf(at) && one.asset === priceIdOf(tokenAddress(token))

/** What the contract's rules come to when everybody short is absorbed at once and the market sells all it took at its store front. */
function exactly(from: Facts, at: number, drop: number) {
  const terms = list<Comet>(from, cometMarkets)[at]!
  // Of the market of ether the base falls as well: by its own feeds nothing moves.
  const market = exactMarket(from, terms, at === 0 ? 1 - drop : 1)
  const baseUsd = at === 0 ? 1 : 2500 * (1 - drop)
  const usd = (units: bigint) => (Number(units) / Number(market.baseScale)) * baseUsd
  const sum = { positions: 0, seizedUsd: 0, repaidUsd: 0, badDebtUsd: 0 }
  for (const one of list<CometPosition>(from, cometPositions).filter(({ market: name }) => name === terms.market)) {
    const position = exactPosition(one)
    if (isAbsorbable(market, position) !== true) continue
    const { seized } = absorb(market, position)!
    const owed = usd(-presentValue(market, position.principal))
    let paid = 0
    for (const { asset, amount, value } of seized) {
      // How much base buys the amount, by what a large purchase gets for each unit.
      const bought = 10n ** 6n * market.baseScale
      paid += usd(bought) * (Number(amount) / Number(quoteCollateral(market, asset, bought)!))
      sum.seizedUsd += (Number(value) / Number(market.basePrice)) * baseUsd
    }
    sum.positions++
    sum.repaidUsd += Math.min(owed, paid)
    sum.badDebtUsd += Math.max(0, owed - paid)
  }
  return sum
}

describe('Compound v3 in the simulation', () => {
  test.each([0, 0.02, 0.12, 0.3, 0.6])('at a fall of %d whoever the contract lets be absorbed is, for what it says', (drop) => {
    const first = outcomeOf(facts, drop).firstRound[compound]!
    const exact = [0, 1].map((at) => exactly(facts, at, drop))
    for (const field of ['positions', 'seizedUsd', 'repaidUsd', 'badDebtUsd'] as const) {
      const expected = exact[0]![field] + exact[1]![field]
      expect(Math.abs(first[field] - expected), `${field} ${expected}`).toBeLessThan(1e-6 * Math.max(1, expected))
    }
    if (drop >= 0.12) expect(exact[0]!.positions).toBeGreaterThan(10)
    if (drop === 0.3) expect(exact[0]!.badDebtUsd).toBeGreaterThan(1_000)
    expect(first.feeUsd).toBe(0)
  })

  test('a market of ether does not move with ether, and is no market of dollars', () => {
    const alone = change<CometPosition>(facts, cometPositions, (one) => (one.market === 'compound-v3-weth' ? one : null))
    expect(outcomeOf(alone, 0.5).firstRound[compound]!.positions).toBe(0)
    const { model } = outcomeOf(alone, 0)
    const ether = model.state.collateralKinds.find(({ label }) => label === 'compound-v3-weth wstETH')!
    expect(ether.priceUsd).toBeCloseTo(3000, 2)
    // What a feed says in ether is no price in dollars of anything.
    expect(model.state.tokens.map(({ symbol, priceUsd }) => [symbol, Math.round(priceUsd)])).toContainEqual(['wstETH', 3000])
  })

  test('while absorbing is paused, or the base has no price, nobody is absorbed; what would be lost is latent', () => {
    for (const odd of [
      change<Comet>(facts, cometMarkets, ofMarket(0, { pause_flags: 0b01000 })),
      change<OraclePrice>(facts, oraclePrices, (one) => (feed(0, 4)(one) ? null : one)),
    ]) {
      const outcome = outcomeOf(odd, 0.6)
      expect(outcome.firstRound[compound]!.positions).toBe(0)
      expect(outcome.latentBadDebtUsd[compound]).toBeGreaterThan(exactly(facts, 0, 0.6).badDebtUsd / 2)
    }
  })

  test('who owns anything without a price cannot be absorbed, and everybody else can', () => {
    const odd = change<OraclePrice>(facts, oraclePrices, (one) => (feed(0, 2)(one) ? null : one))
    const [before, after] = [facts, odd].map((from) => outcomeOf(from, 0.6).firstRound[compound]!.positions)
    const holders = list<CometPosition>(facts, cometPositions).filter(
      ({ market, collateral }) => market === 'compound-v3-usdc' && collateral.some(({ asset }) => asset === tokenAddress(2)),
    )
    expect(after!).toBeLessThan(before!)
    expect(after!).toBeGreaterThanOrEqual(before! - holders.length)
    expect(outcomeOf(odd, 0).leftOut).toBe(0)
  })

  test('what a market with more reserves than it aims at keeps is sold by nobody, and no more than that', () => {
    const sales = (odd: Facts) => {
      const { sold, model } = outcomeOf(odd, 0.3)
      return sold.reduce((sum, amount, t) => sum + amount * model.state.tokens[t]!.priceUsd * 0.7, 0)
    }
    const alone = change<CometPosition>(new Map(facts), cometPositions, (one) => one)
    const still = (from: Facts) =>
      new Map([...from].filter(([topic]) => !topic.name.startsWith('aave') || topic.name.includes('reserve')))
    const plain = still(alone)
    const rich = change<Comet>(plain, cometMarkets, ofMarket(0, { reserves: '5000000000000', target_reserves: '4999999000000' }))
    const shut = change<Comet>(plain, cometMarkets, ofMarket(0, { pause_flags: 0b10000 }))
    const none = sales(shut)
    // A dollar more than it wants: a dollar's worth is not sold.
    expect(sales(plain) - sales(rich)).toBeGreaterThan(0.5)
    expect(sales(plain) - sales(rich)).toBeLessThan(2)
    expect(none).toBeLessThan(sales(plain) - 1_000)
    expect(outcomeOf(shut, 0.3).firstRound[compound]).toEqual(outcomeOf(plain, 0.3).firstRound[compound])
  })

  test('a base of 18 decimals is as one of six', () => {
    const more = (value: string) => `${value}${'0'.repeat(12)}`
    const grown = change<CometPosition>(facts, cometPositions, (one) =>
      one.market === 'compound-v3-usdc' ? { ...one, borrow_principal: more(one.borrow_principal) } : one,
    )
    const { base, ...terms } = list<Comet>(facts, cometMarkets)[0]!
    const names = ['supply_total', 'borrow_total', 'borrow_tracked', 'target_reserves'] as const
    const totals = Object.fromEntries(names.map((name) => [name, more(terms[name])]))
    const odd = change<Comet>(grown, cometMarkets, ofMarket(0, { ...totals, base: { ...base, decimals: 18 } }))
    const [six, eighteen] = [facts, odd].map((from) => outcomeOf(from, 0.3).perProtocol[compound]!)
    expect(six!.positions).toBeGreaterThan(10)
    for (const field of ['positions', 'seizedUsd', 'repaidUsd', 'badDebtUsd'] as const)
      expect(Math.abs(eighteen![field] / six![field] - 1), field).toBeLessThan(1e-9)
  })

  test.each([0, 0.12, 0.4])('an asset that backs nothing any more is taken with the rest, at a fall of %d', (drop) => {
    const assets = list<Comet>(facts, cometMarkets)[0]!.assets.map((one) =>
      one.address === tokenAddress(0) ? { ...one, borrow_factor: '0', liquidate_factor: '0' } : one,
    )
    const odd = change<Comet>(facts, cometMarkets, ofMarket(0, { assets }))
    const first = outcomeOf(odd, drop).firstRound[compound]!
    const exact = [0, 1].map((at) => exactly(odd, at, drop))
    for (const field of ['positions', 'seizedUsd', 'repaidUsd', 'badDebtUsd'] as const) {
      const expected = exact[0]![field] + exact[1]![field]
      expect(Math.abs(first[field] - expected), `${field} ${expected}`).toBeLessThan(1e-6 * Math.max(1, expected))
    }
    expect(first.positions).toBeGreaterThan(outcomeOf(facts, drop).firstRound[compound]!.positions)
  })

  test('reserves of nothing, below nothing, and none that are aimed at: all that is taken is sold', () => {
    const plain = outcomeOf(facts, 0.3)
    for (const [reserves, target_reserves] of [
      ['0', '0'],
      ['-5000000000', '0'],
      ['-1', '5000000000000'],
    ] as const) {
      const { perProtocol, sold } = outcomeOf(change<Comet>(facts, cometMarkets, ofMarket(0, { reserves, target_reserves })), 0.3)
      expect({ perProtocol, sold }).toEqual({ perProtocol: plain.perProtocol, sold: plain.sold })
    }
  })

  test('terms of nothing and of everything give numbers', () => {
    const assets = list<Comet>(facts, cometMarkets)[0]!.assets
    for (const [liquidate_factor, liquidation_factor, store_front_factor] of [
      ['0', '0', '1000000000000000000'],
      ['0', '1000000000000000000', '0'],
      ['1000000000000000000', '0', '600000000000000000'],
    ] as const) {
      const terms = assets.map((one) => ({ ...one, liquidate_factor, liquidation_factor }))
      const odd = change<Comet>(facts, cometMarkets, ofMarket(0, { assets: terms, store_front_factor }))
      const outcome = outcomeOf(odd, 0.2)
      const numbers = [...Object.values(outcome.perProtocol[compound]!), ...outcome.sold, ...outcome.latentBadDebtUsd]
      for (const value of numbers) expect(Number.isFinite(value) && value >= 0, String(value)).toBe(true)
      if (liquidate_factor === '0')
        expect(outcome.firstRound[compound]!.positions).toBeGreaterThanOrEqual(
          list<CometPosition>(odd, cometPositions).filter(({ market }) => market === 'compound-v3-usdc').length,
        )
    }
  })
})

describe('Compound v3 in the answers', () => {
  const whole = analyseChain(snapshotOf(facts))

  test('it stands beside the others, and the parts add up to the whole', () => {
    answerWith(whole, 'compound-v3')
    expect(whole.model.state.shelvesUsd).toEqual([0, 0])
  })

  test('each asset is a market of the report, and the base has what is lent of it', () => {
    const report = answerReport({
      chainId: 1,
      survey: whole.survey,
      markets: whole.model.markets,
      setAside: [],
      nameOf: whole.nameOf,
      score: 1,
      asOf: factsAt.toISOString(),
      confidence: 1,
      assumptions: defaultAssumptions,
    })
    const own = report.markets.filter(({ protocol }) => protocol === 'compound-v3')
    expect(own.map(({ name }) => name).sort()).toEqual([
      'compound-v3-usdc USDC',
      'compound-v3-usdc WBTC',
      'compound-v3-usdc WETH',
      'compound-v3-usdc wstETH',
      'compound-v3-weth WBTC',
      'compound-v3-weth WETH',
      'compound-v3-weth wstETH',
    ])
    const ether = own.find(({ name }) => name === 'compound-v3-usdc WETH')!
    expect(ether).toMatchObject({ liquidation_threshold_pct: 88, kind: 'reserve' })
    // 60 % of the 7 % that its owner is not credited with.
    expect(ether.liquidation_bonus_pct).toBeCloseTo((100 / 95.8) * 4.2, 3)
    expect(own.find(({ name }) => name === 'compound-v3-usdc USDC')!.borrowed_usd).toBeGreaterThan(10_000)
  })

  test('debt that is on no followed position is told by market, and lowers the confidence', () => {
    const missed = change<Comet>(facts, cometMarkets, (one) => ({
      ...one,
      borrow_tracked: String(BigInt(one.borrow_tracked) / 2n),
    }))
    const [good, bad] = [facts, missed].map((from) => analyseChain(snapshotOf(from)))
    expect(confidenceOf([bad!])).toBeLessThan(confidenceOf([good!]))
    const detail = coverageOf([bad!], factsAt).detail as { chains: { incomplete: { protocol: string; name: string }[] }[] }
    expect(detail.chains[0]!.incomplete.map(({ name }) => name)).toEqual(['compound-v3-usdc', 'compound-v3-weth'])
  })

  test('a base that nothing prices leaves its market out, and says so by name', () => {
    const strange = `0x${'e'.repeat(40)}`
    const odd = change<Comet>(facts, cometMarkets, ofMarket(0, { base: { address: strange, symbol: 'EUR', decimals: 6 } }))
    const { model, leftOut } = outcomeOf(odd, 0)
    expect(model.unpriced).toContain('compound-v3-usdc EUR')
    expect(leftOut).toBeGreaterThan(20)
    expect(outcomeOf(odd, 0.5).firstRound[compound]!.positions).toBe(0)
  })

  test('a token that only such a market lists is priced by its feed, whatever a pool of a few dollars pays', () => {
    const own = `0x${'d'.repeat(40)}`
    const terms = list<Comet>(facts, cometMarkets)[0]!
    const asset = { ...terms.assets[0]!, address: own, symbol: 'OWN' }
    const [price] = list<OraclePrice>(facts, oraclePrices).filter(feed(0, 0))
    const [depth] = list<Depth>(facts, dexDepth)
    const quotes = [1, 2].map((amount_in) => ({ amount_in, amount_out_usd: amount_in * 9_000 }))
    const listed = change<Comet>(facts, cometMarkets, ofMarket(0, { assets: [...terms.assets, asset] }))
    listed.set(oraclePrices, [...list(listed, oraclePrices), { ...price!, asset: priceIdOf(own) }])
    listed.set(dexDepth, [...list(listed, dexDepth), { ...depth!, token: own, symbol: 'OWN', quotes }])
    const token = snapshotOf(listed).model.state.tokens.find(({ symbol }) => symbol === 'OWN')!
    expect(token.priceUsd).toBeCloseTo(2_500, 6)
    expect(token.isUnlisted).toBeUndefined()
  })

  test('somebody’s own market at a made-up price moves nothing of it', () => {
    const strange: OraclePrice = { ...list<OraclePrice>(facts, oraclePrices)[0]!, oracle: `0x${'b'.repeat(40)}`, price: '1' }
    const faked = change<OraclePrice>(facts, oraclePrices, (one) => one)
    faked.set(oraclePrices, [...list(faked, oraclePrices), { ...strange, asset: priceIdOf(tokenAddress(0)) }])
    expect(outcomeOf(faked, 0.2).perProtocol).toEqual(outcomeOf(facts, 0.2).perProtocol)
  })
})
