// Staking by hand: captured answers, the protocol's own arithmetic, and two days on which a staked token had lost its peg.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import beacon from '../../../ingestors/sources/beacon-queues/ingestor.ts'
import beaconSample from '../../../ingestors/sources/beacon-queues/samples/sample.ts'
import lido from '../../../ingestors/sources/lido-apr/ingestor.ts'
import exit from '../../../ingestors/sources/lido-withdrawals/ingestor.ts'
import rates from '../../../ingestors/sources/lst-rates/ingestor.ts'
import solana from '../../../ingestors/sources/solana-stake/ingestor.ts'
import stake from '../../../processors/services/stake/service.ts'
import { computeStake, issuanceAprPct, type StakeInputs, stakedEth } from '../../../processors/services/stake/signal.ts'

const at = new Date('2026-11-18T12:00:00Z')
const captured = join(process.env.UPSTREAM_SAMPLES ?? '', 'samples', 'captured')
const hasCaptures = process.env.UPSTREAM_SAMPLES !== undefined && existsSync(captured)
const read = (file: string) => JSON.parse(readFileSync(join(captured, file), 'utf8'))

const none: StakeInputs = {
  aprs: [],
  bill: [],
  queues: null,
  lidoExit: null,
  quotes: null,
  rates: new Map(),
  pools: [],
  solana: null,
}
const quoted = (ratio: number, symbol = 'stETH') => ({
  at,
  prices: [
    { symbol: 'ETH', usd: 1_000, pricedAt: at.toISOString() },
    { symbol, usd: 1_000 * ratio, pricedAt: at.toISOString() },
  ],
})
const queues = {
  at,
  epoch: 400_000,
  depositEth: 115_200,
  exiting: 100,
  lastExitEpoch: 400_450,
  churnEth: 256,
  syncRewardGwei: 22_940,
}
const healthy: StakeInputs = {
  ...none,
  aprs: [{ at, value: 3 }],
  bill: [{ at, value: 4 }],
  queues,
  quotes: quoted(0.9995),
  rates: new Map([
    ['stETH', 1],
    ['weETH', 1],
  ]),
}

test('what a committee member earns gives all stake back within one percent, by the specification in whole gwei', () => {
  for (const eth of [14e6, 28e6, 35.5e6]) {
    const root = BigInt(Math.floor(Math.sqrt(eth * 1e9)))
    const increment = 64_000_000_000n / root
    const total = increment * BigInt(eth)
    const reward = Number((total * 2n) / 64n / 32n / 512n)
    expect(Math.abs(stakedEth(reward) / eth - 1)).toBeLessThan(0.009)
  }
})

test('issuance is the published 166.3 times the root: 2.83 % of 34.5 million', () => {
  expect(issuanceAprPct(34.5e6)).toBeCloseTo(2.831, 3)
})

test('queues by the speed limit: 115,200 ether at 256 an epoch are two days, 450 epochs out are two days', () => {
  const { eth } = computeStake(healthy, at, 'ETH')
  expect(eth).toMatchObject({ deposit_queue: { wait_days: 2 }, exit_queue: { wait_days: 2 }, real_yield_pp: -1 })
})

test('a healthy day is not stressed, and its score is by hand', () => {
  const { mix, label } = computeStake(healthy, at, 'ETH')
  // One point under the bill of -2 to 0.5 is 40; two of thirty days; five of a hundred basis points.
  expect(mix.score).toBeCloseTo(0.5 * 40 + 0.3 * (100 * (1 - 2 / 30)) + 0.2 * 95, 6)
  expect(label).toBe('attractive')
})

// stETH gave 0.954 ETH in Curve's pool on 10 June 2022, when nearly four fifths of that were stETH, and closed at 0.9365 on the 18th
// (the days of Celsius and Three Arrows).
test.each([
  ['stETH on 18 June 2022', 'stETH', 0.9365],
  ['stETH on 10 June 2022', 'stETH', 0.954],
])('%s scores as stressed', (_day, symbol, ratio) => {
  const { label, mix, lst } = computeStake({ ...healthy, quotes: quoted(ratio, symbol) }, at, 'ETH')
  expect(label).toBe('stressed')
  expect(mix.score).toBeLessThanOrEqual(20)
  expect(lst!.find((one) => one.symbol === symbol)!.discount_bp).toBeCloseTo(1e4 * (1 - ratio), 6)
})

test('an exit queue beyond a month is stress, at the peg or not', () => {
  expect(computeStake({ ...healthy, queues: { ...queues, lastExitEpoch: 400_000 + 225 * 31 } }, at, 'ETH').label).toBe('stressed')
})

test('SOL pays inflation over stake less commission, and without an answer nothing is made up', () => {
  const stake = { at, inflationPct: 4, supply: 600, active: 400, delinquent: 0, commissionPct: 10, validators: 3 }
  const { sol } = computeStake({ ...none, bill: [{ at, value: 4 }], solana: stake }, at, 'SOL')
  expect(sol!.gross_apr_pct).toBeCloseTo(6, 9)
  expect(sol!.net_apr_pct).toBeCloseTo(5.4, 9)
  expect(computeStake(none, at, 'SOL').mix.availableWeight).toBe(0)
})

test('the beacon node’s texts are gwei and slots; a member that missed its block costs nothing', () => {
  const of = (path: string) =>
    JSON.parse(String(beaconSample.answer(new URL(`https://ethereum-beacon-api.publicnode.com/eth/v1${path}`), at)!.body))
  const raw = {
    head: of('/beacon/headers/head'),
    spec: of('/config/spec'),
    deposits: of('/beacon/states/head/pending_deposits'),
    exits: of('/beacon/states/head/validators'),
    rewards: of('/beacon/rewards/sync_committee/head'),
  }
  const [value] = beacon.parse(raw, at)
  expect(value!.totals).toMatchObject({
    pending_deposits: 240,
    pending_deposit_eth: 80 * 2_048 + 160 * 32,
    sync_reward_gwei: 22_940,
  })
  const never = { data: [{ validator: { exit_epoch: '18446744073709551615' } }] }
  expect(beacon.parse({ ...raw, exits: never, rewards: undefined }, at)[0]!.totals).toMatchObject({
    last_exit_epoch: null,
    sync_reward_gwei: null,
  })
  // Of the queues one may be missing: nobody waits for nothing, and nobody knows who leaves.
  const [alone] = beacon.parse({ head: raw.head, deposits: raw.deposits }, at)
  expect(alone).toMatchObject({ churn_eth_per_epoch: null, totals: { pending_deposits: 240, exiting_validators: null } })
})

test('a contract’s word is ether with 18 digits', () => {
  const [value] = rates.parse(new Map([['rETH', 1_143n * 10n ** 15n]]), at)
  expect(value!.rates).toEqual([
    { symbol: 'stETH', eth_per_token: 1 },
    { symbol: 'rETH', eth_per_token: 1.143 },
  ])
})

test.skipIf(!hasCaptures)('captured answers of Lido and Solana are read', () => {
  const aprs = lido.parse(read('lido/apr-sma.json'), at)
  expect(aprs.at(-1)).toEqual({ date: '2026-03-12', apr_pct: 2.464 })
  expect(exit.parse(read('lido/request-time-calculate.json'), at)[0]).toMatchObject({ seconds: 427_922, way: 'exitValidators' })
  const accounts = read('solana-rpc/getVoteAccounts.json').result
  const inflation = { epoch: 778, validator: 0.045 }
  const [value] = solana.parse({ inflation, supply: { value: { total: 6e17 } }, accounts }, at)
  expect(value!.totals.active_sol).toBeCloseTo(38_027_760.856, 3)
  expect(value!.totals.commission_pct).toBe(100)
})

test('ether where nothing is said; a coin nobody stakes here is unusable', () => {
  const [route] = stake.routes
  const keyOf = (given: object) => route!.key(route!.refine!(route!.read!(given as never, at), at))
  expect([keyOf({}), keyOf({ asset: 'sol' }), keyOf({ asset: 'all' })]).toEqual(['ETH', 'SOL', 'all'])
  expect(() => keyOf({ asset: 'DOGE' })).toThrow(expect.objectContaining({ code: 'input_unusable' }))
  expect(() => keyOf({ asset: '?!' })).toThrow(expect.objectContaining({ code: 'input_invalid' }))
})

test('a yield that cannot be ranked yet is told on a fixed scale, and the answer says so and is no surer than 0.7', () => {
  const { mix } = computeStake(healthy, at, 'ETH')
  expect(mix.confidence).toBeLessThanOrEqual(0.7)
  expect(mix.coverage.detail).toEqual({
    not_told: [expect.stringMatching(/^rank of the real yield: 1 of 60 days/), expect.stringMatching(/^yields of weETH/)],
  })
  const day = (n: number) => new Date(at.getTime() - n * 86_400_000)
  const aprs = Array.from({ length: 80 }, (_, i) => ({ at: day(79 - i), value: 3 + (i % 7) / 10 }))
  const ranked = computeStake({ ...healthy, aprs, bill: [{ at: day(90), value: 4 }] }, at, 'ETH').mix
  expect(ranked.coverage.detail).toEqual({ not_told: [expect.stringMatching(/^yields of weETH/)] })
})
