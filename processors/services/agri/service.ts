// Crops: how tight the supply of each is, the weather over them, and what food costs in the world.
import { commitments } from '../../../ingestors/sources/cftc-cot/topic.ts'
import { foodPrices } from '../../../ingestors/sources/fao-ffpi/topic.ts'
import { oceanicNino } from '../../../ingestors/sources/noaa-oni/topic.ts'
import { commodityPrices } from '../../../ingestors/sources/pink-sheet/topic.ts'
import { usDrought } from '../../../ingestors/sources/us-drought/topic.ts'
import { cropBalances } from '../../../ingestors/sources/usda-psd/topic.ts'
import { toPoints } from '../../formula/points.ts'
import { defineCommodity } from '../../inputs/commodity.ts'
import type { Observations } from '../../kit/define.ts'
import * as kit from '../../kit/index.ts'
import { nextReports } from './releases.ts'
import { type AgriInputs, type Crop, computeAgri, labels } from './signal.ts'

const { day, known, list, maybe, month, number, pct, share, text, word } = kit
const all = 'all'
const names = ['corn', 'soybeans', 'wheat', 'rice', 'cotton', 'sugar', 'coffee', 'cocoa'] as const
const commodity = defineCommodity([...names])
const days = 4_018
/** Managed money in the US future; the price by the name of the World Bank's sheet. */
const futures: Readonly<Record<string, string>> = {
  corn: '002602',
  soybeans: '005602',
  wheat: '001602',
  cotton: '033661',
  sugar: '080732',
  coffee: '083731',
  cocoa: '073732',
}
const priceOf = (name: string): string => (name === 'corn' ? 'maize' : name)
const grownInUs = new Set(['corn', 'soybeans', 'wheat', 'cotton', 'rice'])

function readCrop(seen: Observations, name: string): Crop {
  const facts = seen.of(commodityPrices, priceOf(name))
  const years = new Map(
    seen
      .of(cropBalances)
      .flatMap(({ value, observedAt }) =>
        value.commodity === name ? [[value.market_year, { ...value, readAt: observedAt }]] : [],
      ),
  )
  return {
    name,
    years: [...years.values()].sort((a, b) => a.market_year - b.market_year),
    price: { unit: facts.at(-1)?.value.unit ?? '', points: toPoints(facts, ({ price }) => price) },
    positions: toPoints(seen.of(commitments, futures[name] ?? ''), ({ funds }) =>
      funds === null ? null : funds.long - funds.short,
    ),
    isGrownInUs: grownInUs.has(name),
  }
}

/** Of one crop only what its own answer is made of. */
function factsOf(key: string) {
  const wanted: readonly string[] = key === all ? names : [key]
  const codes = wanted.flatMap((name) => futures[name] ?? [])
  const food = (part: 'food' | 'meat' | 'dairy' | 'cereals' | 'oils' | 'sugar') =>
    kit.series(foodPrices, (value) => value[part], { days: 500 })
  return {
    crops: kit.reading(
      [
        { topic: cropBalances, days: 40 },
        { topic: commodityPrices, keys: wanted.map(priceOf), days },
        { topic: commitments, keys: codes, days: 1_200 },
      ],
      (seen) => wanted.map((name) => readCrop(seen, name)),
    ),
    drought: kit.series(usDrought, ({ d2_pct }) => d2_pct, { days }),
    food: food('food'),
    parts: { meat: food('meat'), dairy: food('dairy'), cereals: food('cereals'), oils: food('oils'), sugar: food('sugar') },
    nino: kit.series(oceanicNino, ({ anomaly_c }) => anomaly_c, { days: 400 }),
  }
}

// The Department of Agriculture gives it for a key of its own, and in summer alone.

export default kit.defineSignalService({
  label: 'agri',
  title: 'Agriculture',
  description:
    'How tight eight crops are: stocks against use, drought, prices and positions, with the weather and the price of food.',
  version: '4',
  tags: ['agriculture', 'commodities'],
  rows: { list: [all, ...names] },
  facts: factsOf,
  route: kit.signalRoute({
    path: '/report',
    price: '0.03',
    summary:
      'Agriculture report: tightness of eight crops by stocks, drought, prices and positions, with the FAO food price index',
    tags: ['agriculture', 'commodities', 'food', 'weather'],
    takes: { commodity: kit.mayTake(commodity) },
    key: (input) => input.commodity ?? all,
    closed: true,
    // A release is next of the day on which it is asked for.
    age: (_body, now) => ({ sections: { next_reports: nextReports(now) } }),
    fresh: { days: 10 },
    sold: { days: 40 },
    range: [0, 100],
    labels,
    // Nobody balances cocoa for all to use: its price and positions are a small part, and its confidence says so.
    leastWeight: 0.3,
    notTold: ['condition of crops in the field (USDA NASS)'],
    answer: {
      commodities: list({
        name: text(),
        tightness: known(number('0 to 100', undefined, { minimum: 0, maximum: 100 })),
        label: maybe(word(labels.labels, 'null where it is judged by less than half')),
        confidence: known(share()),
        stocks_to_use_pct: pct('ending stocks of a year’s use and net sales, the world without China', 1),
        stocks_to_use_pctile: number('its percentile of up to twenty market years', 0),
        world_stocks_to_use_pct: pct('the same of the whole world', 1),
        ending_stocks_kt: number('thousand tonnes, the world', 0),
        production_kt: number('thousand tonnes, the world', 0),
        market_year: maybe(text('begins in the first year; harvests differ by country')),
        estimated_in: maybe(month()),
        price: number('average of the month', 3),
        price_unit: text(),
        price_month: maybe(month()),
        price_3m_pct: pct('over three months', 1),
        cot_net_pctile: number('percentile of managed money’s net futures in three years; null where there is no US future', 0),
        cot_published: maybe(day()),
      }),
      weather: {
        drought_d2_plus_pct: pct('of the area of the United States in severe drought or worse', 1),
        drought_map: maybe(day()),
        enso_oni: number('Oceanic Niño Index, degrees: above 0.5 is El Niño, below -0.5 La Niña', 2),
        enso_months_to: maybe(month('the last of its three months')),
      },
      food_price_index: {
        value: number('FAO, 2014 to 2016 = 100', 1),
        month: maybe(month()),
        yoy_pct: pct('over 12 months', 1),
        components: {
          meat: number('2014 to 2016 = 100', 1),
          dairy: number('2014 to 2016 = 100', 1),
          cereals: number('2014 to 2016 = 100', 1),
          oils: number('2014 to 2016 = 100', 1),
          sugar: number('2014 to 2016 = 100', 1),
        },
      },
      next_reports: list({ name: text(), date: day() }, 'by the usual pattern, after today'),
    },
  }),
  signal(inputs, now, key) {
    const told = computeAgri(inputs as AgriInputs, now, key)
    return { ...told, next_reports: nextReports(now) }
  },
})
