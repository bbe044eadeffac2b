// Power grids of the United States and Europe: how tight each region is, and all of a market together.
import { TollgateError } from '../../../errors.ts'
import { type Draft, defineRoute, defineService } from '../../define.ts'
import { defineChoice } from '../../inputs/choice.ts'
import { gridRegion } from '../../inputs/grid-region.ts'
import { optional, required, takeInputs } from '../../inputs/take.ts'
import { signalHead } from '../../signal-head.ts'
import type { Composite } from '../../stats.ts'
import { describePlace } from './places.ts'
import { americanTopics, europeanTopics, readRegions } from './regions.ts'
import { regionAnswer, reportAnswer } from './schema.ts'
import { computeRegion, computeReport, type Market, type Region } from './signal.ts'

const markets = ['us', 'eu', 'all'] as const satisfies readonly Market[]
const topics = [...americanTopics, ...europeanTopics]
const names = new Set<string>(europeanTopics.map((topic) => topic.name))
const historyDays = 30
const ages = { maxAgeSeconds: 2 * 3_600, hardMaxAgeSeconds: 30 * 3_600 }
const common = { method: 'GET', price: '0.03', serve: 'precomputed', ...ages } as const

const report = defineRoute({
  ...common,
  path: '/report',
  summary: 'Every power region of the US or Europe by how tight it is, with load, price and what generates',
  tags: ['energy', 'power', 'grid'],
  ...takeInputs({ market: optional(defineChoice('market', markets, { description: 'us without it; eu has prices alone' })) }),
  output: reportAnswer,
  example: { input: {}, output: undefined },
  key: (input) => input.market ?? 'us',
})

const region = defineRoute({
  ...common,
  path: '/region/{code}',
  summary: 'One power region: load against forecast, reserve, price, fuels, carbon and the operator status',
  tags: ['energy', 'power', 'grid'],
  ...takeInputs({ code: required(gridRegion) }),
  output: regionAnswer,
  example: { input: { code: 'ERCOT' }, output: undefined },
  key: (input) => input.code,
  closed: true,
})

export default defineService({
  label: 'grid',
  title: 'Power grid',
  description:
    'Stress of US power regions from load, reserve, price and operator status, and of European ones from prices, as signals.',
  version: '2',
  tags: ['energy', 'power'],
  reads: topics,
  routes: [report, region],
  affected: (records) => [...new Set(records.flatMap((record) => [record.key, names.has(record.topic) ? 'eu' : 'us', 'all']))],
  selects(key) {
    if (key === 'us') return americanTopics.map((topic) => ({ topic, days: 1 }))
    if (key === 'eu') return europeanTopics.map((topic) => ({ topic, days: 0 }))
    if (key === 'all') return topics.map((topic) => ({ topic, days: 1 }))
    // Days 0: only the newest moment. A month of Europe's is a price a quarter of an hour, of America's thousands of states.
    return topics.map((topic) => ({ topic, keys: [key], days: names.has(topic.name) ? historyDays : 0 }))
  },
  compute(key, seen, now) {
    const regions = readRegions(seen)
    const market = markets.find((one) => one === key)
    if (market !== undefined) return [draftReport(regions, now, market)]
    return regions.map((one) => draftRegion(one, now))
  },
})

const titles: Readonly<Record<Market, string>> = { us: 'US', eu: 'European', all: 'US and European' }

function head(label: string, score: number, mix: Composite, asOf: Date, summary: string) {
  return signalHead({ label, score, range: [0, 100], confidence: mix.confidence, now: asOf, summary })
}

function draftRegion(one: Region, now: Date): Draft {
  const { score, label, mix, ...sections } = computeRegion(one, now)
  const text = (value: number | null, unit: string) => (value === null ? 'unknown' : `${value} ${unit}`)
  const summary =
    `${one.region} is ${label}: load ${text(sections.demand.mw, 'MW')} (${text(sections.demand.error_pct, '%')} over forecast), ` +
    `margin ${text(sections.reserve.margin_pct, '%')}, price ${text(one.price, `${one.currency}/MWh`)}, ` +
    `renewables ${text(sections.generation.renewables_share_pct, '%')}.`
  const body = {
    signal: head(label, score, mix, one.observedAt, summary),
    code: one.region,
    ...describePlace(one.region, one.observedAt),
    ...sections,
  }
  return { route: region.path, key: one.region, body, coverage: mix.coverage }
}

function draftReport(regions: readonly Region[], now: Date, market: Market): Draft {
  const { score, label, mix, judged, ...sections } = computeReport(regions, now, market)
  if (score === null) throw new TollgateError('not_enough_data', 'no region has sent enough to be judged')
  const summary =
    `${titles[market]} grids are ${label}: ${judged} of ${sections.regions.length} regions judged, most stressed ${sections.most_stressed.join(', ')}; ` +
    (market === 'eu' ? 'judged by day-ahead prices alone.' : `load of the regions listed ${sections.national.demand_mw} MW.`)
  const body = { signal: head(label, score, mix, now, summary), ...sections }
  return { route: report.path, key: market, body, coverage: mix.coverage }
}
