// Chains and trending tokens: changes, rotation and heat against hand-computed values, and the published shape of a pool.
import { existsSync, readFileSync } from 'node:fs'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import chainTvl from '../../../ingestors/sources/defillama-chain-tvl/ingestor.ts'
import dexVolumes from '../../../ingestors/sources/defillama-dex-volumes/ingestor.ts'
import nativePrices from '../../../ingestors/sources/defillama-native-prices/ingestor.ts'
import stables from '../../../ingestors/sources/defillama-stables/ingestor.ts'
import boosts from '../../../ingestors/sources/dexscreener-boosts/ingestor.ts'
import trending from '../../../ingestors/sources/geckoterminal-trending/ingestor.ts'
import service from '../../../processors/services/chainscout/service.ts'
import { computeTrending } from '../../../processors/services/chainscout/signal.ts'
import { nativeShare } from '../../../processors/services/chainscout/token-moves.ts'
import { changeOver, computeTvl, shareMoved } from '../../../processors/services/chainscout/tvl.ts'
import { draftsOf, pollSample, toFacts } from '../../support/service-facts.ts'

const now = new Date('2026-11-20T10:30:00Z')
const history = (chain: string, read: (day: number) => number) => ({
  chain,
  days: Array.from({ length: 100 }, (_, day) => ({ day, usd: read(day) })),
})

const nothing = { prices: new Map(), stables: new Map(), dexVolumes: new Map() }

describe('value locked', () => {
  it('measures a week against the weeks before it', () => {
    const total = history('all', (day) => (day === 99 ? 110 : 100))
    expect(changeOver(total, 7)).toBeCloseTo(0.1, 10)
    expect(changeOver(total, 200)).toBeNull()
    const answer = computeTvl({ total, chains: [total], observedAt: now, ...nothing }, now)
    // 93 weekly changes, one of 10 % and the others 0: deviation 0.1 × sqrt(1/93 − 1/93²) = 0.010314
    expect(answer.score).toBeCloseTo(100 * Math.tanh(0.1 / (0.1 * Math.sqrt(1 / 93 - 1 / 93 ** 2))), 6)
    expect(answer.label).toBe('inflow')
    expect(answer.mix.coverage.missing).toEqual(['token_price_adjustment', 'stablecoins', 'dex_volumes'])
  })
  it('has no week where the day a week ago is missing, and never tells the one before it', () => {
    const whole = history('A', (day) => (day === 98 ? 150 : 100 + (day % 3)))
    const holed = { ...whole, days: whole.days.filter(({ day }) => day !== 92) }
    const zOf = (chain: typeof whole) =>
      computeTvl({ total: whole, chains: [chain], observedAt: now, ...nothing }, now).chains[0]!.d7_z
    expect(zOf(whole)).not.toBeNull()
    // The day before had jumped by half.
    expect(zOf(holed)).toBeNull()
  })
  it('stands where every chain is worth nothing, or the list holds a chain of one day', () => {
    const dead = history('A', () => 0)
    const young = { chain: 'B', days: [{ day: 99, usd: 5 }] }
    const answer = computeTvl({ total: dead, chains: [dead, young], observedAt: now, ...nothing }, now)
    expect(answer.score).toBeNull()
    expect(answer.chains.map(({ share_pct, d7_pct, d7_z }) => [share_pct, d7_pct, d7_z])).toEqual([
      [0, null, null],
      [0, null, null],
    ])
  })
  it('finds the stablecoins of a chain that the other list calls by another name', () => {
    const chain = history('OP Mainnet', () => 100)
    const stables = new Map([['optimism', { usd: 7e8, week: { agoUsd: 7e8, nowUsd: 7e8 } }]])
    const told = computeTvl({ total: chain, chains: [chain], observedAt: now, ...nothing, stables }, now)
    expect(told.chains[0]!.stables_usd).toBe(7e8)
  })
  it('calls it rotation when chains swap value and the total stands', () => {
    const steps = [history('A', (day) => (day > 95 ? 45 : 50)), history('B', (day) => (day > 95 ? 55 : 50))]
    expect(shareMoved(steps)).toBeCloseTo(0.05, 10)
    const total = history('all', (day) => 100 + (day % 2) * 1e-3 + (day === 50 ? 5 : 0))
    expect(computeTvl({ total, chains: steps, observedAt: now, ...nothing }, now).label).toBe('rotation')
  })
})

describe('a token that moves', () => {
  // 60 % of it in a token that swings and ends 20 % up on a week, the rest in dollars.
  const price = (day: number) => (day === 99 ? 2_400 : 2_000 + 40 * (day % 2) * (day < 92 ? 1 : 0))
  const usd = (day: number, added: number) => 400 + (600 * price(day)) / 2_000 + (day === 99 ? added : 0)
  const prices = new Map([['A', new Map(Array.from({ length: 100 }, (_, day) => [day, price(day)]))]])
  const scored = (added: number) => {
    const chain = history('A', (day) => usd(day, added))
    const total = { ...chain, chain: 'all' }
    return computeTvl({ total, chains: [chain], observedAt: now, ...nothing, prices }, now)
  }
  it('is told from its own days', () => {
    const line = { usd: new Map(Array.from({ length: 100 }, (_, day) => [day, usd(day, 0)])), price: prices.get('A')! }
    expect(nativeShare(line, 99)).toBeCloseTo(0.61, 1)
    expect(nativeShare({ ...line, price: new Map([...line.price].slice(-20)) }, 99)).toBeNull()
  })
  it('is no inflow by itself: in dollars 12 %, without it next to nothing', () => {
    const answer = scored(0)
    expect(answer.change.d7_pct).toBe(12)
    expect(Math.abs(answer.change.d7_price_adjusted_pct!)).toBeLessThan(0.5)
    expect(answer.chains[0]).toMatchObject({ d7_price_adjusted_pct: answer.change.d7_price_adjusted_pct })
    expect(answer.mix.coverage.missing).toEqual(['stablecoins', 'dex_volumes'])
  })
  it('hides no inflow: 100 dollars more are 100 dollars more at the old price', () => {
    const { chains } = scored(100)
    const share = chains[0]!.native_share_pct! / 100
    expect(chains[0]!.d7_price_adjusted_pct).toBeCloseTo(100 * (1_220 / 1_000 / (1 + 0.2 * share) - 1), 0)
  })
})

describe('trending', () => {
  const pool = (token: string, more: object = {}) => ({
    chain: 'base',
    token,
    name: token,
    symbol: token,
    createdAt: '2026-11-01T00:00:00Z',
    change24hPct: 0,
    volumeUsd: 1e5,
    liquidityUsd: 1e5,
    buyersH1: 10,
    buyersH24: 240,
    sellersH1: 10,
    reports: 0,
    ...more,
  })
  it('leaves shallow pools out and tells what is paid for', () => {
    const pools = [pool('A', { volumeUsd: 4e5 }), pool('B'), pool('C', { liquidityUsd: 19_999 }), pool('D', { volumeUsd: 4e5 })]
    const answer = computeTrending({ pools, observedAt: now, promoted: new Set(['d']) }, now)
    expect(answer.market).toMatchObject({ pools: 3, left_out_for_liquidity: 1, median_turnover_ratio: 4 })
    // log10(4) between log10(0.5) and log10(5): 0.903
    expect(answer.score).toBeCloseTo(90.309, 2)
    // A and D trade alike, z = 1/√2 each; D is on a second list and cut by 0.7.
    const heat = (token: string) => answer.tokens.find((one) => one.symbol === token)!.heat
    expect(heat('A')).toBeCloseTo(100 * Math.tanh(0.35 * Math.SQRT1_2), 1)
    expect(heat('D')).toBeCloseTo(70 * Math.tanh(0.35 * Math.SQRT1_2 + 0.2), 1)
    expect(answer.tokens.find((one) => one.symbol === 'D')!.promoted).toBe(true)
  })
})

describe('the service on its samples', async () => {
  const polled = await Promise.all(
    [chainTvl, nativePrices, dexVolumes, stables, trending, boosts].map(async (ingestor) =>
      toFacts(ingestor.topic, await pollSample(ingestor, now)),
    ),
  )
  it.each(['tvl', 'trending'])('computes a valid row for %s', (key) => {
    const [draft] = draftsOf(service, polled.flat(), key)
    const route = service.routes.find((candidate) => candidate.path === draft!.route)!
    const { properties, ...schema } = route.output
    const check = Compile({ ...schema, properties: { ...properties, meta: { type: 'object' } } })
    expect([...check.Errors({ ...draft!.body, meta: {} })]).toEqual([])
    expect(() => route.shape!(draft!.body, { chain: 'nowhere' })).toThrow(/nowhere/)
    const shaped = route.shape!(draft!.body, route.read!({ chain: 'Base' }, now)) as Record<string, object[]>
    expect((shaped.chains ?? shaped.tokens)!.length).toBeGreaterThan(0)
  })
  it('judges the chain that is named, not the whole', () => {
    const bodyOf = (key: string) => draftsOf(service, polled.flat(), key)[0]!.body as any
    const [tvl, whales] = ['/tvl', '/whales'].map((path) => service.routes.find((candidate) => candidate.path === path)!)
    const body = bodyOf('tvl')
    const of = (change: object) =>
      (tvl!.shape!({ ...body, chains: [{ ...body.chains[0], name: 'Base', ...change }] }, { chain: 'base' }) as typeof body)
        .signal
    expect(of({ score: -70, label: 'outflow' })).toMatchObject({
      label: 'outflow',
      score: -70,
      direction: 'bearish',
      summary: expect.stringMatching(/^Base holds/),
    })
    expect(of({ score: null, label: 'flat' })).toMatchObject({ label: 'flat', score: 0, confidence: 0.3 })
    expect((tvl!.shape!(body, {}) as typeof body).signal).toEqual(body.signal)
    for (const { score, label } of body.chains)
      expect(label).toBe(score === null || Math.abs(score) < 20 ? 'flat' : score > 0 ? 'inflow' : 'outflow')
    const flows = bodyOf('whales')
    const flow = (change_7d_pct: number) =>
      (
        whales!.shape!(
          { ...flows, chains: [{ ...flows.chains[0], chain: 'Base', change_7d_pct }] },
          { chain: 'base' },
        ) as typeof flows
      ).signal
    expect([flow(-2), flow(0.1), flow(0.5)].map(({ label, score }) => [label, score])).toEqual([
      ['outflow', -96.4],
      ['quiet', 10],
      ['inflow', 46.2],
    ])
  })
})

const captures =
  process.env.UPSTREAM_SAMPLES === undefined ? null : `${process.env.UPSTREAM_SAMPLES}/samples/crypto/geckoterminal_onchain.json`
it.skipIf(captures === null || !existsSync(captures ?? ''))("parses GeckoTerminal's published example", () => {
  const page = JSON.parse(readFileSync(captures!, 'utf8'))['/onchain/networks/{network}/trending_pools']
  const [value] = trending.parse([page], now)
  expect(value!.pools[0]).toMatchObject({
    chain: 'eth',
    token: '0xf280b16ef293d8e534e370794ef26bf312694126',
    symbol: 'ASTEROID',
    volume_24h_usd: 7900631.31777918,
    liquidity_usd: 2471711.2255,
    buyers_h24: 1290,
    reports: 4,
  })
})
