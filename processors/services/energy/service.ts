// US energy: oil, gas and power stocks, prices and spreads as one signal of tightness.
import type { ValueOf } from '../../../db/log/topic.ts'
import { hubPrices } from '../../../ingestors/sources/eia-daily-prices/topic.ts'
import { gasRegions, gasStorage } from '../../../ingestors/sources/eia-gas-storage/topic.ts'
import { petroleumHistory } from '../../../ingestors/sources/eia-petroleum/topic.ts'
import { outlook } from '../../../ingestors/sources/eia-steo/topic.ts'
import type { PetroleumSeries } from '../../../ingestors/sources/eia-wpsr/topic.ts'
import { petroleumReport } from '../../../ingestors/sources/eia-wpsr/topic.ts'
import { fredObservations } from '../../../ingestors/sources/fred/topic.ts'
import { nextEnergyReleases } from '../../formula/energy-releases.ts'
import { mergeSeries } from '../../formula/five-year-path.ts'
import { mean, type Point } from '../../formula/index.ts'
import { defineChoice } from '../../inputs/choice.ts'
import type { Fact } from '../../kit/define.ts'
import {
  all,
  day,
  defineSignalService,
  list,
  mapped,
  maybe,
  mayTake,
  month,
  newest,
  newestByKey,
  number,
  optionalFields,
  pct,
  series,
  seriesOf,
  signalRoute,
  text,
} from '../../kit/index.ts'
import { computeEnergy, tightness } from './signal.ts'

const years = { days: 2_200 }
const fred = seriesOf(fredObservations, ({ value }) => value, { days: 120 })
const weekly = (key: PetroleumSeries) => ({
  told: series(petroleumReport, ({ value }) => value, { ...years, key }),
  older: series(petroleumHistory, ({ value }) => value, { ...years, key }),
})
const stocks = {
  mmbbl: number('at the end of the week, million barrels', 3),
  wow_mmbbl: number('over the week', 3),
  vs_5y_pct: pct('against the mean of that week in five years', 2),
  surprise_mmbbl: number("the week's change less what that week changed in five years", 3),
}

const focus = defineChoice('focus', ['all', 'oil', 'gas', 'power'], {
  description: 'the section told; all where nothing is said',
})

export default defineSignalService({
  label: 'energy',
  title: 'Energy',
  description:
    'How tight US oil, gas and power are: stocks against their five-year path, prices, spark spreads and the official outlook.',
  version: '2',
  tags: ['energy', 'commodities'],
  rows: { one: 'us' },
  facts: {
    crudeStocks: weekly('crude_stocks_mmbbl'),
    refineryInput: weekly('refinery_input_kbd'),
    utilisation: weekly('utilisation_pct'),
    spr: weekly('spr_mmbbl'),
    gasoline: weekly('gasoline_mmbbl'),
    distillate: weekly('distillate_mmbbl'),
    wti: fred('DCOILWTICO'),
    brent: fred('DCOILBRENTEU'),
    henryHub: fred('DHHNGSP'),
    storage: newestByKey(gasStorage, { days: 400 }),
    prices: mapped(all(hubPrices, { days: 30 }), readHubs),
    wtiOutlook: newest(outlook, { key: 'WTIPUUS', days: 70 }),
    gasOutlook: newest(outlook, { key: 'NGHHUUS', days: 70 }),
  },
  route: signalRoute({
    path: '/energy',
    price: '0.05',
    summary: 'US energy tightness: crude, products and gas in storage against five years, prices, spark spreads, outlook',
    tags: ['energy', 'oil', 'gas', 'power', 'commodities'],
    takes: { focus: mayTake(focus) },
    shape: (body, input) =>
      Object.fromEntries(
        Object.entries(body).filter(
          ([name]) => !['oil', 'gas', 'power'].includes(name) || (input.focus ?? 'all') === 'all' || name === input.focus,
        ),
      ),
    // A release is next of the day on which it is asked for.
    age: (_body, now) => ({ sections: { next_releases: nextEnergyReleases(now) } }),
    fresh: { days: 8 },
    sold: { days: 16 },
    labels: tightness,
    answer: {
      regime: text('stocks in words'),
      components: list({ name: text(), weight: number(), score: number('-100 to 100, positive is tight', 1) }),
      ...optionalFields({
        oil: {
          wti_usd_bbl: number('spot, Cushing', 2),
          brent_usd_bbl: number('spot, Europe', 2),
          brent_wti_usd_bbl: number('Brent less WTI', 2),
          price_date: maybe(day()),
          change_1d_pct: pct('WTI', 2),
          change_20d_pct: pct('WTI over 20 trading days', 2),
          crude: stocks,
          gasoline: stocks,
          distillate: stocks,
          spr_mmbbl: number('strategic reserve', 3),
          days_of_supply: number('commercial crude over refinery input', 1),
          refinery_input_kbd: number('thousand barrels a day'),
          utilisation_pct: pct('of refineries', 1),
          week_ending: maybe(day()),
        },
        gas: {
          henry_hub_usd_mmbtu: number('spot', 2),
          price_date: maybe(day()),
          change_20d_pct: pct('over 20 trading days', 2),
          storage_bcf: number('working gas, lower 48'),
          net_change_bcf: number('over the week'),
          vs_5y_pct: pct('against the five-year average, as published', 1),
          vs_year_pct: pct('against a year ago, as published', 1),
          regions: list({ region: text(), bcf: number(), net_change_bcf: number(), vs_5y_pct: pct() }),
          week_ending: maybe(day()),
        },
        power: {
          hubs: list({
            region: text(),
            date: day(),
            usd_mwh: number('day-ahead', 2),
            change_pct: pct(undefined, 1),
            spark_usd_mwh: number('at 7 MMBtu/MWh, as published', 2),
          }),
        },
      }),
      outlook: {
        wti_next_q_usd_bbl: number("EIA's forecast, mean of the next quarter", 2),
        henry_hub_next_q_usd_mmbtu: number('the same', 2),
        source_month: maybe(month('the month the forecast was made in')),
      },
      next_releases: list({
        name: text(),
        date: day('by the rule of the report, holidays taken in'),
      }),
    },
  }),
  signal({ storage, prices, wtiOutlook, gasOutlook, ...series_ }, now) {
    const both = ({ told, older }: { readonly told: readonly Point[]; readonly older: readonly Point[] }) =>
      mergeSeries(told, older)
    const stored = gasRegions.flatMap((region) => storage.get(region) ?? [])
    const total = storage.get('total')
    return computeEnergy(
      {
        crudeStocks: both(series_.crudeStocks),
        refineryInput: both(series_.refineryInput),
        utilisation: both(series_.utilisation),
        spr: both(series_.spr),
        gasoline: both(series_.gasoline),
        distillate: both(series_.distillate),
        wti: series_.wti,
        brent: series_.brent,
        henryHub: series_.henryHub,
        gasVs5y:
          total === undefined || total.vs_5y_pct === null
            ? []
            : [{ at: new Date(`${total.week}T00:00:00Z`), value: total.vs_5y_pct }],
        spark: prices.means,
        hubs: prices.newest,
        storage: stored,
        wtiOutlook: wtiOutlook?.value,
        gasOutlook: gasOutlook?.value,
      },
      now,
    )
  },
})

// The mean of the hubs by day, where at least half of them traded; and each hub's newest day.
function readHubs(facts: readonly Fact<ValueOf<typeof hubPrices>>[]) {
  const hubs = new Map(facts.map(({ key, value }) => [key, value]))
  const byDay = [...Map.groupBy(facts, ({ value }) => value.date)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const means: Point[] = byDay.flatMap(([date, list_]) => {
    const sparks = list_.flatMap(({ value }) => value.spark_usd_mwh ?? [])
    return sparks.length * 2 < hubs.size || sparks.length === 0
      ? []
      : [{ at: new Date(`${date}T00:00:00Z`), value: mean(sparks) }]
  })
  return { means, newest: [...hubs.values()].sort((a, b) => (a.hub < b.hub ? -1 : 1)) }
}
