// What staking pays after fees against doing nothing, how long leaving takes, and whether staked tokens trade at what they are worth.
import {
  band,
  clip,
  composite,
  joinCoverages,
  newestValue,
  type Part,
  type Point,
  partOf,
  percentileOfNewest,
  ratio,
  round,
  say,
} from '../../formula/index.ts'
import { ladder } from '../../formula/ladder.ts'

export const appeal = ['stressed', 'unattractive', 'fair', 'attractive'] as const
const byScore = ladder(['unattractive', 'fair', 'attractive'], [35, 60])

export interface Queues {
  readonly at: Date
  readonly epoch: number
  readonly depositEth: number | null
  readonly exiting: number | null
  readonly lastExitEpoch: number | null
  readonly churnEth: number | null
  readonly syncRewardGwei: number | null
}

export interface Quote {
  readonly symbol: string
  readonly usd: number
  readonly pricedAt: string
}

export interface Yielding {
  readonly project: string
  readonly chain: string
  readonly symbol: string
  readonly apy: number
  readonly tvlUsd: number
}

export interface SolanaStake {
  readonly at: Date
  readonly inflationPct: number
  readonly supply: number
  readonly active: number
  readonly delinquent: number
  readonly commissionPct: number
  readonly validators: number
}

export interface StakeInputs {
  readonly aprs: readonly Point[]
  readonly bill: readonly Point[]
  readonly queues: Queues | null
  readonly lidoExit: { readonly at: Date; readonly seconds: number } | null
  readonly quotes: { readonly at: Date; readonly prices: readonly Quote[] } | null
  readonly rates: ReadonlyMap<string, number>
  readonly pools: readonly Yielding[]
  readonly solana: SolanaStake | null
}

const epochsPerDay = 225
const dayS = 86_400
const longExitDays = 30
const wideBp = 100
const stressBp = 150
const fewestDaysForRank = 60
const mostUnranked = 0.7
const lidoFeePct = 10
/** The three largest, which say whether the whole is under stress. */
const major = ['stETH', 'weETH', 'rETH']
const tokens: Readonly<Record<string, string>> = {
  stETH: 'lido',
  weETH: 'ether.fi-stake',
  rETH: 'rocket-pool',
  cbETH: 'coinbase-wrapped-staked-eth',
}
const restaking = ['ether.fi-stake', 'renzo', 'kelp', 'puffer-stake', 'symbiotic', 'eigenlayer']

/**
 * All staked ether, from what one of the 512 of the sync committee gets for one block (consensus specification, Altair):
 * increments * (64e9 / sqrt(gwei)) * 2 / 64 / 32 / 512 gwei, which is sqrt(gwei) / 8192.
 */
export const stakedEth = (syncRewardGwei: number): number => (8_192 * syncRewardGwei) ** 2 / 1e9

/** Issuance a year in ether is 166.3 times the root of what is staked, when everybody does their duty. */
export const issuanceAprPct = (eth: number): number => (100 * 166.3) / Math.sqrt(eth)

const waitOf = (queues: Queues | null): number | null =>
  queues === null || queues.depositEth === null || queues.churnEth === null
    ? null
    : ratio(queues.depositEth, queues.churnEth * epochsPerDay)

export function readEth(inputs: StakeInputs, now: Date) {
  const { aprs, bill, queues, lidoExit, quotes, rates, pools } = inputs
  const staked = queues === null || queues.syncRewardGwei === null ? null : stakedEth(queues.syncRewardGwei)
  const issuance = staked === null || staked === 0 ? null : issuanceAprPct(staked)
  const week = aprs.slice(-7)
  const apr = week.length === 0 ? null : week.reduce((sum, { value }) => sum + value, 0) / week.length
  const billPct = newestValue(bill)
  const real = realYields(aprs, bill)
  const rank = percentileOfNewest(real, 730, fewestDaysForRank)
  const spread = newestValue(real)
  // Without the validators that leave nobody knows whether none does.
  const queueDays =
    queues === null || queues.exiting === null
      ? null
      : Math.max(0, (queues.lastExitEpoch ?? queues.epoch) - queues.epoch) / epochsPerDay
  const lidoDays = lidoExit === null ? null : lidoExit.seconds / dayS
  const exitDays = queueDays ?? lidoDays
  const lst = describeTokens(quotes?.prices ?? [], rates, pools, apr, lidoDays)
  const discounts = lst.flatMap(({ symbol, discount_bp }) => (discount_bp === null ? [] : [{ symbol, discount_bp }]))
  const worst = discounts.length === 0 ? null : Math.max(0, ...discounts.map(({ discount_bp }) => discount_bp))
  const isStressed =
    discounts.some(({ symbol, discount_bp }) => major.includes(symbol) && discount_bp >= stressBp) ||
    (exitDays !== null && exitDays > longExitDays)
  const dated = (id: string, weight: number, at: Date | undefined, maxAgeDays: number, score: number | null): Part =>
    at === undefined ? { id, weight, score } : { id, weight, score, observedAt: at, maxAgeDays }
  const parts = [
    // Until there are days enough to rank it, half a percent above the bill is good and two below are bad.
    partOf('real_yield', 0.5, real, 4, rank ?? (spread === null ? null : band(spread, -2, 0.5))),
    dated(
      'exit_queue',
      0.3,
      queues?.at ?? lidoExit?.at,
      0.2,
      exitDays === null ? null : 100 * (1 - clip(exitDays / longExitDays, 0, 1)),
    ),
    dated('discounts', 0.2, quotes?.at, 0.1, worst === null ? null : 100 * (1 - clip(worst / wideBp, 0, 1))),
  ]
  const mix = composite(parts, now)
  const eth = {
    staked_eth: staked,
    issuance_apr_pct: issuance,
    lido_apr_7d_pct: apr,
    lido_fee_pct: lidoFeePct,
    lido_apr_day: aprs.at(-1)?.at ?? null,
    // What is left of Lido's gross rate when issuance is taken away: fees and tips of blocks.
    execution_share_pct:
      apr === null || apr === 0 || issuance === null ? null : 100 * clip(1 - issuance / (apr / (1 - lidoFeePct / 100)), 0, 1),
    bill_3m_pct: billPct,
    bill_day: bill.at(-1)?.at ?? null,
    real_yield_pp: spread,
    real_yield_rank_pct: rank,
    queues_at: queues?.at ?? null,
    deposit_queue: {
      eth: queues?.depositEth ?? null,
      wait_days: waitOf(queues),
    },
    exit_queue: {
      validators: queues?.exiting ?? null,
      wait_days: queueDays,
      lido_withdrawal_days: lidoDays,
    },
  }
  const unpaid = lst.filter(({ apy_pct }) => apy_pct === null).map(({ symbol }) => symbol)
  const told = {
    ...mix,
    score: isStressed ? Math.min(mix.score, 20) : mix.score,
    // Against a fixed scale instead of its own two years half of the verdict is a guess.
    confidence: rank === null ? Math.min(mix.confidence, mostUnranked) : mix.confidence,
    coverage: {
      ...mix.coverage,
      detail: {
        not_told: [
          ...(rank === null ? [`rank of the real yield: ${real.length} of ${fewestDaysForRank} days are known`] : []),
          ...(unpaid.length === 0 ? [] : [`yields of ${unpaid.join(', ')}: no pool of theirs is listed`]),
        ],
      },
    },
  }
  return { mix: told, isStressed, eth, lst, worst, exitDays }
}

/** The rate of each day over the bill's of that day, in percentage points. */
function realYields(aprs: readonly Point[], bill: readonly Point[]): Point[] {
  return aprs.flatMap((point) => {
    const known = bill.findLast(({ at }) => at <= point.at)
    return known === undefined ? [] : [{ at: point.at, value: point.value - known.value }]
  })
}

function describeTokens(
  prices: readonly Quote[],
  rates: ReadonlyMap<string, number>,
  pools: readonly Yielding[],
  lidoApr: number | null,
  lidoDays: number | null,
) {
  const eth = prices.find(({ symbol }) => symbol === 'ETH')
  return Object.entries(tokens).map(([symbol, project]) => {
    const quote = prices.find((one) => one.symbol === symbol)
    const pool = pools.find((one) => one.project === project && one.chain === 'Ethereum')
    const rate = rates.get(symbol) ?? null
    const isLido = symbol === 'stETH'
    return {
      symbol,
      apy_pct: isLido ? lidoApr : (pool?.apy ?? null),
      apy_from: isLido && lidoApr !== null ? ('protocol' as const) : pool === undefined ? null : ('aggregator' as const),
      price_usd: quote?.usd ?? null,
      priced_at: quote?.pricedAt ?? null,
      redeems_for_eth: rate,
      discount_bp: discountBp(quote?.usd, eth?.usd, rate),
      tvl_usd: pool?.tvlUsd ?? null,
      exit_days: isLido ? lidoDays : null,
    }
  })
}

function discountBp(usd: number | undefined, ethUsd: number | undefined, rate: number | null): number | null {
  const traded = usd === undefined || ethUsd === undefined ? null : ratio(usd, ethUsd)
  const fair = traded === null ? null : ratio(traded, rate)
  return fair === null ? null : 1e4 * (1 - fair)
}

export function readSol({ solana, bill }: StakeInputs, now: Date) {
  const gross = solana === null ? null : ratio(solana.inflationPct * solana.supply, solana.active)
  const net = gross === null ? null : gross * (1 - solana!.commissionPct / 100)
  const billPct = newestValue(bill)
  const spread = net === null || billPct === null ? null : net - billPct
  const lagging = solana === null ? null : ratio(100 * solana.delinquent, solana.active + solana.delinquent)
  const aged = solana === null ? {} : { observedAt: solana.at, maxAgeDays: 0.2 }
  const mix = composite(
    [
      { id: 'sol_real_yield', weight: 0.7, score: spread === null ? null : band(spread, -2, 4), ...aged },
      { id: 'sol_delinquent_stake', weight: 0.3, score: lagging === null ? null : 100 * (1 - clip(lagging / 5, 0, 1)), ...aged },
    ],
    now,
  )
  const sol = {
    staked_sol: solana?.active ?? null,
    staked_share_pct: solana === null ? null : ratio(100 * solana.active, solana.supply),
    gross_apr_pct: gross,
    commission_pct: solana?.commissionPct ?? null,
    net_apr_pct: net,
    real_yield_pp: spread,
    delinquent_pct: lagging,
    validators: solana?.validators ?? null,
  }
  return { mix, sol, isStressed: lagging !== null && lagging > 20 }
}

export function computeStake(inputs: StakeInputs, now: Date, asset: string) {
  const eth = asset === 'SOL' ? null : readEth(inputs, now)
  const sol = asset === 'ETH' ? null : readSol(inputs, now)
  const mixes = [eth?.mix, sol?.mix].filter((mix) => mix !== undefined)
  const mix = mixes.length === 1 ? mixes[0]! : bothOf(mixes)
  const label: (typeof appeal)[number] = eth?.isStressed || sol?.isStressed ? 'stressed' : byScore.of(mix.score)
  const restaked = inputs.pools
    .filter(({ project }) => restaking.includes(project))
    .map(({ project, chain, symbol, apy, tvlUsd }) => ({ project, chain, symbol, apy_pct: apy, tvl_usd: tvlUsd }))
  return {
    mix,
    label,
    direction: 'none' as const,
    ...(eth === null ? {} : { eth: eth.eth, lst: eth.lst, restaking: restaked }),
    ...(sol === null ? {} : { sol: sol.sol }),
    summary: [
      `Staking ${asset === 'all' ? 'ETH and SOL' : asset}: ${label}.`,
      ...(eth === null
        ? []
        : [
            `Ether pays ${say(eth.eth.lido_apr_7d_pct, 2, ' %')} after fees, ${say(eth.eth.real_yield_pp, 2)} points over the 3-month bill; ` +
              `leaving takes ${say(eth.exitDays, 1)} days, worst discount ${say(eth.worst, 0)} bp.`,
          ]),
      ...(sol === null ? [] : [`SOL pays ${say(sol.sol.net_apr_pct, 2, ' %')} after commission.`]),
    ].join(' '),
  }
}

type Mix = ReturnType<typeof composite>

/** Both weigh the same: who asks for both holds both. */
function bothOf(mixes: readonly Mix[]): Mix {
  const half = (of: (mix: Mix) => number) => mixes.reduce((sum, mix) => sum + of(mix), 0) / mixes.length
  const { missing, stale, ...inputs } = joinCoverages(mixes.map(({ coverage }) => coverage))
  const details = mixes.map(({ coverage }) => coverage.detail as { readonly not_told?: string[] } | undefined)
  const not_told = details.flatMap((detail) => detail?.not_told ?? [])
  return {
    score: half(({ score }) => score),
    confidence: round(
      half(({ confidence }) => confidence),
      2,
    ),
    availableWeight: half(({ availableWeight }) => availableWeight),
    coverage: { ...inputs, ...(details.some((one) => one !== undefined) ? { detail: { not_told } } : {}), missing, stale },
  }
}
