// Stablecoins: is money coming in, which pegs hold, and one coin in full.

import { round, roundOrNull } from '../../formula/index.ts'
import { isStableSymbol, stableSymbol } from '../../inputs/stable-symbol.ts'
import { defineRoutesService, mustTake, reading, signalRoute } from '../../kit/index.ts'
import { type Inputs, readInputs, selections } from './inputs.ts'
import { imbalanceOf } from './liquidity.ts'
import { computePulse, pulseLabels } from './pulse.ts'
import { coinAnswer, pulseAnswer, riskAnswer, shapeRisk, takeRisk } from './schema.ts'
import {
  brokenOf,
  computeRisk,
  deviationBps,
  driversOf,
  leastListedUsd,
  mixOfCoin,
  nameBroken,
  pct,
  pegLabels,
  riskLabels,
  type StableInputs,
  type Watched,
  watchAll,
} from './signal.ts'

const all = 'all'
const common = { price: '0.05', fresh: { hours: 1 }, sold: { hours: 6 }, leastWeight: 0 } as const
const chainsShown = 5
const poolsShown = 5

export default defineRoutesService({
  label: 'stable',
  title: 'Stablecoins',
  description: 'Stablecoin flows, pegs and depeg risk, for all and for each.',
  version: '4',
  tags: ['crypto', 'stablecoins'],
  rows: { one: all },
  facts: { seen: reading(selections, readInputs) },
  routes: {
    pulse: signalRoute({
      ...common,
      path: '/pulse',
      summary: 'Is money flowing into or out of stablecoins, and do their pegs hold',
      tags: ['crypto', 'stablecoins', 'liquidity'],
      labels: pulseLabels,
      answer: pulseAnswer,
    }),
    risk: signalRoute({
      ...common,
      path: '/risk-summary',
      summary: 'Depeg risk of every large stablecoin, worst first',
      tags: ['crypto', 'stablecoins', 'risk'],
      takes: takeRisk,
      shape: shapeRisk,
      range: [0, 100],
      labels: riskLabels,
      answer: riskAnswer,
    }),
    one: signalRoute({
      ...common,
      path: '/symbol/{symbol}',
      summary: 'One stablecoin: peg by two prices, supply, chains and depeg risk',
      tags: ['crypto', 'stablecoins', 'peg'],
      takes: { symbol: mustTake(stableSymbol) },
      example: { symbol: 'USDC' },
      key: (input) => input.symbol,
      closed: true,
      range: [0, 100],
      labels: pegLabels,
      answer: coinAnswer,
    }),
  },
  signal({ seen: inputs }, now) {
    const watched = watchAll(inputs)
    return [tellPulse(inputs, watched, now), tellRisk(inputs, watched, now), ...tellCoins(inputs, watched, now)]
  },
})

function tellPulse(inputs: StableInputs, watched: readonly Watched[], now: Date) {
  const { score, label, mix, ...sections } = computePulse(inputs, watched, now)
  const summary =
    `Stablecoins: ${(sections.supply.total_usd / 1e9).toFixed(1)} bn USD, ${sections.supply.change_7d_pct ?? 'unknown'} % in 7 days ` +
    `(z ${sections.supply.change_7d_z ?? 'unknown'}); mean distance from peg ${sections.peg.weighted_dev_bps} bp, ` +
    `${sections.peg.off_peg_count} off peg${nameBroken(brokenOf(watched))}.`
  return { route: 'pulse' as const, mix: { ...mix, score }, label, summary, ...sections }
}

function tellRisk(inputs: StableInputs, watched: readonly Watched[], now: Date) {
  const { score, label, mix } = computeRisk(inputs, watched, now)
  const listed = watched.filter((coin) => coin.parUsd >= leastListedUsd)
  const count = (peg: string) => listed.filter((coin) => coin.label === peg).length
  const counts = {
    coins: listed.length,
    wobble: count('wobble'),
    disputed: count('disputed'),
    off_peg: count('off_peg'),
    depeg: count('depeg'),
  }
  const coins = listed
    .map((coin) => ({
      symbol: coin.coin.symbol,
      id: coin.coin.id,
      mechanism: coin.coin.mechanism,
      supply_usd: Math.round(coin.usd),
      price: roundOrNull(coin.coin.priceUsd, 5),
      dev_bps: roundOrNull(coin.devBps, 1),
      // Where nobody says how far it is from its peg, what is left of the parts would read as calm.
      depeg_risk: coin.label === 'no_peg' || coin.label === 'unpriced' ? null : round(coin.risk.score, 1),
      label: coin.label,
      drivers: driversOf(coin),
    }))
    .sort((a, b) => (b.depeg_risk ?? -1) - (a.depeg_risk ?? -1) || b.supply_usd - a.supply_usd)
  const worst = coins[0] === undefined ? 'none' : `${coins[0].symbol} at ${coins[0].depeg_risk ?? 'unknown'}`
  const summary =
    `Stablecoin risk is ${label} over ${counts.coins} coins: ${counts.wobble} wobble, ${counts.off_peg} off peg, ` +
    `${counts.depeg} depegged, ${counts.disputed} disputed${nameBroken(brokenOf(watched))}; worst ${worst}.`
  return { route: 'risk' as const, mix: { ...mix, score }, label, summary, counts, coins: coins.slice(0, 100) }
}

// Several coins share a symbol: the largest answers to it and names the others.
function tellCoins(inputs: Inputs, watched: readonly Watched[], now: Date) {
  const bySymbol = Map.groupBy(watched, (coin) => coin.coin.symbol.toUpperCase())
  return [...bySymbol]
    .filter(([symbol]) => isStableSymbol(symbol))
    .map(([symbol, [largest, ...rest]]) => tellCoin(symbol, largest!, rest, inputs, now))
}

function tellCoin(symbol: string, coin: Watched, rest: readonly Watched[], inputs: Inputs, now: Date) {
  const mix = mixOfCoin(coin, inputs.listedAt, now)
  const { id, name, peg, mechanism, priceUsd, supply, chains } = coin.coin
  const pools = inputs.holdings.get(symbol) ?? []
  const listed = { name: 'defillama', price: priceUsd ?? 0, as_of: inputs.listedAt.toISOString() }
  const summary =
    `${coin.coin.symbol} is ${coin.label.replaceAll('_', ' ')}: ${priceUsd === null ? 'no price' : `${round(priceUsd, 4)} USD`}` +
    `${coin.secondBps === null ? ' by one source' : ''}, supply ${(coin.usd / 1e9).toFixed(2)} bn USD ` +
    `(${pct(coin.change.d7) ?? 'unknown'} % in 7 days), depeg risk ${round(coin.risk.score, 0)} of 100.`
  const score = (part: string) => roundOrNull(coin.risk.parts.find((candidate) => candidate.id === part)!.score, 1)
  return {
    route: 'one' as const,
    key: symbol,
    mix: { ...mix, score: coin.risk.score },
    label: coin.label,
    summary,
    coin: { id, symbol: coin.coin.symbol, name, peg, mechanism },
    also: rest.map((other) => ({ id: other.coin.id, name: other.coin.name, supply_usd: Math.round(other.usd) })),
    price: {
      value: roundOrNull(priceUsd, 6),
      par_usd: coin.par,
      dev_bps: roundOrNull(coin.devBps, 1),
      sources: [
        ...(priceUsd === null ? [] : [listed]),
        ...coin.quotes.map(({ name, priceUsd: price, at }) => ({ name, price: round(price, 6), as_of: at.toISOString() })),
      ],
    },
    supply: {
      supply_usd: Math.round(coin.usd),
      change_1d_pct: pct(coin.change.d1),
      change_7d_pct: pct(coin.change.d7),
      change_30d_pct: pct(coin.change.d30),
      chains: chains.slice(0, chainsShown).map((chain) => ({
        chain: chain.chain,
        share_pct: supply === 0 ? 0 : round((100 * chain.supply) / supply, 1),
      })),
    },
    components: {
      deviation: score('deviation'),
      time_off_peg_24h: score('time_off_peg_24h'),
      redemption_7d: score('redemption_7d'),
      pool_balance: score('pool_balance'),
      mechanism: score('mechanism'),
    },
    liquidity: {
      imbalance: roundOrNull(imbalanceOf(pools), 3),
      pools: pools.slice(0, poolsShown).map((pool) => ({
        address: pool.address,
        name: pool.name,
        tvl_usd: Math.round(pool.usd),
        share_pct: round(100 * pool.share, 1),
        imbalance: round(pool.imbalance, 3),
      })),
    },
    history: {
      supply_30d: (inputs.supplies.get(id) ?? []).map(({ date, supply: units }) => ({ date, supply: Math.round(units) })),
      dev_bps_24h: !coin.pegged
        ? []
        : (inputs.quotes.get(id) ?? []).map((quote) => ({
            at: quote.at.toISOString(),
            dev_bps: round(deviationBps(quote.priceUsd, coin.par!), 1),
          })),
    },
  }
}
