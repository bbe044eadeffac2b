// A wallet's gains, score and agent checks by hand, on readings made up so that the answers are known beforehand.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import readingsAt from '../../../ingestors/sources/evm-account/samples/facts.ts'
import { evmAccounts } from '../../../ingestors/sources/evm-account/topic.ts'
import hyperliquid from '../../../ingestors/sources/hyperliquid-account/ingestor.ts'
import { toAccount } from '../../../processors/families/evm-wallet.ts'
import kya from '../../../processors/services/kya/service.ts'
import { type AgentFacts, checkAgent } from '../../../processors/services/kya/signal.ts'
import pnl from '../../../processors/services/pnl/service.ts'
import { type ChainSide, computePnl, movesOf, onlyOn } from '../../../processors/services/pnl/signal.ts'
import wallet from '../../../processors/services/wallet/service.ts'
import { scoreWallet } from '../../../processors/services/wallet/signal.ts'
import { draftsOf, toFacts } from '../../support/service-facts.ts'

const now = new Date('2026-11-18T12:00:00Z')
const daysAgo = (n: number) => new Date(now.getTime() - n * 86_400_000)
const usdc = { token: 'usdc', symbol: 'USDC', units: 100, priceUsd: 1, isDollar: true }
const asset = (units: number, priceUsd: number | null = 5) => ({ token: 'a', symbol: 'A', units, priceUsd, isDollar: false })
const leg = (tx: string, n: number, token: string, units: number, out: boolean) => ({ tx, at: daysAgo(n), token, units, out })
const side = (legs: ChainSide['legs'], held = asset(0), isWhole = true): ChainSide => ({ legs, held: [usdc, held], isWhole })
const bought = (tx: string, n: number, units: number, usd: number) => [
  leg(tx, n, 'usdc', usd, true),
  leg(tx, n, 'a', units, false),
]
const sold = (tx: string, n: number, units: number, usd: number) => [leg(tx, n, 'a', units, true), leg(tx, n, 'usdc', usd, false)]

test('bought for 100 and 300, sold a half more than the first for 450: 450 less 100 and half of 300', () => {
  const chain = side([...bought('1', 60, 10, 100), ...bought('2', 50, 10, 300), ...sold('3', 10, 15, 450)], asset(5))
  const told = computePnl({ chain, venue: null }, '30d', now)
  expect(told.pnl).toMatchObject({ realized_usd: 200, unrealized_usd: 5 * 5 - 150, net_usd: 75 })
  expect(told.label).toBe('profitable')
  expect(told.open_lots).toEqual([{ asset: 'A', quantity: 5, cost_usd: 150, value_usd: 25, opened_at: daysAgo(50) }])
  // Lots are matched over the whole history, gains count in the window.
  expect(computePnl({ chain, venue: null }, '7d', now).pnl.realized_usd).toBe(0)
})

test('who only won scores no worse than who won as much and lost a little beside', () => {
  const won = [...bought('1', 20, 10, 100), ...sold('2', 10, 10, 600)]
  const lost = [...bought('3', 9, 10, 100), ...sold('4', 8, 10, 99)]
  const told = (legs: ChainSide['legs']) => computePnl({ chain: side(legs), venue: null }, '30d', now)
  const [clean, mixed] = [told(won), told([...won, ...lost])]
  expect([clean.stats.profit_factor, mixed.stats.profit_factor]).toEqual([null, 500])
  expect(clean.mix.score).toBeGreaterThanOrEqual(mixed.mix.score)
})

test('a deposit has no known cost: its gain is left out and named, and so is a swap of two unknown tokens', () => {
  const chain = side([leg('1', 20, 'a', 10, false), ...sold('2', 10, 10, 500)])
  const told = computePnl({ chain, venue: null }, '30d', now)
  expect([told.pnl.realized_usd, told.unpriced, told.by_asset]).toEqual([0, ['A'], []])
  const swap = side([leg('1', 9, 'a', 1, true), leg('1', 9, 'b', 2, false)])
  expect(movesOf({ ...swap, isWhole: false }, now).map(({ kind, asset, usd }) => [kind, asset, usd])).toEqual([
    ['sell', 'a', undefined],
    ['buy', 'b', undefined],
  ])
})

test('dust that anybody sends hides no gain, lowers no confidence, and a namesake is another token', () => {
  const deals = [...bought('1', 20, 10, 100), ...sold('2', 10, 10, 600)]
  const clean = computePnl({ chain: side(deals), venue: null }, '30d', now)
  const spam = { token: 'fake', symbol: 'A', units: 7, priceUsd: null, isDollar: false }
  const dusty = [leg('0', 25, 'a', 1e-9, false), ...deals, leg('3', 5, 'a', 1e-9, false), leg('4', 4, 'fake', 7, false)]
  const told = computePnl({ chain: { ...side(dusty, asset(1e-9)), held: [usdc, asset(1e-9), spam] }, venue: null }, '30d', now)
  expect(told.pnl.realized_usd).toBeCloseTo(clean.pnl.realized_usd, 3)
  expect([told.label, told.mix.score, told.mix.confidence]).toEqual([
    clean.label,
    expect.closeTo(clean.mix.score, 3),
    clean.mix.confidence,
  ])
  expect(told.mix.coverage).toEqual(clean.mix.coverage)
  expect(told.by_asset).toEqual([{ asset: 'A a', realized_usd: expect.closeTo(500, 3), trades: 1 }])
  expect(told.open_lots.find(({ asset }) => asset === 'A fake')).toMatchObject({ cost_usd: null, value_usd: null })
})

test('where no deal could be priced the chain gained nothing that is known', () => {
  const told = computePnl({ chain: side([leg('1', 20, 'a', 10, false), ...sold('2', 10, 10, 500)]), venue: null }, '30d', now)
  expect([told.evm.net_usd, told.evm.realized_usd, told.label]).toEqual([null, null, 'insufficient_data'])
  expect(told.summary).toContain('no deal on chain could be priced')
})

test('what a balance has beyond its transfers grew by itself, where all of them are known', () => {
  const chain = side(bought('1', 20, 10, 100), asset(11))
  const told = computePnl({ chain, venue: null }, '30d', now)
  expect(told.open_lots[0]).toMatchObject({ quantity: 11, cost_usd: 100, value_usd: 55 })
  expect(computePnl({ chain: { ...chain, isWhole: false }, venue: null }, '30d', now).open_lots[0]!.quantity).toBe(10)
})

test('who gained and took it all out has no rate of return to tell, and not one below zero', () => {
  const chain = { ...side([...bought('1', 20, 10, 100), ...sold('2', 10, 10, 600)]), held: [{ ...usdc, units: 50 }, asset(0)] }
  const told = computePnl({ chain, venue: null }, '30d', now)
  // 500 gained and 50 left: 50 less 500 is no stake.
  expect([told.pnl.net_usd, told.pnl.equity_usd, told.pnl.roi_pct]).toEqual([500, 50, null])
  const kept = { ...chain, held: [{ ...usdc, units: 600 }, asset(0)] }
  expect(computePnl({ chain: kept, venue: null }, '30d', now).pnl.roi_pct).toBeCloseTo(500, 9)
})

test('a venue: closings less fees plus funding plus what is open', () => {
  const venue = {
    accountUsd: 10_000,
    unrealizedUsd: 50,
    fills: [
      { at: daysAgo(40), coin: 'BTC', closedUsd: 999, feeUsd: 1 },
      { at: daysAgo(20), coin: 'BTC', closedUsd: 300, feeUsd: 10 },
      { at: daysAgo(10), coin: 'ETH', closedUsd: -100, feeUsd: 5 },
      { at: daysAgo(9), coin: 'ETH', closedUsd: 0, feeUsd: 5 },
    ],
    funding: [{ at: daysAgo(5), coin: 'ETH', usd: -8 }],
    isCut: false,
  }
  const told = computePnl({ chain: side([]), venue }, '30d', now)
  expect(told.hyperliquid).toMatchObject({
    realized_usd: 200,
    fees_usd: 20,
    funding_usd: -8,
    unrealized_usd: 50,
    net_usd: 222,
    closings: 2,
  })
  expect(told.stats).toMatchObject({ trades: 2, win_rate_pct: 50, max_drawdown_usd: 105, best_usd: 290, worst_usd: -105 })
  expect(told.stats.profit_factor).toBeCloseTo(290 / 105, 9)
})

test('of one venue only that is counted: what the other gained, holds and lacks is none of it', () => {
  const fills = [{ at: daysAgo(20), coin: 'BTC', closedUsd: 300, feeUsd: 10 }]
  const venue = { accountUsd: 10_000, unrealizedUsd: 50, fills, funding: [], isCut: false }
  const both = { chain: { ...side(bought('1', 20, 10, 100), asset(10)), isWhole: false }, venue }
  const on = (where: 'all' | 'hyperliquid' | 'evm') => computePnl(onlyOn(where, both), '30d', now, where)
  expect(on('all').pnl.net_usd).toBe(on('evm').pnl.net_usd + on('hyperliquid').pnl.net_usd)
  expect(on('hyperliquid')).toMatchObject({ pnl: { net_usd: 340, equity_usd: 10_000 }, evm: { net_usd: 0 }, open_lots: [] })
  expect(on('hyperliquid').mix.coverage.missing).toEqual([])
  expect(on('hyperliquid').summary).not.toContain('on chain')
  expect(on('evm').hyperliquid).toBeNull()
  expect(on('evm').mix.coverage.missing).toEqual(['older_transfers', 'gas'])
  expect(on('evm').summary).not.toMatch(/perpetuals|Hyperliquid/)
  // Nobody traded there: an answer, and no guess.
  expect(computePnl(onlyOn('hyperliquid', { ...both, venue: null }), '30d', now, 'hyperliquid')).toMatchObject({
    label: 'insufficient_data',
    pnl: { net_usd: 0 },
    mix: { coverage: { missing: ['hyperliquid'] } },
  })
})

test('each window and venue has a row of its own, and another venue is malformed', () => {
  const { key, read } = pnl.routes[0]!
  const wallet = '0x1111111111111111111111111111111111111111'
  const keyOf = (given: object) => key(read!({ wallet, ...given } as never, now) as never)
  expect(keyOf({})).toBe(`any:${wallet}#30d`)
  expect(keyOf({ venue: 'evm', window: '7d' })).toBe(`any:${wallet}#7d-evm`)
  expect(() => keyOf({ venue: 'binance' })).toThrow(expect.objectContaining({ code: 'input_invalid' }))
})

test('without a trade there is nothing to say', () => {
  expect(computePnl({ chain: side([]), venue: null }, 'all', now)).toMatchObject({
    label: 'insufficient_data',
    mix: { score: 50 },
  })
})

const [reading] = readingsAt(now)
const facts = (change: object = {}) => toFacts(evmAccounts, [{ ...reading, ...change }])
const bodyOf = (service: typeof wallet, change: object = {}) => draftsOf(service, facts(change), reading!.asked)[0]!.body as any

test('the sample wallet: one fifth less two fifths of the cost, sold at a gain; the rest is open', () => {
  const drafts = draftsOf(pnl, facts(), reading!.asked)
  const body = drafts.find(({ key }) => key.endsWith('#30d'))!.body as any
  // 1,000 for 1,000 dollars, 400 of them sold for 900, 600 left at 2.50.
  expect(body.pnl).toMatchObject({ realized_usd: 500, unrealized_usd: 900, net_usd: 1_400 })
  // Five windows of three venues.
  expect(drafts).toHaveLength(15)
})

test('a wallet’s age is a floor where older blocks could not be read, and a few moves are thin', () => {
  expect(bodyOf(wallet).activity).toMatchObject({ is_floor: false, transactions_sent: 212, counterparties: 2 })
  expect(bodyOf(wallet, { from_block: 9 }).activity.is_floor).toBe(true)
  expect(scoreWallet({ ...toAccount(reading as never), nonce: 0, transfers: [] }, now).label).toBe('thin')
})

test('an address on the sanctions oracle is blocked at zero; without an oracle nobody says that it is clean', () => {
  expect(bodyOf(wallet, { sanctioned: true }).signal).toMatchObject({ label: 'blocked', score: 0 })
  expect(bodyOf(kya, { sanctioned: true }).signal).toMatchObject({ label: 'blocked', score: 0 })
  const unscreened = bodyOf(kya, { sanctioned: null })
  expect(unscreened.screening.sanctions_oracle).toBeNull()
  expect(unscreened.claims.map(({ claim }: { claim: string }) => claim)).not.toContain('on_sanctions_oracle')
})

test('every claim of an agent names its source and block, and x402 payments their transactions', () => {
  const { claims, payments } = bodyOf(kya)
  expect(payments).toMatchObject({ x402_made: 1, x402_received: 1, distinct_payers: 1, received_usd: 0.05 })
  for (const { source, block } of claims) expect([source.length > 10, block]).toEqual([true, 1_000_000])
  expect(claims.find(({ claim }: { claim: string }) => claim === 'x402_payments_made').records).toHaveLength(1)
})

const agent: AgentFacts = {
  address: '0xa',
  chainId: 8453,
  block: 1,
  isWhole: true,
  sanctioned: null,
  firstSeen: daysAgo(400),
  sent: 1_000,
  counterparties: 50,
  agents: [{ id: '1', uri: null, wallet: '0xa', clients: 20, feedback: 40, mean: 95, registeredAt: daysAgo(300) }],
  paid: { count: 0, records: [] },
  got: { count: 0, records: [] },
  payers: 99,
  gotUsd: 1,
  lastPaymentAt: now,
}

test('established takes five clients; none registered is unregistered; no registry read is not held against it', () => {
  expect(checkAgent(agent, now).label).toBe('established')
  const seen = (firstTx: string | null) =>
    checkAgent({ ...agent, firstTx }, now).claims.find(({ claim }) => claim === 'first_seen')
  expect([seen('0xfirst')!.records, seen(null)!.records]).toEqual([['0xfirst'], []])
  expect(checkAgent({ ...agent, agents: [{ ...agent.agents![0]!, clients: 4 }] }, now)).toMatchObject({ label: 'unproven' })
  expect(checkAgent({ ...agent, agents: [{ ...agent.agents![0]!, clients: 4 }] }, now).mix.confidence).toBeLessThanOrEqual(0.6)
  expect(checkAgent({ ...agent, agents: [] }, now).label).toBe('unregistered')
  expect(checkAgent({ ...agent, agents: null }, now)).toMatchObject({
    label: 'unproven',
    mix: { score: 50, coverage: { missing: ['registered', 'wallet_match', 'domain_proof', 'reputation', 'endpoints'] } },
  })
})

// By hand: of 100 the domain (10) and the endpoints (10) are not tried, so a wallet that matches is worth 5 of 80: 6.25 points.
test('a domain nobody asked counts for nothing: registered is two thirds of what can be known of an identity', () => {
  const of = (wallet: string | null) => checkAgent({ ...agent, agents: [{ ...agent.agents![0]!, wallet }] }, now).mix
  expect(of(agent.address).score - of('0x1').score).toBeCloseTo(6.25, 9)
  expect(of(agent.address)).toMatchObject({ availableWeight: 0.8, coverage: { missing: ['domain_proof', 'endpoints'] } })
  expect(of(null).coverage.missing).toEqual(['wallet_match', 'domain_proof', 'endpoints'])
})

const read = (service: typeof wallet, given: object) => {
  const [route] = service.routes
  const input = route!.read!(given as never, now)
  return route!.refine?.(input, now) ?? input
}
const good = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

test.each([
  ['wallet', wallet, 'address'],
  ['kya', kya, 'address'],
  ['pnl', pnl, 'wallet'],
] as const)('%s takes an address with its checksum and a chain by any of its names', (_label, service, name) => {
  const [route] = service.routes
  expect(route!.key(read(service, { [name]: good.toLowerCase(), chain_id: 'eip155:8453' }))).toContain(`8453:${good}`)
  expect(route!.key(read(service, { [name]: good }))).toContain(`any:${good}`)
  const bad = (given: object, code: string) => expect(() => read(service, given)).toThrow(expect.objectContaining({ code }))
  bad({}, 'input_invalid')
  bad({ [name]: good.replace('fCD6', 'FCD6') }, 'input_invalid')
  bad({ [name]: '0x123' }, 'input_invalid')
  bad({ [name]: `0x${'0'.repeat(40)}` }, 'input_unusable')
  bad({ [name]: '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM' }, 'input_unusable')
  bad({ [name]: good, chain_id: '7777' }, 'input_unusable')
  bad({ [name]: good, chain_id: 'moon' }, 'input_invalid')
})

test('another method than first in, first out is malformed', () => {
  expect(() => read(pnl, { wallet: good, method: 'lifo' })).toThrow(expect.objectContaining({ code: 'input_invalid' }))
})

const captured = join(process.env.UPSTREAM_SAMPLES ?? '', 'samples')
test.skipIf(process.env.UPSTREAM_SAMPLES === undefined || !existsSync(captured))(
  'a captured account and its fills are read',
  () => {
    const json = (file: string) => JSON.parse(readFileSync(join(captured, file), 'utf8'))
    const fills = json('crypto/hyperliquid_info_account.json').userFills.response
    const state = json('captured/hyperliquid/clearinghouseState-3.json')
    const [value] = hyperliquid.parse({ asked: '8453:0x', state, fills, funding: [] }, now)
    expect(value!.positions[0]).toEqual({
      coin: 'VIRTUAL',
      size: -3413.8,
      entry_usd: 0.73202,
      value_usd: 2505.21713,
      unrealized_usd: -6.247254,
    })
    expect(value!.fills[0]).toMatchObject({ coin: 'SUI', closed_usd: -0.25686, fee_usd: 0 })
  },
)
