// Power grids of the United States: how tight each region is, and all of them together.
import { TollgateError } from '../../../errors.ts'
import { eiaGrid } from '../../../ingestors/sources/eia-930/topic.ts'
import type { GridState } from '../../../ingestors/sources/ercot-grid/topic.ts'
import { ercotGrid } from '../../../ingestors/sources/ercot-grid/topic.ts'
import { nyisoGrid } from '../../../ingestors/sources/nyiso-grid/topic.ts'
import { type Draft, defineRoute, defineService, type Fact, type Observations } from '../../define.ts'
import { gridRegion } from '../../inputs/grid-region.ts'
import { required, takeInputs } from '../../inputs/take.ts'
import { signalHead } from '../../signal-head.ts'
import type { Composite } from '../../stats.ts'
import { regionAnswer, reportAnswer } from './schema.ts'
import { computeRegion, computeReport, type Region } from './signal.ts'

const all = 'us'
const topics = [ercotGrid, nyisoGrid, eiaGrid]
const ages = { maxAgeSeconds: 2 * 3_600, hardMaxAgeSeconds: 30 * 3_600 }
const common = { method: 'GET', price: '0.03', serve: 'precomputed', ...ages } as const

const report = defineRoute({
  ...common,
  path: '/report',
  summary: 'Every US power region by how tight it is, with load, price and what generates',
  tags: ['energy', 'power', 'grid'],
  ...takeInputs({}),
  output: reportAnswer,
  example: { input: {}, output: undefined },
  key: () => all,
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
  description: 'Stress of US power regions from load, reserve, price and operator status, as signals.',
  version: '1',
  tags: ['energy', 'power'],
  reads: topics,
  routes: [report, region],
  affected: (records) => [...new Set(records.map((record) => record.key)), ...(records.length > 0 ? [all] : [])],
  selects: (key) =>
    key === all
      ? topics.map((topic) => ({ topic, days: 1 }))
      : // Days 0: only the newest moment.
        topics.map((topic) => ({ topic, keys: [key], days: 0 })),
  compute(key, seen, now) {
    const regions = readRegions(seen)
    if (key === all) return [draftReport(regions, now)]
    return regions.map((one) => draftRegion(one, now))
  },
})

// The operator knows more and sooner; the EIA fills what the operator does not say.
function readRegions(seen: Observations): Region[] {
  const facts: Fact<GridState>[] = topics.flatMap((topic) => [...(seen.of(topic) as readonly Fact<GridState>[])])
  return [...Map.groupBy(facts, (fact) => fact.key)]
    .map(([, list]) => {
      const newest = topics.flatMap((topic) => list.filter((fact) => fact.topic === topic.name).at(-1) ?? [])
      const values = newest.map((fact) => fact.value)
      const pick = <K extends keyof GridState>(member: K) =>
        values.map((value) => value[member]).find((value) => value !== null) ?? null
      return {
        region: values[0]!.region,
        observedAt: newest[0]!.observedAt,
        demandMw: pick('demand_mw'),
        forecastMw: pick('forecast_mw'),
        peakForecastMw: pick('peak_forecast_mw'),
        peakAt: pick('peak_at'),
        availableMw: pick('available_mw'),
        reserveMw: pick('reserve_mw'),
        state: pick('state'),
        note: pick('note'),
        price: pick('price_usd_mwh'),
        priceHub: pick('price_hub'),
        interchangeMw: pick('interchange_mw'),
        mix: values.find((value) => value.mix.length > 0)?.mix ?? [],
      }
    })
    .sort((a, b) => (a.region < b.region ? -1 : 1))
}

function head(label: string, score: number, mix: Composite, asOf: Date, summary: string) {
  return signalHead({ label, score, range: [0, 100], confidence: mix.confidence, now: asOf, summary })
}

function draftRegion(one: Region, now: Date): Draft {
  const { score, label, mix, ...sections } = computeRegion(one, now)
  const text = (value: number | null, unit: string) => (value === null ? 'unknown' : `${value} ${unit}`)
  const summary =
    `${one.region} is ${label}: load ${text(sections.demand.mw, 'MW')} (${text(sections.demand.error_pct, '%')} over forecast), ` +
    `margin ${text(sections.reserve.margin_pct, '%')}, price ${text(sections.price.rt_usd_mwh, 'USD/MWh')}, ` +
    `renewables ${text(sections.generation.renewables_share_pct, '%')}.`
  const body = { signal: head(label, score, mix, one.observedAt, summary), code: one.region, ...sections }
  return { route: region.path, key: one.region, body, coverage: mix.coverage }
}

function draftReport(regions: readonly Region[], now: Date): Draft {
  const { score, label, mix, judged, ...sections } = computeReport(regions, now)
  if (score === null) throw new TollgateError('not_enough_data', 'no region has sent enough to be judged')
  const summary =
    `US grids are ${label}: ${judged} of ${sections.regions.length} regions judged, most stressed ${sections.most_stressed.join(', ')}; ` +
    `load of the regions listed ${sections.national.demand_mw} MW.`
  const body = { signal: head(label, score, mix, now, summary), ...sections }
  return { route: report.path, key: all, body, coverage: mix.coverage }
}
