// Staking: what ether and SOL pay after fees, the queues in and out, and what staked tokens trade at against what they redeem for.

import { TollgateError } from '../../../base/errors.ts'
import { beaconQueues } from '../../../ingestors/sources/beacon-queues/topic.ts'
import { pools } from '../../../ingestors/sources/defillama-pools/topic.ts'
import { lidoApr } from '../../../ingestors/sources/lido-apr/topic.ts'
import { lidoWithdrawals } from '../../../ingestors/sources/lido-withdrawals/topic.ts'
import { lstPrices } from '../../../ingestors/sources/lst-prices/topic.ts'
import { lstRates } from '../../../ingestors/sources/lst-rates/topic.ts'
import { solanaStake } from '../../../ingestors/sources/solana-stake/topic.ts'
import { treasuryYields } from '../../../ingestors/sources/treasury-yields/topic.ts'
import { coin } from '../../inputs/coins.ts'
import {
  bp,
  day,
  days,
  defineSignalService,
  known,
  list,
  mapped,
  maybe,
  mayTake,
  moment,
  newest,
  number,
  optionalFields,
  pct,
  pp,
  series,
  signalRoute,
  text,
  usd,
  word,
} from '../../kit/index.ts'
import { appeal, computeStake } from './signal.ts'

const rowOf = { ETH: 'ETH', SOL: 'SOL', ALL: 'all' } as const

function knownAsset<I extends { readonly asset?: string | undefined }>(input: I): I {
  if (input.asset === undefined || input.asset in rowOf) return input
  throw new TollgateError('input_unusable', `asset: ${input.asset} is not looked at here; known: ETH, SOL, all`)
}

export default defineSignalService({
  label: 'stake',
  title: 'Staking',
  description: 'What staking pays after fees, how long leaving takes, and whether staked tokens trade at what they redeem for.',
  version: '2',
  tags: ['crypto', 'staking'],
  rows: { list: Object.values(rowOf) },
  facts: {
    aprs: series(lidoApr, ({ apr_pct }) => apr_pct, { days: 730 }),
    bill: series(treasuryYields, ({ yields }) => yields['3m'], { key: 'nominal', days: 760 }),
    queues: mapped(newest(beaconQueues, { days: 0 }), (fact) =>
      fact === undefined
        ? null
        : {
            at: fact.observedAt,
            epoch: fact.value.epoch,
            depositEth: fact.value.totals.pending_deposit_eth,
            exiting: fact.value.totals.exiting_validators,
            lastExitEpoch: fact.value.totals.last_exit_epoch,
            churnEth: fact.value.churn_eth_per_epoch,
            syncRewardGwei: fact.value.totals.sync_reward_gwei,
          },
    ),
    lidoExit: mapped(newest(lidoWithdrawals, { days: 0 }), (fact) =>
      fact === undefined ? null : { at: fact.observedAt, seconds: fact.value.seconds },
    ),
    quotes: mapped(newest(lstPrices, { days: 0 }), (fact) =>
      fact === undefined
        ? null
        : {
            at: fact.observedAt,
            prices: fact.value.prices.map(({ symbol, price_usd, priced_at }) => ({
              symbol,
              usd: price_usd,
              pricedAt: priced_at,
            })),
          },
    ),
    rates: mapped(
      newest(lstRates, { days: 0 }),
      (fact) => new Map(fact?.value.rates.map(({ symbol, eth_per_token }) => [symbol, eth_per_token])),
    ),
    pools: mapped(newest(pools, { days: 0 }), (fact) =>
      (fact?.value.pools ?? []).map(({ project, chain, symbol, apy, tvl_usd }) => ({
        project,
        chain,
        symbol,
        apy,
        tvlUsd: tvl_usd,
      })),
    ),
    solana: mapped(newest(solanaStake, { days: 0 }), (fact) =>
      fact === undefined
        ? null
        : {
            at: fact.observedAt,
            inflationPct: fact.value.inflation_pct,
            supply: fact.value.supply_sol,
            active: fact.value.totals.active_sol,
            delinquent: fact.value.totals.delinquent_sol,
            commissionPct: fact.value.totals.commission_pct,
            validators: fact.value.totals.validators,
          },
    ),
  },
  route: signalRoute({
    path: '/report',
    price: '0.05',
    summary: 'Is staking worth it now: net rates over the bill, entry and exit queues, discounts of staked tokens, restaking',
    tags: ['crypto', 'staking', 'lst'],
    takes: { asset: mayTake(coin, { fallback: 'ETH', example: 'SOL' }) },
    refine: knownAsset,
    key: (input) => rowOf[input.asset as keyof typeof rowOf] ?? 'ETH',
    fresh: { hours: 1 },
    sold: { hours: 6 },
    range: [0, 100],
    labels: appeal,
    answer: optionalFields({
      eth: {
        staked_eth: number('all that validators have staked, from what a sync committee member earns', 0),
        issuance_apr_pct: pct('what the protocol issues for it a year', 2),
        lido_apr_7d_pct: pct('paid by Lido over its last seven reports, after its fee', 3),
        lido_fee_pct: known(pct('of rewards, as its documents said in 2026')),
        lido_apr_day: maybe(day()),
        execution_share_pct: pct('of gross rewards that came from fees and tips, estimated', 0),
        bill_3m_pct: pct('US Treasury bill', 2),
        bill_day: maybe(day()),
        real_yield_pp: pp('the rate over the bill of the same day', 2),
        real_yield_rank_pct: pct('percentile over two years; null until 60 days are known, then a fixed scale stands in', 0),
        queues_at: maybe(moment('when the beacon chain was read')),
        deposit_queue: { eth: number('waiting to be staked', 0), wait_days: days('at the protocol’s speed limit', 1) },
        exit_queue: {
          validators: number('on their way out', 0),
          wait_days: days('until the last of them is out', 1),
          lido_withdrawal_days: days('as Lido estimates it', 1),
        },
      },
      lst: list({
        symbol: text(),
        apy_pct: pct('after the protocol’s fee', 2),
        apy_from: maybe(word(['protocol', 'aggregator'])),
        price_usd: usd(undefined, 2),
        priced_at: maybe(moment()),
        redeems_for_eth: number('ether for one token, by its contract', 5),
        discount_bp: bp('under what it redeems for; negative: above', 1),
        tvl_usd: usd(undefined, 0),
        exit_days: days('by the protocol’s own withdrawal; null where not known', 1),
      }),
      restaking: list({
        project: text(),
        chain: text(),
        symbol: text(),
        apy_pct: pct(undefined, 2),
        tvl_usd: known(usd(undefined, 0)),
      }),
      sol: {
        staked_sol: number(undefined, 0),
        staked_share_pct: pct('of all SOL', 1),
        gross_apr_pct: pct('inflation paid to stake, without tips', 2),
        commission_pct: pct('kept by validators, weighted by stake', 2),
        net_apr_pct: pct('after commission', 2),
        real_yield_pp: pp('over the 3-month bill', 2),
        delinquent_pct: pct('of stake with validators that fell behind', 2),
        validators: number(),
      },
    }),
  }),
  signal: (inputs, now, key) => computeStake(inputs, now, key),
})
