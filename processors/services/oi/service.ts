// Open interest of perpetual futures: is leverage growing, where is it stretched, and who is behind the price.
import { TollgateError } from '../../../base/errors.ts'
import { type Composite, round } from '../../formula/index.ts'
import { defineRoutesService, reading, signalRoute } from '../../kit/index.ts'
import { leaning } from '../../kit/signal-head.ts'
import { tellChanges } from './changes.ts'
import { type Horizon, horizonKeys, horizonNames, mergeCoins } from './coins.ts'
import { computeExtremes, extremeLabels } from './extremes.ts'
import { computeFlow, type Span } from './flow.ts'
import { readInputs, selections } from './inputs.ts'
import { mixOfFlow } from './mix.ts'
import { extremesAnswer, flowAnswer, takeFlow, takeList, trendAnswer } from './schema.ts'
import { shapeExtremes, shapeTrend } from './shape.ts'
import { flowLabel, flowLabels, flowScore } from './signal.ts'
import { computeTrend, ofItsMonth, trendLabels } from './trend.ts'

const market = 'market'
const common = { price: '0.05', fresh: { minutes: 15 }, sold: { hours: 6 }, leastWeight: 0 } as const

// The day's answer is the market's; the other spans have rows of their own.
const spanKey = (horizon = '24h'): string => (horizon === '24h' ? market : `${market} ${horizon}`)

export default defineRoutesService({
  label: 'oi',
  title: 'Open interest',
  description: 'Open interest of perpetual futures across venues: trend, extremes and who is behind the price, as signals.',
  version: '6',
  tags: ['crypto', 'derivatives'],
  rows: { one: market },
  facts: { venues: reading(selections, readInputs) },
  routes: {
    trend: signalRoute({
      ...common,
      path: '/oi',
      summary: 'Open interest of perpetuals by coin and venue, with changes in coins over 1 h to 7 d',
      tags: ['crypto', 'perpetuals', 'open-interest'],
      takes: takeList,
      example: { coin: 'BTC,ETH' },
      key: (input) => spanKey(input.horizon),
      shape: shapeTrend,
      labels: trendLabels,
      answer: trendAnswer,
    }),
    extremes: signalRoute({
      ...common,
      path: '/extremes',
      summary: 'Coins whose leverage is high or low against their own month, as a risk score',
      tags: ['crypto', 'perpetuals', 'open-interest', 'risk'],
      takes: takeList,
      key: (input) => spanKey(input.horizon),
      shape: shapeExtremes,
      range: [0, 100],
      labels: extremeLabels,
      answer: extremesAnswer,
    }),
    signal: signalRoute({
      ...common,
      path: '/signal',
      summary: 'Are new longs, new shorts or closing positions behind the move, for the market or one coin',
      tags: ['crypto', 'perpetuals', 'open-interest', 'positioning'],
      takes: takeFlow,
      example: { coin: 'ETH' },
      key: (input) => input.coin ?? market,
      closed: true,
      labels: flowLabels,
      answer: flowAnswer,
    }),
  },
  signal({ venues: inputs }, now) {
    const coins = mergeCoins(inputs)
    const { components, drivers, spans, spansOfCoin, mix } = computeFlow(inputs, now, coins)
    const levels = horizonKeys.flatMap((horizon) => [
      tellTrend(computeTrend(inputs, now, horizon, coins), horizon),
      tellExtremes(computeExtremes(inputs, now, horizon, coins), horizon),
    ])
    if (flowScore(components) === null) return levels
    return [
      ...levels,
      tellFlow({ coin: null, components, coins: drivers.slice(0, 15), spans }, mix),
      ...drivers.map((driver) => {
        const own = { price_z: driver.price_z, oi_z: driver.oi_z, funding_z: driver.funding_z }
        const told = { coin: driver.coin, components: own, coins: [driver], spans: spansOfCoin(driver.coin) }
        return tellFlow(told, mixOfFlow(own, inputs, now))
      }),
    ]
  },
})

type Flow = ReturnType<typeof computeFlow>

// Without history there is still a level to sell: its score is the neutral one and its confidence says what is missing.
function tellTrend({ score, label, mix, ...sections }: ReturnType<typeof computeTrend>, horizon: Horizon) {
  if (sections.coins.length === 0) throw new TollgateError('not_enough_data', 'no venue has sent open interest')
  const summary =
    `Perpetual open interest on ${sections.market.seen.join(' and ')} is ${(sections.total_usd / 1e9).toFixed(2)} bn USD and ${label} over ${sections.horizon} ${ofItsMonth(sections.change_z)}: in coins ` +
    `${tellChanges(horizon, sections.change)}` +
    `${sections.market.not_seen.length === 0 ? '' : `; not in it: ${sections.market.not_seen.join(', ')}`}.`
  return {
    route: 'trend' as const,
    key: spanKey(horizonNames[horizon]),
    mix: { ...mix, score: score ?? 0 },
    label,
    summary,
    direction: 'none' as const,
    ...sections,
  }
}

function tellExtremes({ score, label, mix, ...sections }: ReturnType<typeof computeExtremes>, horizon: Horizon) {
  const [first] = sections.rows
  const summary =
    `Leverage is at percentile ${round(score ?? 50, 0)} of its month over ${sections.counts.judged} coins; ` +
    `${first === undefined ? 'no coin has enough history yet' : `furthest out is ${first.coin} at z ${first.z_level}`}.`
  return {
    route: 'extremes' as const,
    key: spanKey(horizonNames[horizon]),
    mix: { ...mix, score: score ?? 50 },
    label,
    summary,
    ...sections,
  }
}

interface FlowSections {
  readonly coin: string | null
  readonly components: Flow['components']
  readonly coins: Flow['drivers']
  readonly spans: readonly Span[]
}

function tellFlow({ coin, components, coins, spans }: FlowSections, mix: Composite) {
  const score = flowScore(components)!
  const label = flowLabel(components)
  const summary =
    `${coin ?? 'The market'}: ${label.replace('_', ' ')}; 24 h price z ${components.price_z}, open interest z ${components.oi_z}, ` +
    `funding z ${components.funding_z ?? 'unknown'}.`
  return {
    route: 'signal' as const,
    key: coin ?? market,
    mix: { ...mix, score },
    label,
    summary,
    direction: leaning(score),
    coin,
    components,
    by_horizon: [...spans],
    coins,
  }
}
