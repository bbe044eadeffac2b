// Spark spreads: what gas-fired power earns at ten US hubs, for any heat rate, with what the real-time market says beside it.
import { TollgateError } from '../../../base/errors.ts'
import type { ValueOf } from '../../../db/log/topic.ts'
import { caisoGrid } from '../../../ingestors/sources/caiso-grid/topic.ts'
import { hubPrices } from '../../../ingestors/sources/eia-daily-prices/topic.ts'
import { fredObservations } from '../../../ingestors/sources/fred/topic.ts'
import { misoGrid } from '../../../ingestors/sources/miso-grid/topic.ts'
import { nyisoGrid } from '../../../ingestors/sources/nyiso-grid/topic.ts'
import { pjmGrid } from '../../../ingestors/sources/pjm-grid/topic.ts'
import { defineNumber, unusable } from '../../inputs/kind.ts'
import { defineTable } from '../../inputs/table.ts'
import type { Fact } from '../../kit/define.ts'
import {
  all,
  day,
  defineSignalService,
  list,
  maybe,
  mayTake,
  moment,
  newest,
  number,
  pct,
  series,
  signalRoute,
  text,
} from '../../kit/index.ts'
import { coverHubs, type Hub, judgeHubs, margins, publishedHeatRate, sparkOf, windowDays } from './signal.ts'

type HubPrice = ValueOf<typeof hubPrices>

// The hub of EIA's page that an operator's price is nearest to.
const operators = [
  { iso: 'CAISO', hub: 'southern-ca', topic: caisoGrid },
  { iso: 'MISO', hub: 'midwest', topic: misoGrid },
  { iso: 'NYISO', hub: 'new-york-city', topic: nyisoGrid },
  { iso: 'PJM', hub: 'mid-atlantic', topic: pjmGrid },
] as const

const hub = defineTable({
  kind: 'power hub',
  table: {
    'new-england': ['isone', 'mass'],
    'new-york-city': ['new-york', 'nyc'],
    'mid-atlantic': ['pjm'],
    midwest: ['miso', 'indiana'],
    louisiana: ['into-entergy'],
    houston: ['ercot'],
    southwest: ['palo-verde'],
    'southern-ca': ['sp15', 'socal'],
    'northern-ca': ['np15', 'norcal'],
    northwest: ['mid-c', 'mid-columbia'],
  },
  example: 'houston',
  description: 'one hub of EIA’s page; all where nothing is said',
})
const heatRate = defineNumber({
  kind: 'heat rate',
  least: 5,
  most: 15,
  example: 7,
  description: 'MMBtu of gas a MWh takes: 7 a combined cycle, 10 a peaker',
})

const soldDays = 8

interface Body {
  readonly signal: Readonly<Record<string, unknown>>
  readonly hubs: readonly Hub[]
  readonly gas: object
  readonly rt_overlay: readonly { readonly hub: string; readonly rt_usd_mwh: number; readonly gas_usd_mmbtu: number }[]
}

export default defineSignalService({
  label: 'spark',
  title: 'Spark spreads',
  description: 'Day-ahead spark spreads at ten US power hubs for any heat rate, against their own last three months.',
  version: '1',
  tags: ['energy', 'power'],
  rows: { one: 'us' },
  facts: {
    prices: all(hubPrices, { days: windowDays }),
    henryHub: series(fredObservations, ({ value }) => value, { key: 'DHHNGSP', days: 30 }),
    live: operators.map(({ iso, hub: at, topic }) => ({ iso, at, fact: newest(topic, { key: iso, days: 0 }) })),
  },
  route: signalRoute({
    path: '/power',
    price: '0.05',
    summary:
      'Spark spreads of gas-fired power at US hubs: power, gas, margin for a heat rate, and where it stands in three months',
    tags: ['energy', 'power', 'gas', 'spark-spread'],
    takes: { hub: mayTake(hub), heat_rate: mayTake(heatRate, { fallback: publishedHeatRate }) },
    example: { heat_rate: 7 },
    shape: (body: Body, input) => {
      const asked = body.hubs.filter((one) => input.hub === undefined || one.hub === input.hub)
      // A hub that did not trade has no margin: none is not a fair one.
      if (input.hub !== undefined && !asked.some(isPriced))
        throw unusable(
          { name: 'hub', now: new Date(0) },
          input.hub,
          'has no price of power and gas on the newest page',
          body.hubs.filter(isPriced).map((one) => one.hub),
        )
      const { score, label, summary, ...judged } = judgeHubs(asked, input.heat_rate ?? publishedHeatRate)
      const rt_overlay = body.rt_overlay
        .filter((one) => input.hub === undefined || one.hub === input.hub)
        .map((one) => ({ ...one, rt_spark_usd_mwh: Number((one.rt_usd_mwh - judged.heat_rate * one.gas_usd_mmbtu).toFixed(2)) }))
      return { signal: { ...body.signal, label, score, summary: summary.slice(0, 240) }, ...judged, gas: body.gas, rt_overlay }
    },
    fresh: { days: 4 },
    sold: { days: soldDays },
    labels: margins,
    answer: {
      hubs: list({
        hub: text(),
        region: text('as EIA names it'),
        date: day('of the prices'),
        power_usd_mwh: number('day-ahead peak power', 2),
        power_change_pct: pct('against the day before, as published', 1),
        gas_usd_mmbtu: number('gas at the hub that feeds it', 2),
        gas_change_pct: pct('against the day before, as published', 1),
        spark_usd_mwh: number('power less gas at the heat rate asked for', 2),
        published_spark_usd_mwh: number("EIA's own, at 7 MMBtu/MWh", 2),
        peaker_spark_usd_mwh: number('at 10 MMBtu/MWh', 2),
        implied_heat_rate: number('power over gas: a plant below it earns', 2),
        pctile_90d: number('percent of the days in 90 with as little or less; null until there are 14 days', 1),
        score: number('-100 to 100', 1),
        history: list(
          { date: day(), power_usd_mwh: number(), gas_usd_mmbtu: number() },
          'the days it is judged by, oldest first',
        ),
      }),
      widest: list(text()),
      tightest: list(text()),
      flags: list(text(), 'definition_mismatch: our spread at 7 is over one dollar off the published one'),
      heat_rate: number('MMBtu/MWh'),
      gas: { henry_hub_usd_mmbtu: number('spot', 2), date: maybe(day()) },
      rt_overlay: list(
        {
          hub: text(),
          iso: text(),
          price_hub: maybe(text()),
          rt_usd_mwh: number('real time', 2),
          gas_usd_mmbtu: number("the hub's day-ahead gas", 2),
          rt_spark_usd_mwh: number('at the heat rate', 2),
          as_of: moment(),
        },
        'the operator’s real-time price with the gas of the day',
      ),
    },
  }),
  signal({ prices, henryHub, live }, now) {
    const hubs = [...Map.groupBy(prices, ({ key }) => key).values()].map(readHub).sort((a, b) => (a.hub < b.hub ? -1 : 1))
    if (hubs.length === 0) throw new TollgateError('not_enough_data', 'no hub has a price')
    const { score, label, summary, ...judged } = judgeHubs(hubs, publishedHeatRate)
    const { at, ...mix } = coverHubs(hubs, judged.hubs.filter((one) => one.score !== null).length, now)
    // The real-time overlay is newer than any page: it must not keep old margins on sale.
    if (now.getTime() - at.getTime() > soldDays * 86_400_000)
      throw new TollgateError('not_enough_data', 'the hub prices are too old')
    const spot = henryHub.at(-1)
    return {
      mix: { ...mix, score },
      label,
      summary,
      direction: 'none' as const,
      asOf: at,
      ...judged,
      gas: { henry_hub_usd_mmbtu: spot?.value ?? null, date: spot?.at ?? null },
      rt_overlay: live.flatMap(({ iso, at: name, fact }) => {
        const [price, gas] = [
          fact?.value.price_usd_mwh ?? null,
          judged.hubs.find((one) => one.hub === name)?.gas_usd_mmbtu ?? null,
        ]
        if (fact === undefined || price === null || gas === null) return []
        return [
          {
            hub: name,
            iso,
            price_hub: fact.value.price_hub,
            rt_usd_mwh: price,
            gas_usd_mmbtu: gas,
            rt_spark_usd_mwh: price - publishedHeatRate * gas,
            as_of: fact.observedAt,
          },
        ]
      }),
    }
  },
})

const isPriced = ({ history }: Hub): boolean => history.length > 0 && sparkOf(history.at(-1)!, publishedHeatRate) !== null

function readHub(facts: readonly Fact<HubPrice>[]): Hub {
  const { hub: name, region, power_change_pct, gas_change_pct, spark_usd_mwh } = facts.at(-1)!.value
  const history = facts.map(({ value }) => ({
    date: value.date,
    power_usd_mwh: value.power_usd_mwh,
    gas_usd_mmbtu: value.gas_usd_mmbtu,
  }))
  return { hub: name, region, power_change_pct, gas_change_pct, published_spark_usd_mwh: spark_usd_mwh, history }
}
