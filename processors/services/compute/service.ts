// The market for GPU time: what each card costs by provider and tier, the best offers, and how tight it is.
import { TollgateError } from '../../../base/errors.ts'
import { akashGpus } from '../../../ingestors/sources/akash-gpus/topic.ts'
import { catalogGpus, type GpuOffer, gpuNames, gpuTiers } from '../../../ingestors/sources/skypilot-gpus/topic.ts'
import {
  chainIndex,
  changeSince,
  closesOf,
  indexWeights,
  members,
  priceOf,
  type Quote,
  quantile,
} from '../../formula/gpu-index.ts'
import { band, composite, median, percentileOfNewest, ratio, round, say } from '../../formula/index.ts'
import { ladder } from '../../formula/ladder.ts'
import { defineLimit } from '../../inputs/amounts.ts'
import { defineChoice } from '../../inputs/choice.ts'
import { unusable } from '../../inputs/kind.ts'
import { defineTable } from '../../inputs/table.ts'
import {
  all,
  count,
  defineSignalService,
  flag,
  list,
  mapped,
  maybe,
  mayTake,
  moment,
  number,
  pct,
  signalRoute,
  text,
  usd,
  word,
} from '../../kit/index.ts'

const tightness = ladder(['glut', 'soft', 'balanced', 'tight', 'squeezed'], [25, 45, 60, 80])
const gpu = defineTable({
  kind: 'GPU',
  table: Object.fromEntries(
    gpuNames.map((name) => [
      name,
      name === 'a100' ? ['a100-80', 'a100-80gb'] : name === 'rtx4090' ? ['4090'] : name === 'rtx5090' ? ['5090'] : [],
    ]),
  ),
  example: 'h100',
  description: 'one card; all where nothing is said',
})
const tier = defineChoice('tier', ['any', ...gpuTiers], { description: 'the kind of provider' })
const spot = defineChoice('spot', ['any', 'only', 'exclude'], { description: 'interruptible offers' })
const historyDays = 100
const mostOffers = 400
const anchor = { low: 1.2, high: 4 } as const

interface Offer extends GpuOffer {
  readonly provider: string
  readonly tier: string
  readonly observed_at: string
}

interface Body {
  readonly best_offers: readonly Offer[]
  readonly by_gpu: readonly { readonly gpu: string }[]
}

export default defineSignalService({
  label: 'compute',
  title: 'GPU market',
  description: 'What an hour of each GPU costs across clouds and marketplaces, the best offers, and how tight the market is.',
  version: '1',
  tags: ['compute', 'ai'],
  rows: { one: 'world' },
  facts: {
    quotes: [catalogGpus, akashGpus].map((topic) =>
      mapped(all(topic, { days: historyDays }), (facts) => facts.map(({ observedAt, value }) => ({ ...value, at: observedAt }))),
    ),
  },
  route: signalRoute({
    path: '/report',
    price: '0.05',
    summary: 'GPU rental prices by card, provider and tier, the best offers, availability and how tight the market is',
    tags: ['compute', 'gpu', 'ai', 'cloud'],
    takes: {
      gpu: mayTake(gpu),
      tier: mayTake(tier),
      spot: mayTake(spot),
      limit: mayTake(defineLimit({ most: 50 }), { fallback: 10 }),
    },
    example: { gpu: 'h100' },
    shape(body: Body, input) {
      const by_gpu = body.by_gpu.filter((one) => input.gpu === undefined || one.gpu === input.gpu)
      // Of a card that nobody offers there is nothing to sell.
      if (input.gpu !== undefined && by_gpu.length === 0) {
        const offered = body.by_gpu.map(({ gpu: name }) => name)
        const why = `is offered by none of the providers now; offered are ${offered.join(', ')}`
        throw unusable({ name: 'gpu', now: new Date(0) }, input.gpu, why, offered)
      }
      const best_offers = body.best_offers.filter(
        (one) =>
          (input.gpu === undefined || one.gpu === input.gpu) &&
          ((input.tier ?? 'any') === 'any' || one.tier === input.tier) &&
          ((input.spot ?? 'any') === 'any' || one.spot === (input.spot === 'only')),
      )
      return { ...body, by_gpu, best_offers: best_offers.slice(0, input.limit ?? 10) }
    },
    fresh: { hours: 6 },
    sold: { days: 3 },
    range: [0, 100],
    labels: tightness,
    answer: {
      index: {
        level: number('the composite of computeindex, 100 on its first day', 2),
        change_1d_pct: pct(undefined, 2),
        change_7d_pct: pct(undefined, 2),
        h100_usd: usd('dollars an H100 hour, on demand', 4),
      },
      by_gpu: list({
        gpu: text(),
        offers: count(),
        providers: count(),
        min: number('dollars a card and hour, on demand', 4),
        p10: number('dollars a card and hour', 4),
        median: number('dollars a card and hour', 4),
        p90: number(undefined, 4),
        spot_median: number('dollars a card and hour, interruptible', 4),
        hyperscaler_median: number('dollars a card and hour', 4),
        neocloud_median: number('dollars a card and hour', 4),
        marketplace_median: number('dollars a card and hour', 4),
        change_7d_pct: pct('of its price in the index', 2),
      }),
      best_offers: list(
        {
          provider: text(),
          tier: word(gpuTiers),
          instance: text(),
          region: maybe(text()),
          gpu: text(),
          gpu_count: count(),
          spot: flag(),
          usd_per_gpu_hour: number('dollars', 4),
          observed_at: moment(),
        },
        'the cheapest first',
      ),
      spread: { hyperscaler_vs_marketplace_x: number('of the H100, how many times dearer', 2) },
      availability: { cards_free: number('on Akash'), cards_all: number('on Akash'), used_pct: pct(undefined, 1) },
      provider_coverage: list({ provider: text(), tier: text(), offers: count(), as_of: moment() }),
    },
  }),
  signal({ quotes: byTopic }, now) {
    const quotes = byTopic.flat()
    const newest = new Map(quotes.toSorted((a, b) => a.at.getTime() - b.at.getTime()).map((one) => [one.provider, one]))
    const current = [...newest.values()].filter(({ at }) => now.getTime() - at.getTime() < 2 * 86_400_000)
    if (current.length === 0) throw new TollgateError('not_enough_data', 'no provider has an offer')
    const offers = current.flatMap(({ provider, tier: kind, at, offers: own }) =>
      own.map((offer) => ({ provider, tier: kind as Offer['tier'] & (typeof gpuTiers)[number], ...offer, observed_at: at })),
    )
    const closes = closesOf(quotes as readonly Quote[], gpuNames, 'on_demand')
    const index = chainIndex(closes, indexWeights)
    const week = changeSince(index, 7)
    const h100 = priceOf('h100', current as readonly Quote[], 'on_demand').price
    const free = newest.get('akash')?.available ?? null
    const share = percentileOfNewest(
      index.map(({ date, level }) => ({ at: new Date(`${date}T00:00:00Z`), value: level })),
      90,
      14,
    )
    const at = { observedAt: new Date(Math.max(...current.map((one) => one.at.getTime()))), maxAgeDays: 0.5 }
    const mix = composite(
      [
        // Until there are two weeks of an index of our own the price of an H100 stands for it.
        {
          id: share === null ? 'h100_price (index history)' : 'index_level',
          weight: 0.4,
          score: share ?? (h100 === null ? null : band(h100, anchor.low, anchor.high)),
          ...at,
        },
        {
          id: 'cards_in_use',
          weight: 0.35,
          score: free === null || free.of === 0 ? null : 100 * (1 - free.cards / free.of),
          ...at,
        },
        { id: 'change_7d', weight: 0.25, score: week === null ? null : band(week, -10, 10), ...at },
      ],
      now,
    )
    const label = tightness.of(mix.score)
    const med = (list_: readonly { readonly usd_per_gpu_hour: number }[]) =>
      list_.length === 0 ? null : median(list_.map(({ usd_per_gpu_hour }) => usd_per_gpu_hour))
    const medianOf = (name: string, kind: string) =>
      med(offers.filter((one) => one.gpu === name && !one.spot && one.tier === kind))
    const sorted = offers.toSorted(
      (a, b) =>
        a.usd_per_gpu_hour - b.usd_per_gpu_hour ||
        (`${a.provider}${a.instance}${a.region}` < `${b.provider}${b.instance}${b.region}` ? -1 : 1),
    )
    // Of each card as many as may be asked for.
    const kept = gpuNames
      .flatMap((name) => sorted.filter((one) => one.gpu === name).slice(0, mostOffers / 8))
      .sort(
        (a, b) =>
          a.usd_per_gpu_hour - b.usd_per_gpu_hour ||
          (`${a.gpu}${a.provider}${a.instance}${a.region}` < `${b.gpu}${b.provider}${b.instance}${b.region}` ? -1 : 1),
      )
    return {
      mix: { ...mix, confidence: round(mix.confidence * Math.min(1, current.length / 8), 2) },
      label,
      index: { level: index.at(-1)?.level ?? null, change_1d_pct: changeSince(index, 1), change_7d_pct: week, h100_usd: h100 },
      by_gpu: gpuNames.flatMap((name) => {
        const own = offers.filter((one) => one.gpu === name)
        const firm = own.filter((one) => !one.spot).map(({ usd_per_gpu_hour }) => usd_per_gpu_hour)
        if (own.length === 0) return []
        const at_ = (q: number) => (firm.length === 0 ? null : quantile(firm, q))
        const priced = closes.flatMap(({ date, prices }) => (prices.has(name) ? [{ date, level: prices.get(name)! }] : []))
        return [
          {
            gpu: name,
            offers: own.length,
            providers: new Set(own.map(({ provider }) => provider)).size,
            min: at_(0),
            p10: at_(0.1),
            median: at_(0.5),
            p90: at_(0.9),
            spot_median: med(own.filter((one) => one.spot)),
            hyperscaler_median: medianOf(name, 'hyperscaler'),
            neocloud_median: medianOf(name, 'neocloud'),
            marketplace_median: medianOf(name, 'marketplace'),
            change_7d_pct: changeSince(priced, 7),
          },
        ]
      }),
      best_offers: kept,
      spread: { hyperscaler_vs_marketplace_x: ratio(medianOf('h100', 'hyperscaler'), medianOf('h100', 'marketplace')) },
      availability: {
        cards_free: free?.cards ?? null,
        cards_all: free?.of ?? null,
        used_pct: free === null || free.of === 0 ? null : 100 * (1 - free.cards / free.of),
      },
      provider_coverage: current
        .map(({ provider, tier: kind, offers: own, at: seen }) => ({ provider, tier: kind, offers: own.length, as_of: seen }))
        .sort((a, b) => (a.provider < b.provider ? -1 : 1)),
      summary: `GPU time is ${label} (${Math.round(mix.score)}): H100 ${say(h100, 2)} USD an hour on demand, index ${say(index.at(-1)?.level ?? null, 1)}, ${say(week, 1, ' %')} in a week; ${current.length} providers, ${members.length} cards weighed.`,
    }
  },
})
