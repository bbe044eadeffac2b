// The optional scenario beside the single token: which tokens each one moves, its row, and what a query may ask of it.
import { describe, expect, it } from 'vitest'
import { aavePositions, aaveReserves } from '../../../ingestors/sources/aave-v3/topic.ts'
import { oraclePrices } from '../../../ingestors/sources/oracle-prices/topic.ts'
import { analyseChain } from '../../../processors/services/cascade/chain-analysis.ts'
import type { AavePosition, OraclePrice, Reserve } from '../../../processors/services/cascade/facts/chain-facts.ts'
import { familyOf, isAnchor, isDollar } from '../../../processors/services/cascade/families.ts'
import { readCascade } from '../../../processors/services/cascade/read-query.ts'
import { type CascadeBody, cascadeAt } from '../../../processors/services/cascade/rows/cascade-row.ts'
import { cascadeDraft } from '../../../processors/services/cascade/rows/drafts.ts'
import { scenariosOf } from '../../../processors/services/cascade/scenarios.ts'
import { type Facts, listOf, snapshotOf } from '../../support/cascade/seeded-chain.ts'
import { factsAt, seededFacts, tokenAddress } from '../../support/cascade/seeded-facts.ts'

const seeded = seededFacts({ seed: 51, chainId: 1, borrowers: 200 })

// LINK's borrowers, had they put up as many dollars of USDe instead.
function withSynthetic(facts: Facts): Facts {
  const [own, usd] = [tokenAddress(3), '100000000']
  const reserves = listOf<Reserve>(facts, aaveReserves).map((r) => (r.reserve === own ? { ...r, symbol: 'USDe' } : r))
  const prices = listOf<OraclePrice>(facts, oraclePrices).map((p) => (p.asset === own ? { ...p, price: usd } : p))
  const positions = listOf<AavePosition>(facts, aavePositions).map((position) => ({
    ...position,
    legs: position.legs.map((leg) =>
      leg.reserve === own ? { ...leg, scaled_supply: (15n * BigInt(leg.scaled_supply)).toString() } : leg,
    ),
  }))
  return new Map(facts).set(aaveReserves, reserves).set(oraclePrices, prices).set(aavePositions, positions)
}

const chain = analyseChain(snapshotOf(withSynthetic(seeded)))
const rows = new Map(
  [...chain.tokens, ...chain.scenarios].map((one) => {
    const draft = cascadeDraft(chain, one, factsAt)
    return [draft.key, JSON.parse(JSON.stringify(draft.body)) as CascadeBody]
  }),
)
const keys = [...rows.keys()]

function ask(given: Record<string, string>) {
  const read = readCascade(given, keys)
  if ('refused' in read) return read
  const { token, scenario, drop_pct, chain_id } = read.input
  return cascadeAt(rows.get(`${chain_id}:${token ?? `scenario:${scenario}`}`)!, drop_pct, scenario)
}
const answer = (given: Record<string, string>) => ask(given) as ReturnType<typeof cascadeAt>

describe('a scenario', () => {
  it('eth and btc are their family’s own fall, told by the name they were asked by', () => {
    for (const [scenario, token] of [
      ['eth', 'ETH'],
      ['btc', 'BTC'],
    ] as const) {
      const [one, other] = [answer({ scenario, drop_pct: '12' }), answer({ token, drop_pct: '12' })]
      expect(one.query).toMatchObject({ scenario, token: other.query.token, shocked_tokens: other.query.shocked_tokens })
      expect({ ...one.outcome, ...one.increment }).toEqual({ ...other.outcome, ...other.increment })
      expect(other.query.scenario).toBeNull()
      expect(one.signal.summary).toContain(`Scenario ${scenario}`)
    }
  })

  it('all moves everything but dollars, and no less than any family alone is liquidated where markets take it', () => {
    const all = answer({ scenario: 'ALL', drop_pct: '15' })
    expect(all.query.shocked_tokens.toSorted()).toEqual(['WBTC', 'WETH', 'wstETH'])
    const alone = ['eth', 'btc'].map((scenario) => answer({ scenario, drop_pct: '15' }))
    for (const one of alone) expect(all.first_round.debt_repaid_usd).toBeGreaterThanOrEqual(one.first_round.debt_repaid_usd)
  })

  it('stable-depeg moves dollars but those that stand for the dollar', () => {
    const depeg = answer({ scenario: 'stable-depeg', drop_pct: '30' })
    expect(depeg.query).toMatchObject({ token: 'USDe', scenario: 'stable-depeg' })
    expect(depeg.query.shocked_tokens).toContain('USDe')
    for (const kept of ['USDC', 'WETH']) expect(depeg.query.shocked_tokens).not.toContain(kept)
    expect(depeg.increment.collateral_seized_usd).toBeGreaterThan(0)
  })

  it('is no part of the system’s score, and none where it reaches no collateral', () => {
    expect(chain.tokens.every((one) => one.scenario === null)).toBe(true)
    const { state } = chain.model
    expect(scenariosOf(state, { collateralUsd: state.tokens.map(() => 0) })).toEqual([])
  })
})

describe('a query', () => {
  it.each([
    [{ scenario: 'moon' }, 'enum'],
    [{ scenario: '' }, 'enum'],
    [{ scenario: 'all', token: 'WETH' }, 'value_error'],
    [{ scenario: 'all:scenario' }, 'enum'],
    [{ token: 'scenario:all' }, 'enum'],
  ])('%j is refused: %s', (given, type) => {
    const read = readCascade(given as Record<string, string>, keys)
    expect(read).toMatchObject({ refused: { detail: [{ type }] } })
  })

  it('names the scenarios there are on the chain, and no row of one among the tokens', () => {
    const read = readCascade(
      { scenario: 'stable-depeg' },
      keys.filter((key) => !key.includes('depeg')),
    )
    expect(read).toMatchObject({ refused: { detail: [{ ctx: { expected: 'eth, btc, all' } }] } })
    expect(JSON.stringify(readCascade({ token: 'NOPE' }, keys))).not.toContain('scenario')
    expect(readCascade({ scenario: 'eth' }, ['1:WBTC'])).toMatchObject({ refused: { detail: [{ ctx: { expected: 'btc' } }] } })
  })
})

describe('the table, where an oracle says nothing', () => {
  it('knows staked tokens, and principal tokens by what they pay out', () => {
    for (const symbol of ['mETH', 'pufETH', 'sfrxETH', 'superOETHb', 'PT-weETH-27NOV2026'])
      expect(familyOf(symbol), symbol).toEqual({ family: 'ETH', role: 'derivative' })
    for (const symbol of ['sUSDe', 'PT-sUSDE-27NOV2026']) expect(familyOf(symbol)).toEqual({ family: 'USDe', role: 'derivative' })
    expect(familyOf('PT-')).toEqual({ family: 'PT-', role: 'numeraire' })
    expect(familyOf('PTWETH')).toEqual({ family: 'PTWETH', role: 'numeraire' })
  })

  it('takes for a dollar what is called so and worth about one', () => {
    expect(isDollar({ symbol: 'sUSDS', priceUsd: 1.08 })).toBe(true)
    expect(isDollar({ symbol: 'PT-USDe-5FEB2027', priceUsd: 0.97 })).toBe(true)
    expect(isDollar({ symbol: 'DAI', priceUsd: 0.2 })).toBe(false)
    expect(isDollar({ symbol: 'LINK', priceUsd: 1 })).toBe(false)
    expect([isAnchor('usdc'), isAnchor('USDe')]).toEqual([true, false])
  })
})
