// The same falls under deeper, shallower and refilling markets: what a run of its own says, in order, and the default untouched.
import { describe, expect, it } from 'vitest'
import { createBook } from '../../../processors/services/cascade/book/book.ts'
import { analyseChain } from '../../../processors/services/cascade/chain-analysis.ts'
import { pointAt, tallyOf } from '../../../processors/services/cascade/curve/columns.ts'
import { computeVariants, refillShareOf, variantDropsPct } from '../../../processors/services/cascade/curve/variants.ts'
import { simulate, uniformShock } from '../../../processors/services/cascade/engine/simulate.ts'
import { buildIndex } from '../../../processors/services/cascade/index/build.ts'
import { defaultAssumptions } from '../../../processors/services/cascade/model/market-state.ts'
import { readCascade } from '../../../processors/services/cascade/read-query.ts'
import { type CascadeBody, cascadeAt } from '../../../processors/services/cascade/rows/cascade-row.ts'
import { cascadeDraft } from '../../../processors/services/cascade/rows/drafts.ts'
import { generateBook } from '../../support/cascade/book-generator.ts'
import { runOf } from '../../support/cascade/indexed.ts'
import { snapshotOf } from '../../support/cascade/seeded-chain.ts'
import { factsAt, seededFacts } from '../../support/cascade/seeded-facts.ts'

describe('markets other than those that were read', () => {
  const { state, positions, ethFamily } = generateBook({ seed: 9, positions: 800, depthUsd: 2e6, morphoShare: 0.3 })
  const book = createBook()
  for (const position of positions) book.upsert(position)
  const variants = computeVariants(buildIndex(book.view(), state, ethFamily), 0)

  it('give what a run under such markets gives', () => {
    expect(variants).toHaveLength(8)
    for (const { depthMultiplier, horizon, columns } of variants) {
      const assumptions = { ...defaultAssumptions, depthMultiplier, refillShare: refillShareOf(horizon) }
      const run = runOf(positions, state, ethFamily, assumptions)
      for (const drop of [5, 20, 50]) {
        const outcome = simulate(run, uniformShock(ethFamily, drop / 100))
        const point = pointAt(columns, variantDropsPct.indexOf(drop))
        expect(tallyOf(point, 'aave', 'total')).toEqual(outcome.perProtocol[0])
        expect(point.finalDropPct).toBe((1 - outcome.marketMultiplier[0]!) * 100)
      }
    }
  })

  it('beside markets that take nothing are what they are alone, and beside deep ones only the drop itself is left', () => {
    const index = buildIndex(book.view(), state, ethFamily)
    const beside = (size: number) =>
      state.tokens.map(() => ({ kind: 'sampled', sizes: [size, 2 * size], multipliers: [0.999_999, 0.9] }) as const)
    const [empty, deep] = [0, 1e12].map((size) => computeVariants(index, 0, beside(size)))
    expect(empty).toHaveLength(9)
    for (const { depthMultiplier, horizon, columns } of variants) {
      const same = empty!.find((one) => one.depthMultiplier === depthMultiplier && one.horizon === horizon)!
      columns.finalDropPct.forEach((fall, k) => {
        expect(same.columns.finalDropPct[k]).toBeCloseTo(fall, 6)
        expect(same.columns['aave.total.seizedUsd'][k]).toBeCloseTo(columns['aave.total.seizedUsd'][k]!, 2)
      })
    }
    for (const { columns } of deep!)
      for (const [k, fall] of columns.finalDropPct.entries()) expect(fall).toBeCloseTo(variantDropsPct[k]!, 3)
  })

  // Not at every drop: who falls less in one round may be liquidated in more of them, as with a shallower drop.
  it('end higher on the whole the deeper and the more patient they are', () => {
    const fallOf = (depth: number, horizon: string) =>
      variants
        .find((one) => one.depthMultiplier === depth && one.horizon === horizon)!
        .columns.finalDropPct.reduce((sum, fall) => sum + fall, 0)
    expect(fallOf(0.5, 'day')).toBeLessThan(fallOf(0.5, 'block') - 1)
    expect(fallOf(2, 'block')).toBeLessThan(fallOf(0.5, 'block') - 1)
    expect(fallOf(2, 'day')).toBeLessThan(fallOf(2, 'block'))
    expect(refillShareOf('block')).toBe(0)
  })
})

describe('an answer', () => {
  const chain = analyseChain(snapshotOf(seededFacts({ seed: 51, chainId: 1, borrowers: 120 })))
  const draft = cascadeDraft(chain, chain.tokens[0]!, factsAt)
  const body = JSON.parse(JSON.stringify(draft.body)) as CascadeBody
  const token = chain.tokens[0]!.token

  it('says under which markets it stands, where depth was read and where not', () => {
    const plain = cascadeAt(body, 10)
    const other = cascadeAt(body, 10, undefined, { depthMultiplier: 0.5, horizon: 'day' })
    expect(plain.query).toMatchObject({ depth_multiplier: 1, horizon: 'block' })
    expect(other.query).toMatchObject({ depth_multiplier: 0.5, horizon: 'day' })
    expect(plain.assumptions.join()).toMatch(/times 1:/)
    expect(plain.assumptions.join()).toMatch(/markets take nothing back/)
    expect(other.assumptions.join()).toMatch(/times 0.5:.*|93.75 % of what was sold/)
    expect(plain.contagion).not.toBeNull()
    expect(other).toMatchObject({ contagion: null, next_leap: null })
    expect(plain.depth.block).toBeGreaterThan(0)
    expect(plain.depth.read).not.toBeNull()
    expect(plain.depth.not_counted).toContain('central exchanges')
  })

  it('of a drop that was not computed is the worse of its neighbours, and says so', () => {
    const markets = { depthMultiplier: 2, horizon: 'block' } as const
    const [low, at, high] = [20, 22, 25].map((drop) => cascadeAt(body, drop, undefined, markets).outcome)
    expect(at!.jump).toBe(true)
    for (const field of ['collateral_seized_usd', 'bad_debt_usd', 'final_drop_pct'] as const)
      expect(at![field]).toBe(Math.max(low![field], high![field]))
  })

  it('has one form for one question: defaults that are spelled out ask nothing else', () => {
    const keys = [`1:${token}`]
    const plain = readCascade({ token }, keys)
    expect(readCascade({ token, depth_multiplier: '1', horizon: 'block' }, keys)).toEqual(plain)
    expect(readCascade({ token, depth_multiplier: '2' }, keys)).toMatchObject({ input: { depth_multiplier: 2 } })
  })
})
