// US oil and gas: the weekly balance against its five-year path, and each producing region with its rigs, wells, economics and leases.
import { TollgateError } from '../../../base/errors.ts'
import { blmLeases } from '../../../ingestors/sources/blm-leases/topic.ts'
import { boemLeases } from '../../../ingestors/sources/boem-leases/topic.ts'
import { gasRegions, gasStorage } from '../../../ingestors/sources/eia-gas-storage/topic.ts'
import { petroleumHistory } from '../../../ingestors/sources/eia-petroleum/topic.ts'
import { outlook } from '../../../ingestors/sources/eia-steo/topic.ts'
import { petroleumNames, petroleumReport } from '../../../ingestors/sources/eia-wpsr/topic.ts'
import { fredObservations } from '../../../ingestors/sources/fred/topic.ts'
import { weighEnergy } from '../../formula/energy-balance.ts'
import { mergeSeries } from '../../formula/five-year-path.ts'
import { isoDay, newestValue, say, weightedMean } from '../../formula/index.ts'
import { byOperator, newestLeases } from '../../formula/leases.ts'
import { basin } from '../../inputs/basin.ts'
import { defineInteger, defineNumber } from '../../inputs/kind.ts'
import {
  all,
  defineRoutesService,
  mapped,
  mayTake,
  mustTake,
  newestByKey,
  series,
  seriesOf,
  signalRoute,
} from '../../kit/index.ts'
import { crudeBalance, leasingOf, tilt, type Weekly, weeklyBalance } from './balance.ts'
import { momentum, type Prices, type Region, readRegion, risksOf, sayRegion, valueAt } from './region.ts'
import { regions } from './regions.ts'
import { regionAnswer, reportAnswer } from './schema.ts'
import { calendarOf, driversOf, shapeRegion } from './shape.ts'

const sixYears = { days: 2_200 }
const fred = seriesOf(fredObservations, ({ value }) => value, { days: 120 })
const months = mayTake(
  defineInteger({ kind: 'months', least: 6, most: 60, example: 24, description: 'months of history, 6 to 60' }),
  { fallback: 24 },
)
const monthsAhead = mayTake(
  defineInteger({
    kind: 'months',
    least: 6,
    most: 60,
    example: 24,
    description: 'months of the outlook, 6 to 60, as far as it goes',
  }),
  { fallback: 24 },
)
const price = '1.00'
const common = {
  price,
  fresh: { days: 10 },
  sold: { days: 40 },
  leastWeight: 0.4,
  labels: momentum,
  tags: ['oil', 'gas', 'energy'],
} as const

export default defineRoutesService({
  label: 'oilgas',
  title: 'Oil and gas',
  description:
    'US oil and gas: weekly balance with its surprise against five years, rigs and wells by basin, well economics, leases and lessees.',
  version: '3',
  tags: ['energy', 'oil', 'gas'],
  rows: { one: 'us' },
  facts: {
    weekly: petroleumNames.map((key) => ({
      key,
      told: series(petroleumReport, ({ value }) => value, { ...sixYears, key }),
      older: series(petroleumHistory, ({ value }) => value, { ...sixYears, key }),
    })),
    storage: newestByKey(gasStorage, { days: 400 }),
    outlook: newestByKey(outlook, { days: 70 }),
    wti: fred('DCOILWTICO'),
    brent: fred('DCOILBRENTEU'),
    henryHub: fred('DHHNGSP'),
    onshore: mapped(all(blmLeases, { days: 1 }), (facts) => facts.map(({ value }) => value)),
    offshore: mapped(all(boemLeases, { days: 1 }), (facts) => facts.map(({ value }) => value)),
  },
  routes: {
    report: signalRoute({
      ...common,
      path: '/report',
      summary:
        'US oil and gas in one report: weekly balance and surprises, basins, rigs, wells, economics, outlook, leases, lessees',
      takes: { months: monthsAhead },
      shape: (body, input) => ({ ...body, outlook: (body as { outlook: readonly unknown[] }).outlook.slice(0, input.months) }),
      key: () => 'us',
      answer: reportAnswer,
    }),
    region: signalRoute({
      ...common,
      path: '/region/{name}',
      summary:
        'One producing region: output, rigs, wells, new-well economics with stated assumptions, forecast, leases and lessees',
      takes: {
        name: mustTake(basin),
        months,
        well_cost_usd_m: mayTake(
          defineNumber({
            kind: 'well cost',
            least: 1,
            most: 100,
            example: 8.5,
            description: 'drilling and completion in million dollars, in place of ours',
          }),
        ),
        royalty_pct: mayTake(
          defineNumber({ kind: 'royalty', least: 0, most: 50, example: 20, description: 'percent, in place of ours' }),
        ),
        opex_usd_boe: mayTake(
          defineNumber({
            kind: 'operating cost',
            least: 0,
            most: 100,
            example: 11,
            description: 'dollars a barrel of oil equivalent, in place of ours',
          }),
        ),
      },
      example: { name: 'permian' },
      key: (input) => input.name,
      closed: true,
      shape: shapeRegion,
      answer: regionAnswer,
    }),
  },
  signal({ weekly: read, storage, outlook: told, wti, brent, henryHub, onshore, offshore }, now) {
    const weekly = Object.fromEntries(
      read.map(({ key, told: own, older }) => [key, mergeSeries(own, older)]),
    ) as unknown as Weekly
    const prices: Prices = { wti: newestValue(wti), henryHub: newestValue(henryHub), price_date: isoDay(wti.at(-1)) }
    const known = Object.keys(regions).flatMap((key) => readRegion(key, told, prices, now) ?? [])
    if (known.length === 0) throw new TollgateError('not_enough_data', 'the outlook has not been read yet')
    const { leases } = newestLeases([...onshore, ...offshore])
    const operators = byOperator(leases)
    const total = storage.get('total')
    const energy = weighEnergy(
      {
        crudeStocks: weekly.crude_stocks_mmbbl,
        refineryInput: weekly.refinery_input_kbd,
        utilisation: weekly.utilisation_pct,
        wti,
        henryHub,
        spark: [],
        gasVs5y:
          total === undefined || total.vs_5y_pct === null
            ? []
            : [{ at: new Date(`${total.week}T00:00:00Z`), value: total.vs_5y_pct }],
      },
      now,
    ).mix
    const ranked = known.filter(({ key, mix }) => key !== 'us' && regions[key]!.code !== undefined && mix.availableWeight >= 0.5)
    const base = weightedMean(ranked.map(({ mix, weight }) => ({ value: mix.score, weight })))
    const us = known.find(({ key }) => key === 'us')
    const score = (base ?? us?.mix.score ?? 0) + tilt(energy.availableWeight < 0.5 ? null : energy.score)
    const balance = weeklyBalance(weekly)
    const spot = { wti_usd_bbl: prices.wti, henry_hub_usd_mmbtu: prices.henryHub, date: prices.price_date }
    const missing = { ...(us ?? known[0]!).mix.coverage }
    // Nobody gives permits of all states for free; the regions' wells drilled stand in, and the answer says so.
    const coverage = (own: Region['mix']['coverage']) => ({
      ...own,
      inputs_expected: own.inputs_expected + 1,
      missing: [...own.missing, 'drilling_permits (wells drilled stand in)'],
    })
    const report = {
      route: 'report' as const,
      mix: { ...(us ?? known[0]!).mix, score, coverage: coverage(missing) },
      us: {
        crude_mbd: us?.output.oil_mbd ?? null,
        dry_gas_bcfd: us?.output.gas_bcfd ?? null,
        rigs: us?.rigs.count ?? null,
        rigs_yoy_pct: us?.rigs.yoy_pct ?? null,
        wells_drilled: us?.wells.drilled ?? null,
        duc: us?.wells.duc ?? null,
        month: us?.month ?? null,
      },
      weekly_balance: balance,
      crude_balance: crudeBalance(weekly),
      gas_storage: gasRegions.flatMap((region) => {
        const one = storage.get(region)
        return one === undefined
          ? []
          : [
              {
                region,
                week_ending: one.week,
                bcf: one.bcf,
                net_change_bcf: one.net_change_bcf,
                average_5y_bcf: one.average_5y_bcf,
                vs_5y_pct: one.vs_5y_pct,
                vs_year_pct: one.vs_year_pct,
              },
            ]
      }),
      basins: known
        .filter(({ key }) => key !== 'us')
        .map((region) => ({
          key: region.key,
          name: region.table.name,
          label: region.label,
          score: region.mix.score,
          oil_mbd: region.output.oil_mbd,
          gas_bcfd: region.output.gas_bcfd,
          output_yoy_pct: region.output.yoy_pct,
          rigs: region.rigs.count,
          rigs_3m_pct: region.rigs.m3_pct,
          wells_drilled: region.wells.drilled,
          duc: region.wells.duc,
          breakeven_price: region.economics?.breakeven_price ?? null,
          benchmark: region.economics?.benchmark ?? null,
          margin: region.economics?.margin ?? null,
          federal_leases: leasingOf(leases, region.table.leases, now).federal_leases,
        })),
      prices: { ...spot, brent_usd_bbl: newestValue(brent) },
      outlook: (us?.forecast ?? []).map(({ month, oil_mbd, gas_bcfd }) => ({
        month,
        wti_usd_bbl: valueAt(told.get('WTIPUUS'), month),
        henry_hub_usd_mmbtu: valueAt(told.get('NGHHUUS'), month),
        crude_mbd: oil_mbd,
        dry_gas_bcfd: gas_bcfd,
      })),
      leasing: leasingOf(leases, ['*'], now),
      operators,
      drivers: driversOf(balance, ranked),
      calendar: calendarOf(now),
      energy_score: energy.score,
      source_month: us?.source_month ?? null,
      summary: `US oil and gas is ${momentum.of(score)} (${Math.round(score)}): crude ${say(us?.output.oil_mbd ?? null, 2)} mb/d, rigs ${say(us?.rigs.m3_pct ?? null, 1, ' %')} in three months; crude stocks ${say(balance.find((one) => one.series === 'crude_stocks_mmbbl')?.surprise ?? null, 1)} mmbbl against the week's five-year path.`,
    }
    return [
      report,
      ...known.map(({ key, table, label, weight: __, well: ___, mix, month: ____, ...region }) => ({
        route: 'region' as const,
        key,
        mix: { ...mix, coverage: coverage(mix.coverage) },
        name: table.name,
        type: table.type,
        ...region,
        prices: spot,
        leasing: leasingOf(leases, table.leases, now),
        operators: table.leases.includes('GULF') || key === 'us' ? operators : [],
        risks: risksOf(region, region.economics),
        is_basis_of_output: table.code === undefined && table.type === 'basin',
        summary: sayRegion({ ...region, name: table.name, label, score: mix.score }, region.economics),
      })),
    ]
  },
})
