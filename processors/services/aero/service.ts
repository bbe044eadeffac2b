// A pool of an exchange with votes: what lies in it, what it pays to whom, how deep it is, and what providing to it can lose.
import { TollgateError } from '../../../base/errors.ts'
import { evmPools, poolKinds } from '../../../ingestors/sources/evm-pool/topic.ts'
import { perAddress } from '../../families/per-address.ts'
import { say } from '../../formula/index.ts'
import { checksummed } from '../../inputs/address.ts'
import {
  count,
  defineSignalService,
  flag,
  known,
  list,
  maybe,
  moment,
  newest,
  number,
  pct,
  section,
  signalRoute,
  text,
  usd,
  word,
} from '../../kit/index.ts'
import { depthUsd, losses, priceChanges, toPool } from './figures.ts'
import { judgePool, labels } from './signal.ts'

const perYear = (description: string) => pct(`a year; ${description}`, 2)

export default defineSignalService({
  label: 'aero',
  title: 'Aerodrome pools',
  description:
    'A pool with a gauge: reserves, depth, fees, emissions and votes as yearly yields, and what price moves cost a provider.',
  version: '1',
  tags: ['defi', 'pools', 'evm'],
  readsChains: 'logs',
  rows: 'byKey',
  facts: (key) => ({ pool: newest(evmPools, { key, days: 0 }) }),
  route: signalRoute({
    ...perAddress('evm-pool'),
    path: '/pool',
    price: '0.05',
    summary:
      'An Aerodrome pool (volatile, stable or concentrated): yields to providers and voters, depth, turnover, impermanent loss',
    tags: ['defi', 'pools', 'evm', 'yield'],
    example: { address: '0xcDAC0d6c6C59727a65F871236188350531885C43' },
    fresh: { minutes: 10 },
    sold: { hours: 6 },
    range: [0, 100],
    labels,
    leastWeight: 0.35,
    disclaimer: 'Yields are of the past and of the price now; a reward token sold by all who get it is worth less.',
    answer: {
      pool: {
        address: text(),
        chain_id: count(),
        exchange: text(),
        kind: word(poolKinds, 'range: concentrated liquidity'),
        fee_pct: known(pct(undefined, 4)),
        tick_spacing: number(),
        tvl_usd: usd('null where a side has no price', 0),
        depth_2pct_usd: usd(
          'what selling the first token brings until its price has fallen by 2 %; of the liquidity in range',
          0,
        ),
      },
      tokens: list({
        address: text(),
        symbol: text(),
        reserve: known(number()),
        price_usd: usd('by its deepest pool, or by this one'),
        value_usd: usd(undefined, 0),
      }),
      apr: {
        fees_pct: perYear('what liquidity earns that is not staked, by four past weeks or by the swaps'),
        fees_from: word(['weeks', 'swaps', 'nothing']),
        emissions_pct: perYear('what staked liquidity is paid'),
        best_for_providers_pct: perYear('the larger of the two: nobody has both'),
        voter_pct: perYear('fees and bribes of four past weeks against the votes at what their token is worth'),
      },
      gauge: maybe(
        section({
          address: text(),
          is_alive: flag(),
          staked_share_pct: known(pct(undefined, 1)),
          reward: text(),
          reward_per_day: known(number(undefined, 2)),
          reward_usd: usd('one of it'),
          ends_at: moment(),
          vote_share_pct: pct('of all votes of the exchange', 3),
        }),
        'null where the pool has none',
      ),
      efficiency: number('fees and bribes of four past weeks for one dollar paid out', 3),
      turnover: {
        daily_ratio: number('swapped in a day for one dollar in the pool; null where less than an hour was read', 4),
        swapped_usd: usd('in the hours read', 0),
        hours_read: number(undefined, 2),
        swaps: number(),
      },
      weeks: list({
        start: moment(),
        votes: known(number('in the token that votes', 0)),
        fees_usd: known(usd(undefined, 0)),
        bribes_usd: known(usd(undefined, 0)),
        emissions_usd: usd(undefined, 0),
        unpriced: count('kinds of fees and bribes without a price, which count as nothing'),
      }),
      impermanent_loss: list(
        { price_change_pct: known(pct()), loss_pct: known(pct('against holding; fees are not in it', 3)) },
        'of the first token in the second; where liquidity is concentrated, of a position within 10 % of the price',
      ),
    },
  }),
  signal({ pool: fact }, now, key) {
    if (fact === undefined) throw new TollgateError('not_enough_data', 'the pool was not read')
    const { value } = fact
    const pool = toPool(value)
    const { mix, label, best, yields } = judgePool(pool, now)
    const [one, two] = pool.tokens
    const name = `${one!.symbol.slice(0, 16)}/${two!.symbol.slice(0, 16)}`
    return {
      key,
      mix,
      label,
      direction: 'none' as const,
      summary:
        `${name} (${value.kind}) on ${value.exchange}: ${label}; ${say(pool.tvlUsd === null ? null : pool.tvlUsd / 1e6, 2)} m USD in it, ` +
        `${say(best, 1, ' %')} a year to providers, ${say(yields.voter, 1, ' %')} to voters. Its tokens were not tried: see token/report.`,
      pool: {
        address: checksummed(value.address),
        chain_id: value.chain_id,
        exchange: value.exchange,
        kind: value.kind as (typeof poolKinds)[number],
        fee_pct: value.fee_ppm / 10_000,
        tick_spacing: value.tick_spacing,
        tvl_usd: pool.tvlUsd,
        depth_2pct_usd: depthUsd(value, pool.tokens),
      },
      tokens: pool.tokens.map((token) => ({
        address: checksummed(token.token),
        symbol: token.symbol,
        reserve: token.whole,
        price_usd: token.usd,
        value_usd: token.usd === null ? null : token.usd * token.whole,
      })),
      apr: {
        fees_pct: yields.fees,
        fees_from: yields.feesFrom,
        emissions_pct: yields.emissions,
        best_for_providers_pct: best,
        voter_pct: yields.voter,
      },
      gauge:
        value.gauge === null || pool.gauge === null
          ? null
          : {
              address: checksummed(value.gauge.address),
              is_alive: value.gauge.is_alive,
              staked_share_pct: 100 * value.gauge.staked_share,
              reward: value.gauge.reward.symbol,
              reward_per_day: 86_400 * pool.gauge.perSecond,
              reward_usd: value.gauge.reward.usd,
              ends_at: value.gauge.ends_at,
              vote_share_pct: pool.voteShare === null ? null : 100 * pool.voteShare,
            },
      efficiency: yields.efficiency,
      turnover: {
        daily_ratio: yields.turnover,
        swapped_usd: pool.swapped?.usd ?? null,
        hours_read: pool.swapped?.hours ?? null,
        swaps: value.swaps?.count ?? null,
      },
      weeks: (pool.weeks ?? []).map((week) => ({
        start: week.start,
        votes: week.votes,
        fees_usd: week.feesUsd,
        bribes_usd: week.bribesUsd,
        emissions_usd: week.emissionsUsd,
        unpriced: week.unpriced,
      })),
      impermanent_loss: priceChanges.map((change) => ({
        price_change_pct: change,
        loss_pct: 100 * losses(value, pool.tokens, change),
      })),
    }
  },
})
