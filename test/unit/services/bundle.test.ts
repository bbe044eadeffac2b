// A launch's signs by hand: each alone, all together, and none where nobody bought.
import { expect, test } from 'vitest'
import readingsAt from '../../../ingestors/sources/evm-launch/samples/facts.ts'
import { evmLaunches } from '../../../ingestors/sources/evm-launch/topic.ts'
import bundle from '../../../processors/services/bundle/service.ts'
import { type Buy, equalSized, judgeLaunch, type LaunchFacts } from '../../../processors/services/bundle/signal.ts'
import { draftsOf, toFacts } from '../../support/service-facts.ts'

const now = new Date('2026-11-18T12:00:00Z')
const buy = (to: string, share: number, block = 150, tx = `t${to}`): Buy => ({ tx, block, to, share })
const old = (...accounts: string[]) => new Map(accounts.map((account) => [account, { account, sent: 500, heldShare: 0.01 }]))
const launch = (buys: readonly Buy[], more: Partial<LaunchFacts> = {}): LaunchFacts => ({
  launchBlock: 100,
  blocks: 150,
  deployer: 'd',
  given: new Set(),
  buys,
  buyers: old(...buys.map(({ to }) => to)),
  ...more,
})
const scoreOf = (facts: LaunchFacts) => judgeLaunch(facts, now).mix.score

test('each sign alone says what its weight allows', () => {
  expect(scoreOf(launch([buy('a', 0.01)]))).toBe(0)
  // A quarter of the supply in the first two blocks is the whole of that sign, an eighth a half of it.
  expect(scoreOf(launch([buy('a', 0.25, 101)]))).toBeCloseTo(50, 9)
  expect(scoreOf(launch([buy('a', 0.125, 100)]))).toBeCloseTo(25, 9)
  expect(scoreOf(launch([buy('a', 0.02, 150, 't'), buy('b', 0.08, 150, 't')]))).toBeCloseTo(40, 9)
  expect(scoreOf(launch([buy('a', 0.01), buy('b', 0.01005), buy('c', 0.01009)]))).toBeCloseTo(25, 9)
  expect(scoreOf(launch([buy('d', 0.05)]))).toBeCloseTo(70, 9)
  expect(scoreOf(launch([buy('a', 0.05)], { given: new Set(['a']) }))).toBeCloseTo(70, 9)
  expect(scoreOf(launch([buy('a', 0.01)], { buyers: new Map([['a', { account: 'a', sent: 3, heldShare: 0 }]]) }))).toBeCloseTo(
    20,
    9,
  )
})

test('signs together are more than each and never more than all', () => {
  const facts = launch([buy('a', 0.125, 100, 't'), buy('b', 0.125, 100, 't')])
  expect(scoreOf(facts)).toBeCloseTo(100 * (1 - 0.5 * 0.6), 9)
})

test('what was bought after the window does not count, and where nobody bought nothing was found clean', () => {
  expect(judgeLaunch(launch([buy('a', 0.5, 250)]), now)).toMatchObject({ label: 'nobody_bought', snipe: { buyers: 0 } })
  expect(judgeLaunch(launch([]), now).mix.confidence).toBeLessThanOrEqual(0.3)
})

test('a sign that could not be looked at is unknown and not absent, and the answer is less sure', () => {
  const facts = launch([buy('a', 0.01)])
  const [known, unknown] = [facts, { ...facts, deployer: null, buyers: new Map() }].map((one) => judgeLaunch(one, now))
  expect(known!.signs).toMatchObject({ deployer_linked: 0, fresh_wallets: 0, common_funder: null })
  expect(unknown!.signs).toMatchObject({ deployer_linked: null, fresh_wallets: null, first_blocks: 0 })
  expect(unknown!.mix.confidence).toBeLessThan(known!.mix.confidence)
  expect(unknown!.mix.coverage.missing).toContain('deployer')
})

test('what became of bought tokens is told of the wallets whose balance was read, one by one', () => {
  const buys = [buy('a', 0.04, 150, 't'), buy('b', 0.06, 150, 't'), buy('c', 0.02, 150, 't')]
  const held = (account: string, heldShare: number) => [account, { account, sent: 500, heldShare }] as const
  const told = (buyers: LaunchFacts['buyers']) => judgeLaunch(launch(buys, { buyers }), now)
  // One bought more later, one sold all; nobody knows of the third.
  const { bundle, clusters } = told(new Map([held('a', 0.09), held('b', 0)]))
  expect(bundle).toMatchObject({ wallets: 3, looked_at: 2, bought_pct: expect.closeTo(12, 9) })
  expect([bundle.still_held_pct, bundle.gone_pct]).toEqual([expect.closeTo(4, 9), expect.closeTo(6, 9)])
  expect(clusters.find(({ kind }) => kind === 'same_transaction')!.held_pct).toBeCloseTo(9, 9)
  expect(told(new Map()).bundle).toMatchObject({ looked_at: 0, still_held_pct: null, gone_pct: null })
})

test('one who paid several buyers ties them: a tenth of the supply is the whole of that sign; one who paid one ties nobody', () => {
  const buys = [buy('a', 0.03), buy('b', 0.07), buy('c', 0.2)]
  const paid = (...accounts: string[]) => launch(buys, { funded: new Map([['f', new Set(accounts)]]) })
  expect(scoreOf(paid('a', 'b'))).toBeCloseTo(40, 9)
  expect(scoreOf(paid('a'))).toBe(0)
  expect(judgeLaunch(paid('a', 'b'), now).clusters).toContainEqual(
    expect.objectContaining({ kind: 'common_funder', funder: 'f', wallet_count: 2 }),
  )
  const [unread, read] = [launch(buys), launch(buys, { funded: new Map() })].map((facts) => judgeLaunch(facts, now).mix)
  expect(read!.confidence).toBeGreaterThan(unread!.confidence)
})

test('two of a size are chance, one wallet three times is no group', () => {
  expect(equalSized([buy('a', 0.01), buy('b', 0.01)])).toEqual([])
  expect(equalSized([buy('a', 0.01), buy('a', 0.01), buy('a', 0.01)])).toEqual([])
})

test('the sample launch: a fifth in one transaction of the first block by fresh wallets, two thirds of it still held', () => {
  const [reading] = readingsAt(now)
  const drafts = draftsOf(bundle, toFacts(evmLaunches, [reading]), reading!.asked)
  const body = drafts.find(({ key }) => key.endsWith('#150'))!.body as any
  expect(body.signal.label).toBe('bundled')
  expect(body.bundle).toEqual({ wallets: 3, looked_at: 3, bought_pct: 21, still_held_pct: 14, gone_pct: 7 })
  expect((drafts.find(({ key }) => key.endsWith('#25'))!.body as any).snipe.buyers).toBe(3)
})

test('another window than three is malformed', () => {
  const [route] = bundle.routes
  const address = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
  const read = (given: object) => route!.read!(given as never, now)
  expect(route!.key(read({ address }))).toBe(`any:${address}#150`)
  // Five minutes: 25 blocks of Ethereum are 150 of a chain that makes one in two seconds.
  expect(route!.key(read({ address, chain_id: 'ethereum' }))).toBe(`1:${address}#25`)
  expect(route!.key(read({ address, chain_id: '1', blocks: '150' }))).toBe(`1:${address}#150`)
  expect(() => read({ address, blocks: '30' })).toThrow(expect.objectContaining({ code: 'input_invalid' }))
  expect(() => read({})).toThrow(expect.objectContaining({ code: 'input_invalid' }))
})
