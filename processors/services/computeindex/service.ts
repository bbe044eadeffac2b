// An index of GPU rental prices: a robust price a card over providers, chained and weighted, with its rules on the answer.
import { TollgateError } from '../../../base/errors.ts'
import { akashGpus } from '../../../ingestors/sources/akash-gpus/topic.ts'
import { catalogGpus, type Gpu, gpuNames } from '../../../ingestors/sources/skypilot-gpus/topic.ts'
import {
  type Basis,
  bases,
  chainIndex,
  changeSince,
  closesOf,
  fewestProviders,
  indexWeights,
  priceOf,
  type Quote,
} from '../../formula/gpu-index.ts'
import { composite, deviation, percentile, round, say } from '../../formula/index.ts'
import { ladder } from '../../formula/ladder.ts'
import { defineChoice } from '../../inputs/choice.ts'
import { defineNumberChoice } from '../../inputs/number-choice.ts'
import { defineTable } from '../../inputs/table.ts'
import {
  all,
  count,
  day,
  defineSignalService,
  flag,
  known,
  list,
  mapped,
  mayTake,
  number,
  pct,
  signalRoute,
  text,
  usd,
  word,
} from '../../kit/index.ts'

const turns = ladder(['sliding', 'easing', 'stable', 'firming', 'surging'], [-60, -15, 15, 60])
const composite_ = 'composite'
const gpu = defineTable({
  kind: 'GPU',
  table: { [composite_]: ['all', 'index'], ...Object.fromEntries(gpuNames.map((name) => [name, []])) },
  example: 'h100',
  description: 'one card, or composite',
})
const basis = defineChoice('basis', bases, { description: 'on_demand, interruptible, or both' })
const window = defineNumberChoice('window', [30, 7, 90, 365], { description: 'days of history told' })
const fewestDays = 20

export default defineSignalService({
  label: 'computeindex',
  title: 'GPU price index',
  description: 'A chained, weighted index of GPU rental prices over providers: level, changes, constituents, and its rules.',
  version: '2',
  tags: ['compute', 'index'],
  rows: { one: 'world' },
  facts: {
    quotes: [catalogGpus, akashGpus].map((topic) =>
      mapped(all(topic), (facts) => facts.map(({ observedAt, value }) => ({ ...value, at: observedAt }))),
    ),
  },
  route: signalRoute({
    path: '/index',
    price: '0.10',
    summary: 'GPU price index, composite or of one card: level, changes, volatility, constituents and curve',
    tags: ['compute', 'gpu', 'index', 'ai'],
    takes: {
      gpu: mayTake(gpu, { fallback: composite_ }),
      window: mayTake(window, { fallback: 30 }),
      basis: mayTake(basis, { fallback: 'on_demand' }),
    },
    example: { gpu: 'h100' },
    key: (input) => `${input.gpu ?? composite_} ${input.basis ?? 'on_demand'}`,
    closed: true,
    shape: (body: { readonly history: readonly unknown[] }, input) => ({
      ...body,
      history: body.history.slice(-(input.window ?? 30)),
    }),
    fresh: { hours: 24 },
    sold: { days: 4 },
    leastWeight: 0.25,
    labels: [...turns.labels, 'unknown'] as const,
    answer: {
      gpu: text(),
      basis: word(bases),
      level: known(number('100 on the first day', 3)),
      price_usd: usd('dollars a card and hour; null for the composite', 4),
      currency: word(['USD']),
      base_date: day(),
      change: { d1_pct: pct(undefined, 2), d7_pct: pct(undefined, 2), d30_pct: pct(undefined, 2), d90_pct: pct(undefined, 2) },
      volatility_30d_pct: pct('of daily log changes, to a year', 2),
      percentile_1y: number('percent of the days of a year with as low a level', 1),
      constituents: list({
        gpu: text(),
        weight: number('of the composite; 1 for a card of its own', 4),
        price: number('dollars, the newest close', 4),
        providers: count('whose quotes count'),
        change_30d_pct: pct(undefined, 2),
        carried: flag('no three providers now: the last price stands'),
      }),
      curve: {
        on_demand_usd: usd('of the H100, or the card asked for', 4),
        spot_usd: usd(undefined, 4),
        discount_pct: pct(undefined, 1),
      },
      history: list({ date: day(), level: known(number(undefined, 3)), members: count() }),
      method: text(),
    },
  }),
  signal({ quotes: byTopic }, now) {
    const quotes = byTopic.flat() as readonly Quote[]
    if (quotes.length === 0) throw new TollgateError('not_enough_data', 'no provider has an offer')
    return bases.flatMap((one) => {
      const closes = closesOf(quotes, gpuNames, one)
      return [composite_, ...gpuNames].flatMap((name) => tell(name, one, closes, quotes, now) ?? [])
    })
  },
})

function tell(name: string, kind: Basis, closes: ReturnType<typeof closesOf>, quotes: readonly Quote[], now: Date) {
  const weights: Readonly<Partial<Record<Gpu, number>>> = name === composite_ ? indexWeights : { [name]: 1 }
  const cards = Object.keys(weights) as Gpu[]
  const index = chainIndex(closes, weights)
  const newest = index.at(-1)
  const last = (gpu_: Gpu) => closes.findLast(({ prices }) => prices.has(gpu_))?.prices.get(gpu_) ?? null
  if (newest === undefined || cards.every((one) => last(one) === null)) return null
  const today = closes.at(-1)!
  const levels = index.map(({ level }) => level)
  const moves = levels.slice(-31).flatMap((level, i, list_) => (i === 0 ? [] : [Math.log(level / list_[i - 1]!)]))
  const month = changeSince(index, 30)
  const live = cards.filter((one) => today.prices.has(one))
  const weight = (one: Gpu) => weights[one]! / cards.reduce((sum, each) => sum + weights[each]!, 0)
  const providers = Math.max(0, ...live.map((one) => today.providers.get(one) ?? 0))
  const at = new Date(`${today.date}T00:00:00Z`)
  const mix = composite(
    [
      { id: 'live_members', weight: 0.5, score: live.length === 0 ? null : 1, observedAt: at, maxAgeDays: 2 },
      { id: 'history_30d', weight: 0.5, score: month === null ? null : 1 },
    ],
    now,
  )
  const score = 100 * Math.tanh((month ?? 0) / 15)
  // Without a month of levels nobody knows that it stands still.
  const label = month === null ? ('unknown' as const) : turns.of(score)
  const recent = quotes.filter((quote) => now.getTime() - quote.at.getTime() < 2 * 86_400_000)
  const latest = [
    ...new Map(recent.toSorted((a, b) => a.at.getTime() - b.at.getTime()).map((quote) => [quote.provider, quote])).values(),
  ]
  const card = name === composite_ ? 'h100' : (name as Gpu)
  const [firm, loose] = [priceOf(card, latest, 'on_demand').price, priceOf(card, latest, 'spot').price]
  const change = (days: number) => changeSince(index, days)
  return {
    key: `${name} ${kind}`,
    mix: { ...mix, score, confidence: round(mix.confidence * Math.min(1, providers / 8), 2) },
    label,
    gpu: name,
    basis: kind,
    level: newest.level,
    price_usd: name === composite_ ? null : last(card),
    currency: 'USD' as const,
    base_date: index[0]!.date,
    change: { d1_pct: change(1), d7_pct: change(7), d30_pct: month, d90_pct: change(90) },
    volatility_30d_pct: moves.length < fewestDays ? null : 100 * deviation(moves) * Math.sqrt(365),
    percentile_1y: levels.length < fewestDays ? null : percentile(newest.level, levels.slice(-365)),
    constituents: cards.map((one) => {
      const priced = closes.flatMap(({ date, prices }) => (prices.has(one) ? [{ date, level: prices.get(one)! }] : []))
      return {
        gpu: one,
        weight: weight(one),
        price: last(one),
        providers: today.providers.get(one) ?? 0,
        change_30d_pct: changeSince(priced, 30),
        carried: !today.prices.has(one),
      }
    }),
    curve: {
      on_demand_usd: firm,
      spot_usd: loose,
      discount_pct: firm === null || loose === null ? null : 100 * (1 - loose / firm),
    },
    history: index.slice(-365),
    method: `A provider's quote is the 25th percentile of its whole-card offers; quotes below a fourth or above four times the median are left out; a card's price is the median of at least ${fewestProviders} providers; days are chained over the cards both have, by weights ${Object.entries(
      indexWeights,
    )
      .map(([one, share]) => `${one} ${share}`)
      .join(', ')}.`,
    summary: `GPU ${name} (${kind.replace('_', ' ')}) is ${label === 'unknown' ? 'of unknown trend' : label} at ${newest.level} since ${index[0]!.date}: ${say(change(7), 1, ' %')} in a week, ${say(month, 1, ' %')} in a month; ${live.length} of ${cards.length} cards live, up to ${providers} providers.`,
  }
}
