// Power grids of the United States and Europe: how tight each region is, and all of a market together.
import { TollgateError } from '../../../base/errors.ts'
import { say } from '../../formula/index.ts'
import { defineChoice } from '../../inputs/choice.ts'
import { gridRegion } from '../../inputs/grid-region.ts'
import { defineRoutesService, mayTake, mustTake, reading, signalRoute } from '../../kit/index.ts'
import { describePlace } from './places.ts'
import { isEuropean, readRegions, regionOf, selectionsOf } from './regions.ts'
import { regionAnswer, reportAnswer } from './schema.ts'
import { computeRegion, computeReport, labels, type Market, type Region } from './signal.ts'

const markets = ['us', 'eu', 'all'] as const satisfies readonly Market[]
const common = {
  price: '0.03',
  tags: ['energy', 'power', 'electricity', 'grid'],
  fresh: { hours: 2 },
  sold: { hours: 30 },
  range: [0, 100],
  labels,
} as const

export default defineRoutesService({
  label: 'grid',
  title: 'Power grid',
  description:
    'Stress of US power regions from load, reserve, price and operator status, and of European ones from prices, as signals.',
  version: '5',
  tags: ['energy', 'power'],
  rows: { byKey: ({ topic, key }) => [regionOf(key), isEuropean(topic) ? 'eu' : 'us', 'all'] },
  facts: (key) => ({ regions: reading(selectionsOf(key), readRegions) }),
  routes: {
    report: signalRoute({
      ...common,
      path: '/report',
      summary: 'Every power region of the US or Europe by how tight it is, with load, price and what generates',
      takes: { market: mayTake(defineChoice('market', markets, { description: 'us without it; eu has prices alone' })) },
      key: (input) => input.market ?? 'us',
      leastWeight: 0,
      answer: reportAnswer,
    }),
    region: signalRoute({
      ...common,
      path: '/region/{code}',
      summary: 'One power region: load against forecast, reserve, price, fuels, carbon and the operator status',
      takes: { code: mustTake(gridRegion) },
      example: { code: 'ERCOT' },
      key: (input) => input.code,
      closed: true,
      leastWeight: 0,
      answer: regionAnswer,
    }),
  },
  signal({ regions }, now, key) {
    const market = markets.find((one) => one === key)
    return market === undefined ? regions.map((one) => describeRegion(one, now)) : describeReport(regions, now, market)
  },
})

const titles: Readonly<Record<Market, string>> = { us: 'US', eu: 'European', all: 'US and European' }

function describeRegion(one: Region, now: Date) {
  const { score, label, mix, ...sections } = computeRegion(one, now)
  const text = (value: number | null, unit: string) => (value === null ? 'unknown' : `${value} ${unit}`)
  const summary =
    `${one.region} is ${label}: load ${text(sections.demand.mw, 'MW')} (${text(sections.demand.error_pct, '%')} over forecast), ` +
    `${sections.reserve.margin_pct === null && sections.reserve.mw !== null ? `operating reserve ${sections.reserve.mw} MW` : `margin ${text(sections.reserve.margin_pct, '%')}`}, price ${text(one.price, `${one.currency}/MWh`)}, ` +
    `renewables ${text(sections.generation.renewables_share_pct, '%')}.`
  return {
    route: 'region' as const,
    key: one.region,
    mix: { ...mix, score },
    label,
    summary,
    asOf: one.observedAt,
    code: one.region,
    ...describePlace(one.region, one.observedAt),
    ...sections,
  }
}

function describeReport(regions: readonly Region[], now: Date, market: Market) {
  const { score, label, mix, judged, ...sections } = computeReport(regions, now, market)
  if (score === null) throw new TollgateError('not_enough_data', 'no region has sent enough to be judged')
  const summary =
    `${titles[market]} grids are ${label}: ${judged} of ${sections.regions.length} regions judged, most stressed ${sections.most_stressed.join(', ')}; ` +
    (market === 'eu'
      ? 'judged by day-ahead prices alone.'
      : `load of the regions listed ${say(sections.national.demand_mw, 0, ' MW')}.`)
  return { route: 'report' as const, mix: { ...mix, score }, label, summary, ...sections }
}
