// The token route's formula by hand, pool arithmetic against the whitepapers' relations, and a second opinion that differs.
import { expect, test } from 'vitest'
import { sampleContractFacts } from '../../../ingestors/contracts/sample-facts.ts'
import { depthShare, priceOfRoot, virtualQuote } from '../../../ingestors/contracts/token/pool-price.ts'
import pairs from '../../../ingestors/sources/dexscreener-pairs/ingestor.ts'
import { evmTokens } from '../../../ingestors/sources/evm-token/topic.ts'
import goplus from '../../../ingestors/sources/goplus-token/ingestor.ts'
import sourcify from '../../../ingestors/sources/sourcify/ingestor.ts'
import { composite } from '../../../processors/formula/index.ts'
import type { Fact } from '../../../processors/kit/define.ts'
import token from '../../../processors/services/token/service.ts'
import {
  capOf,
  confidenceOf,
  holdersWorth,
  labelOf,
  liquidityWorth,
  marketWorth,
  scoreParts,
} from '../../../processors/services/token/signal.ts'
import { draftsOf, pollSample, toFacts } from '../../support/service-facts.ts'

const now = new Date('2026-11-18T12:00:00Z')
const key = 'any:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const sound = {
  isHoneypot: false,
  isTradable: true,
  sellTax: 0,
  isUnverifiedUpgradeable: false,
  anyoneMints: false,
  liquidityUsd: 1e6,
}

test('the score is the weighted sum of its parts', () => {
  const parts = scoreParts({
    deductions: [{ code: 'mint', worth: 0.35 }],
    liquidityUsd: 1e6,
    top10Share: 0.35,
    ageDays: 90,
    market: { volumeUsd: 5e4, liquidityUsd: 1e6, buys: 60, sells: 40 },
  })
  // 35·0.65 + 25·log10(100)/3 + 20·(1 − 0.15/0.6) + 10·0.5 + 10·1 = 22.75 + 16.667 + 15 + 5 + 10
  expect(composite(parts, now).score).toBeCloseTo(69.4167, 3)
})

test('each part between nothing and all', () => {
  expect([1e3, 1e4, 1e7, 1e9].map(liquidityWorth)).toEqual([0, 0, 1, 1])
  expect([0, 0.2, 0.5, 0.8, 1].map((share) => Number(holdersWorth(share).toFixed(6)))).toEqual([1, 1, 0.5, 0, 0])
  const trade = { volumeUsd: 1e5, liquidityUsd: 1e5, buys: 50, sells: 50 }
  expect(marketWorth(trade)).toBe(1)
  // All pools turned over twenty times in a day, and nobody sells.
  expect(marketWorth({ ...trade, volumeUsd: 2e6, sells: 0 })).toBe(0)
  expect(marketWorth({ ...trade, volumeUsd: 0, buys: 0, sells: 0 })).toBe(0)
})

test('a fault caps the whole', () => {
  expect(capOf(sound)).toBe(100)
  expect(capOf({ ...sound, isHoneypot: true })).toBe(0)
  expect(capOf({ ...sound, sellTax: 0.21 })).toBe(15)
  expect(capOf({ ...sound, sellTax: 0.2 })).toBe(100)
  expect(capOf({ ...sound, isUnverifiedUpgradeable: true })).toBe(35)
  expect(capOf({ ...sound, liquidityUsd: 4_999 })).toBe(30)
  expect(capOf({ ...sound, liquidityUsd: null })).toBe(100)
  expect(capOf({ ...sound, isUnverifiedUpgradeable: true, anyoneMints: true })).toBe(10)
})

test('nothing is called safe of which too little is known', () => {
  expect(labelOf(90, { coverage: 0.8, isSure: true })).toBe('safe')
  expect(labelOf(90, { coverage: 0.59, isSure: true })).toBe('caution')
  expect(labelOf(90, { coverage: 0.8, isSure: false })).toBe('caution')
  expect(labelOf(10, { coverage: 0.2, isSure: false })).toBe('dangerous')
  expect(confidenceOf(0.81, null)).toBeCloseTo(0.72, 10)
  expect(confidenceOf(0.81, true)).toBeCloseTo(0.9, 10)
  expect(confidenceOf(1, false)).toBe(0.5)
})

test('pools: a constant product is two percent cheaper after this part of its quote is gone', () => {
  // x·y = k with y' = y·(1 − share): the price y²/k falls by the square.
  expect((1 - depthShare) ** 2).toBeCloseTo(0.98, 12)
  // A root of 2^96 is a price of one; a root of 2·2^96 one of four (Uniswap v3 whitepaper, 6.1).
  expect(priceOfRoot(2n ** 96n, true)).toBe(1)
  expect(priceOfRoot(2n ** 97n, true)).toBe(4)
  expect(priceOfRoot(2n ** 97n, false)).toBe(0.25)
  // L = √(x·y): at a price of four, a thousand of token0 are four thousand of token1 and L is two thousand.
  expect(virtualQuote(2_000n, 2n ** 97n, true)).toBe(4_000)
  expect(virtualQuote(2_000n, 2n ** 97n, false)).toBe(1_000)
})

async function sampleFacts(change: (reading: any) => object = (reading) => reading): Promise<Fact[]> {
  const readings = [...(await sampleContractFacts(now))].find(([topic]) => topic === evmTokens)![1]
  const others = await Promise.all([sourcify, pairs, goplus].map(async (one) => toFacts(one.topic, await pollSample(one, now))))
  return [...toFacts(evmTokens, readings.map(change)), ...others.flat()]
}
const bodyOf = (facts: readonly Fact[]) => draftsOf(token, facts, key)[0]!.body as any

test('a dollar is not blamed for being mintable by its issuer', async () => {
  const body = bodyOf(await sampleFacts())
  expect(body.signal.label).toBe('safe')
  expect(body.security).toMatchObject({
    mintable: true,
    blacklist: true,
    verified: false,
    honeypot: { second_opinion: 'agrees' },
  })
  expect(body.flags.filter(({ code }: any) => code.endsWith('_mint')).map(({ severity }: any) => severity)).toEqual(['info'])
  // Two pools against WETH: 2·(5120.25 + 610.5)·2512.4, more than what is listed.
  expect(body.market.liquidity_usd).toBeCloseTo(28_795_872.6, 1)
  // The two holders listed that are not locked and the eight smaller ones: 0.081 + 8·0.019.
  expect(body.holders).toMatchObject({ source: 'goplus', top10_share: 0.233, count: 6_120_345 })
})

test('what is locked says until when, and earlier readings of its pairs are its history', async () => {
  const facts = await sampleFacts()
  const { liquidity, trend } = bodyOf(facts)
  expect(liquidity.lp_lock).toMatchObject({
    source: 'goplus',
    share: 0.62,
    first_unlock_at: '2031-11-01T05:00:00.000Z',
    lockers: [{ name: 'UniCrypt', share: 0.62 }],
  })
  expect(trend.history).toMatchObject([{ at: now.toISOString(), price_usd: 1.0001, pairs: 2 }])
  const before = new Date(now.getTime() - 3_600_000)
  const earlier = facts
    .filter(({ topic }) => topic === pairs.topic.name)
    .map((fact) => ({
      ...fact,
      observedAt: before,
      value: { ...(fact.value as object), pairs: [], read_at: before.toISOString() },
    }))
  const longer = bodyOf([...earlier, ...facts]).trend.history
  expect(longer.map(({ at, price_usd, pairs: many }: any) => [at, price_usd, many])).toEqual([
    [before.toISOString(), null, 0],
    [now.toISOString(), 1.0001, 2],
  ])
})

test('where no pool is known nobody says that it has no liquidity, nor that it is safe', async () => {
  const facts = await sampleFacts((reading) => ({ ...reading, pools: [], beside: ['sourcify', 'goplus-token'] }))
  const { market, signal } = bodyOf(facts)
  expect(market.liquidity_usd).toBe(null)
  expect(signal.label).toBe('caution')
  expect(signal.score).toBeGreaterThan(30)
  expect(signal.summary).toContain('liquidity unknown')
  // Who watches all exchanges found none.
  const unlisted = await sampleFacts((reading) => ({ ...reading, pools: [] }))
  const none = unlisted.map((fact) =>
    fact.topic === pairs.topic.name ? { ...fact, value: { ...(fact.value as object), pairs: [] } } : fact,
  )
  expect(bodyOf(none).market.liquidity_usd).toBe(0)
})

test('two opinions that differ are no better than caution', async () => {
  const facts = await sampleFacts()
  const differing = facts.map((fact) =>
    fact.topic === goplus.topic.name ? { ...fact, value: { ...(fact.value as object), honeypot: true } } : fact,
  )
  const { signal, flags, security } = bodyOf(differing)
  expect(signal.label).toBe('caution')
  expect(signal.confidence).toBeLessThanOrEqual(0.5)
  expect(security.honeypot.second_opinion).toBe('differs')
  expect(flags.map(({ code }: any) => code)).toContain('opinions_differ')
})

test('who did not answer is missed, who did is waited for', async () => {
  const alone = await sampleFacts((reading) => ({ ...reading, beside: [] }))
  const [draft] = draftsOf(token, alone, key)
  expect(draft!.coverage.missing).toEqual(['holders', 'market'])
  expect((draft!.body as any).security.verified).toBe(null)
  const without = (await sampleFacts()).filter(({ topic }) => topic !== goplus.topic.name)
  expect(() => draftsOf(token, without, key)).toThrow(expect.objectContaining({ code: 'not_enough_data' }))
})
