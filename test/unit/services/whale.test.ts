// Large transfers by hand: what a transaction moved in the end, which way money went, how much was heard, and who is told apart.
import { expect, test } from 'vitest'
import factsAt from '../../../ingestors/sources/evm-transfers/samples/facts.ts'
import { evmTransfers } from '../../../ingestors/sources/evm-transfers/topic.ts'
import { partyOf } from '../../../processors/services/whale/labels.ts'
import { listWhales } from '../../../processors/services/whale/list.ts'
import { type Moved, netTransfers } from '../../../processors/services/whale/netting.ts'
import whale, { readBoard, refuseUnread } from '../../../processors/services/whale/service.ts'
import { computeWhales, flowsOf, heardShare, kindOf, type Look, type Whale } from '../../../processors/services/whale/signal.ts'
import { draftsOf, toFacts } from '../../support/service-facts.ts'

const now = new Date('2026-11-22T12:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const moved = (from: string, to: string, units: bigint, more: Partial<Moved> = {}): Moved => ({
  ...{ chainId: 1, tx: 't', index: 0, at: ago(10), token: 'c', from, to, units },
  ...more,
})
const inShort = (all: readonly Moved[]) => all.map(({ from, to, units }) => `${from}>${to} ${units}`)
const binance = '0x28c6c06298d514db089934071355e5743bf21d60'
const coinbase = '0x503828976d22510aad0201ac7ec88293211d23da'

test('a loan repaid in its transaction moved nothing; a router moved from the first to the last', () => {
  expect(netTransfers([moved('lender', 'bot', 40n), moved('bot', 'lender', 40n, { index: 1 })])).toEqual([])
  expect(inShort(netTransfers([moved('a', 'router', 5n), moved('router', 'b', 5n, { index: 1 })]))).toEqual(['a>b 5'])
  // One pays 7 to two: 4 and 3; what another transaction or token moved is its own.
  expect(inShort(netTransfers([moved('a', 'b', 4n), moved('a', 'c', 3n), moved('a', 'b', 9n, { tx: 'u' })])).sort()).toEqual([
    'a>b 4',
    'a>b 9',
    'a>c 3',
  ])
  expect(netTransfers([moved('a', 'a', 5n), moved('a', 'a', 5n)])).toEqual([])
})

test('netting makes and loses nothing, however tangled: what each account has more or less is the same before and after', () => {
  const tangled = [3n, 1n, 4n, 1n, 5n, 9n, 2n, 6n].map((units, i) =>
    moved(`a${i % 3}`, `a${(i * 2 + 1) % 5}`, units, { index: i }),
  )
  const balance = (all: readonly Moved[]) => {
    const net: Record<string, bigint> = {}
    for (const { from, to, units } of all)
      [net[from], net[to]] = [(net[from] ?? 0n) - units, (from === to ? (net[from] ?? 0n) - units : (net[to] ?? 0n)) + units]
    return Object.fromEntries(Object.entries(net).filter(([, units]) => units !== 0n))
  }
  expect(balance(netTransfers(tangled))).toEqual(balance(tangled))
})

test('sides decide the kind: exchange before bridge, nobody before both', () => {
  const kind = (from: string, to: string) => kindOf({ kind: from as never }, { kind: to as never })
  expect(kind('unknown', 'exchange')).toBe('to_exchange')
  expect(kind('exchange', 'unknown')).toBe('from_exchange')
  expect(kind('exchange', 'exchange')).toBe('between_exchanges')
  expect(kind('exchange', 'bridge')).toBe('from_exchange')
  expect(kind('bridge', 'unknown')).toBe('bridge')
  expect(kind('nobody', 'exchange')).toBe('mint')
  expect(kind('unknown', 'nobody')).toBe('burn')
  expect(kind('unknown', 'unknown')).toBe('wallet')
})

test('an exchange has its key on every chain, a bridge its vault on one', () => {
  expect(partyOf(8453, binance)).toEqual({ label: 'Binance', kind: 'exchange' })
  expect(partyOf(1, '0x3154cf16ccdb4c6d922629664174b904d80f2c35')).toEqual({ label: 'Base bridge', kind: 'bridge' })
  expect(partyOf(8453, '0x3154cf16ccdb4c6d922629664174b904d80f2c35')).toBeNull()
})

const event = (kind: Whale['kind'], usd: number, isStable = false) => ({ kind, usd, isStable }) as Whale

test('8 m of coins out, 2 m in, 4 m of dollars in: (8 - 2 + 2) of (8 + 2 + 2) is two thirds, and loud', () => {
  const { label, score, flows } = flowsOf([
    event('from_exchange', 8e6),
    event('to_exchange', 2e6),
    event('to_exchange', 4e6, true),
  ])
  expect([label, flows.exchange_net_volatile_usd, flows.exchange_net_stable_usd]).toEqual(['accumulation', -6e6, 4e6])
  expect(score).toBeCloseTo((100 * 8) / 12, 9)
})

test('5 m of coins in alone is half as loud as 10 m; little is quiet, balance is mixed, what stays within moves nothing', () => {
  expect(flowsOf([event('to_exchange', 5e6)])).toMatchObject({ label: 'distribution', score: -50 })
  expect(flowsOf([event('to_exchange', 0.9e6)]).label).toBe('quiet')
  expect(flowsOf([event('to_exchange', 5e6), event('from_exchange', 5e6)])).toMatchObject({ label: 'mixed', score: 0 })
  expect(flowsOf([event('between_exchanges', 5e7), event('mint', 5e7, true), event('wallet', 9e7)])).toMatchObject({
    label: 'quiet',
    score: 0,
  })
})

test('a window heard twice was heard once; a hole is a hole; the last minutes are no silence', () => {
  const start = ago(60).getTime()
  const share = (...looks: (readonly [number, number])[]) =>
    heardShare(
      looks.map(([from, to]) => ({ from: ago(from), to: ago(to) })),
      start,
      now.getTime(),
    )
  expect(share([60, 30], [60, 30])).toBeCloseTo(0.5, 9)
  expect(share([90, 45], [15, 2])).toBeCloseTo(0.5, 9)
  expect(share([120, 0])).toBe(1)
  expect(share()).toBe(0)
})

const look = (transfers: readonly Moved[], more: Partial<Look> = {}): Look => ({
  ...{ chainId: 1, from: ago(24 * 60), to: now, isCut: false, nativeFrom: null },
  tokens: [
    { token: 'c', symbol: 'WETH', decimals: 18, isStable: false, usd: 2_000 },
    { token: 'n', symbol: 'ODD', decimals: 18, isStable: false, usd: null },
  ],
  transfers,
  ...more,
})
const wei = (whole: number) => BigInt(whole) * 10n ** 18n

test('1,000 coins at 2,000 to an exchange are 2 m; what nobody prices is left out; smaller than asked for is not told', () => {
  const looks = [
    look([
      moved('a', binance, wei(1_000)),
      moved('a', binance, wei(1_000), { tx: 'n', token: 'n' }),
      moved('a', coinbase, wei(100), { tx: 's' }),
    ]),
  ]
  const told = computeWhales(looks, listWhales(looks), { window: '24h', minUsd: 1e6 }, now)
  expect(told.events).toEqual([expect.objectContaining({ asset: 'WETH', amount: 1_000, usd: 2e6, kind: 'to_exchange' })])
  // All of it has a known side, and a day was heard: what is missing is the other weight alone.
  expect(told.mix.confidence).toBe(0.7)
})

test('what was not heard and what nobody is known to have sent is less sure', () => {
  const half = [look([moved('a', binance, wei(1_000))], { from: ago(12 * 60) })]
  const confidence = (looks: readonly Look[]) =>
    computeWhales(looks, listWhales(looks), { window: '24h', minUsd: 1e6 }, now).mix.confidence
  expect(confidence(half)).toBeCloseTo(0.7 * Math.sqrt(0.5), 2)
  expect(confidence([look([moved('a', 'b', wei(1_000))])])).toBeCloseTo(0.35, 2)
})

test('a day of which little was heard and nothing came is not known to be quiet; one that was heard is', () => {
  const silent = (minutes: number) => computeWhales([look([], { from: ago(minutes) })], [], { window: '24h', minUsd: 1e6 }, now)
  expect(silent(60).mix.availableWeight).toBe(0)
  expect(silent(24 * 60)).toMatchObject({ label: 'quiet', mix: { availableWeight: 0.7 } })
  expect(silent(24 * 60).summary).toContain("tokens were heard 100 % of it, the chains' own coins 0 %")
})

test('the sample: told twice it is counted once, and the repaid loan is nowhere', () => {
  const facts = factsAt(now)
  const once = readBoard(toFacts(evmTransfers, facts))
  const twice = readBoard(
    toFacts(evmTransfers, [...facts, ...facts.map((fact) => ({ ...fact, to: { ...fact.to, block: fact.to.block + 1 } }))]),
  )
  expect(twice.whales).toHaveLength(once.whales.length)
  expect(once.whales.filter(({ usd }) => usd === 40e6)).toEqual([])
  const body = draftsOf(whale, toFacts(evmTransfers, facts), 'all')[0]!.body as any
  expect(body.signal.label).toBe('accumulation')
  expect(body.events[0].usd).toBe(10_000_000)
  expect(body.chains.map((one: any) => one.chain_id)).toEqual([1, 8453])
})

test('each caller is told of the own question by the same formula; a strange chain or asset is 422', () => {
  const [route] = whale.routes
  const { lookup } = route!
  const facts = toFacts(evmTransfers, factsAt(now))
  const index = lookup!.build(facts as never)
  const row = draftsOf(whale, facts, 'all')[0]!.body
  const ask = (given: object) => lookup!.answer(index, row as never, route!.read!(given as never, now) as never, now).body as any
  const base = ask({ chain_id: 'base', asset: 'usdc', min_usd: '100000', window: '4h' })
  expect(base.events.every((one: any) => one.chain_id === 8453 && one.asset === 'USDC')).toBe(true)
  expect(base.chains).toHaveLength(1)
  expect(ask({ limit: '2' }).events).toHaveLength(2)
  expect(ask({ asset: 'weth' }).flows.exchange_net_stable_usd).toBe(0)
  for (const given of [{ chain_id: 42161 }, { asset: 'DOGE' }])
    expect(() => ask(given)).toThrow(expect.objectContaining({ code: 'input_unusable' }))
  for (const given of [{ window: '2h' }, { min_usd: '99999' }, { limit: '0' }])
    expect(() => ask(given)).toThrow(expect.objectContaining({ code: 'input_invalid' }))
})

test('a chain that was read from its first block was heard whole, however young it is', () => {
  const [fact] = factsAt(now).slice(-1)
  const heard = (block: number) => {
    const body = draftsOf(whale, toFacts(evmTransfers, [{ ...fact!, from: { ...fact!.from, block } }]), 'all')[0]!.body as any
    return body.chains[0].heard_share_pct
  }
  expect([heard(0), heard(1)]).toEqual([100, 4.2])
})

test('a chain that is not read and a token that is not watched are refused at once, both by name, before a price is named', () => {
  const looks = [{ chainId: 1, tokens: [{ symbol: 'USDC', usd: 1 }] }] as unknown as readonly Look[]
  const refuse = (input: object) => () => refuseUnread({ looks }, input, now)
  expect(refuse({ chain_id: 1, asset: 'USDC' })).not.toThrow()
  expect(refuse({ chain_id: 10 })).toThrow(expect.objectContaining({ code: 'input_unusable' }))
  expect(refuse({ chain_id: 10, asset: 'USCD' })).toThrow(
    /chain_id: "10" is not read.*read are 1; asset: "USCD" is not watched.*USDC/,
  )
  expect(whale.routes[0]!.lookup!.refuse).toBeDefined()
})
