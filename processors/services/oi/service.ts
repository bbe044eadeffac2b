// Open interest of perpetual futures: is leverage growing, where is it stretched, and who is behind the price.
import { TollgateError } from '../../../errors.ts'
import { type Draft, defineRoute, defineService } from '../../define.ts'
import { type Direction, leaning, signalHead } from '../../signal-head.ts'
import { type Composite, round } from '../../stats.ts'
import { type Horizon, horizonKeys, horizonNames, mergeCoins } from './coins.ts'
import { computeExtremes } from './extremes.ts'
import { computeFlow, type Span } from './flow.ts'
import { readInputs, reads, selections } from './inputs.ts'
import { mixOfFlow } from './mix.ts'
import { extremesAnswer, flowAnswer, shapeExtremes, shapeTrend, takeFlow, takeList, trendAnswer } from './schema.ts'
import { flowLabel, flowScore } from './signal.ts'
import { computeTrend } from './trend.ts'

const market = 'market'
const ages = { maxAgeSeconds: 900, hardMaxAgeSeconds: 6 * 3_600 }
const common = { method: 'GET', price: '0.05', serve: 'precomputed', ...ages } as const

// The day's answer is the market's; the other spans have rows of their own.
const spanKey = (horizon = '24h'): string => (horizon === '24h' ? market : `${market} ${horizon}`)

const trend = defineRoute({
  ...common,
  path: '/oi',
  summary: 'Open interest of perpetuals by coin and venue, with changes in coins over 1 h to 7 d',
  tags: ['crypto', 'perpetuals', 'open-interest'],
  ...takeList,
  output: trendAnswer,
  example: { input: { coin: 'BTC,ETH' }, output: undefined },
  key: (input) => spanKey(input.horizon),
  shape: shapeTrend,
})

const extremes = defineRoute({
  ...common,
  path: '/extremes',
  summary: 'Coins whose leverage is high or low against their own month, as a risk score',
  tags: ['crypto', 'perpetuals', 'open-interest', 'risk'],
  ...takeList,
  output: extremesAnswer,
  example: { input: {}, output: undefined },
  key: (input) => spanKey(input.horizon),
  shape: shapeExtremes,
})

const signal = defineRoute({
  ...common,
  path: '/signal',
  summary: 'Are new longs, new shorts or closing positions behind the move, for the market or one coin',
  tags: ['crypto', 'perpetuals', 'open-interest', 'positioning'],
  ...takeFlow,
  output: flowAnswer,
  example: { input: { coin: 'ETH' }, output: undefined },
  key: (input) => input.coin ?? market,
  closed: true,
})

export default defineService({
  label: 'oi',
  title: 'Open interest',
  description: 'Open interest of perpetual futures across venues: trend, extremes and who is behind the price, as signals.',
  version: '1',
  tags: ['crypto', 'derivatives'],
  reads,
  routes: [trend, extremes, signal],
  affected: (records) => (records.length > 0 ? [market] : []),
  selects: () => selections,
  compute(_key, seen, now) {
    const inputs = readInputs(seen)
    const coins = mergeCoins(inputs)
    const { components, drivers, spans, spansOfCoin, mix } = computeFlow(inputs, now, coins)
    const drafts = horizonKeys.flatMap((horizon) => [
      draftTrend(computeTrend(inputs, now, horizon, coins), horizon, now),
      draftExtremes(computeExtremes(inputs, now, horizon, coins), horizon, now),
    ])
    if (flowScore(components) === null) return drafts
    drafts.push(draftFlow({ coin: null, components, coins: drivers.slice(0, 15), spans }, mix, now))
    for (const driver of drivers) {
      const own = { price_z: driver.price_z, oi_z: driver.oi_z, funding_z: driver.funding_z }
      const mixed = mixOfFlow(own, inputs, now)
      drafts.push(draftFlow({ coin: driver.coin, components: own, coins: [driver], spans: spansOfCoin(driver.coin) }, mixed, now))
    }
    return drafts
  },
})

type Flow = ReturnType<typeof computeFlow>

interface Verdict {
  readonly label: string
  readonly score: number
  readonly range?: readonly [number, number]
  readonly direction?: Direction
}

function head({ label, score, range, direction }: Verdict, mix: Composite, now: Date, summary: string) {
  return signalHead({ label, score, range, confidence: mix.confidence, direction, now, summary })
}

// Without history there is still a level to sell: its score is the neutral one and its confidence says what is missing.
function draftTrend({ score, label, mix, ...sections }: ReturnType<typeof computeTrend>, horizon: Horizon, now: Date): Draft {
  if (sections.coins.length === 0) throw new TollgateError('not_enough_data', 'no venue has sent open interest')
  const text = (change: number | null) => (change === null ? 'unknown' : `${change} %`)
  const summary =
    `Perpetual open interest is ${(sections.total_usd / 1e9).toFixed(2)} bn USD and ${label} over ${sections.horizon}: in coins ` +
    `${text(sections.change.h24_pct)} over 24 h, ${text(sections.change.d7_pct)} over 7 d.`
  const body = { signal: head({ label, score: score ?? 0 }, mix, now, summary), ...sections }
  return { route: trend.path, key: spanKey(horizonNames[horizon]), body, coverage: mix.coverage }
}

function draftExtremes(
  { score, label, mix, ...sections }: ReturnType<typeof computeExtremes>,
  horizon: Horizon,
  now: Date,
): Draft {
  const [first] = sections.rows
  const summary =
    `Leverage is at the ${round(score ?? 50, 0)}th percentile of its month over ${sections.counts.judged} coins; ` +
    `${first === undefined ? 'no coin has enough history yet' : `furthest out is ${first.coin} at z ${first.z_level}`}.`
  const body = { signal: head({ label, score: score ?? 50, range: [0, 100] }, mix, now, summary), ...sections }
  return { route: extremes.path, key: spanKey(horizonNames[horizon]), body, coverage: mix.coverage }
}

interface FlowSections {
  readonly coin: string | null
  readonly components: Flow['components']
  readonly coins: Flow['drivers']
  readonly spans: readonly Span[]
}

function draftFlow({ coin, components, coins, spans }: FlowSections, mix: Composite, now: Date): Draft {
  const score = flowScore(components)!
  const label = flowLabel(components)
  const direction = leaning(score)
  const summary =
    `${coin ?? 'The market'}: ${label.replace('_', ' ')}; 24 h price z ${components.price_z}, open interest z ${components.oi_z}, ` +
    `funding z ${components.funding_z ?? 'unknown'}.`
  const body = { signal: head({ label, score, direction }, mix, now, summary), coin, components, by_horizon: [...spans], coins }
  return { route: signal.path, key: coin ?? market, body, coverage: mix.coverage }
}
