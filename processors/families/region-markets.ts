// What several regions show beside their economies: daily exchange rates, commodity prices, and the ships through their straits.
import { dailyCurrencies, ecbObservations, series as ecbSeries } from '../../ingestors/sources/ecb/topic.ts'
import { commodityPrices } from '../../ingestors/sources/pink-sheet/topic.ts'
import { type chokepoints, transits } from '../../ingestors/sources/portwatch/topic.ts'
import { newestValue, type Point, ratio } from '../formula/index.ts'
import type { Passage } from '../formula/passages.ts'
import { toPoints } from '../formula/points.ts'
import { changeOverDays, changeOverMonths, meanChanges, type Priced } from '../formula/prices.ts'
import { day, type FactInput, known, list, maybe, month, number, pct, reading, text } from '../kit/index.ts'

const monthDays = 30

export const rateFields = list(
  {
    pair: text(),
    rate: known(number('units of the currency for one dollar, by the euro reference rates of one day', 4)),
    date: day(),
    chg_1m_pct: pct('what one dollar costs against 30 days before; positive is a weaker currency', 2),
  },
  'ECB reference rates',
)

export const dailyRates = (countries: readonly (keyof typeof dailyCurrencies)[]) => {
  const keys = [ecbSeries.perEuroDaily('USD'), ...countries.map((iso2) => ecbSeries.perEuroDaily(dailyCurrencies[iso2]))]
  return reading([{ topic: ecbObservations, keys, days: 60 }], (seen) => {
    const read = (currency: string) => toPoints(seen.of(ecbObservations, ecbSeries.perEuroDaily(currency)), ({ value }) => value)
    const dollars = new Map(read('USD').map(({ at, value }) => [at.getTime(), value]))
    return countries.map((iso2) => ({
      currency: dailyCurrencies[iso2],
      // Two rates of one day, or none.
      perDollar: read(dailyCurrencies[iso2]).flatMap(({ at, value }) => {
        const rate = ratio(value, dollars.get(at.getTime()) ?? null)
        return rate === null ? [] : [{ at, value: rate }]
      }),
    }))
  })
}

export const tellRates = (rates: readonly { readonly currency: string; readonly perDollar: readonly Point[] }[]) =>
  rates.flatMap(({ currency, perDollar }) => {
    const newest = perDollar.at(-1)
    if (newest === undefined) return []
    const change = changeOverDays(perDollar, monthDays)
    return [{ pair: `USD/${currency}`, rate: newest.value, date: newest.at, chg_1m_pct: change }]
  })

export const priceFields = list({
  name: text(),
  price: known(number("the month's average", 2)),
  unit: text(),
  month: maybe(month()),
  change_3m_pct: pct('monthly averages over three months', 1),
})

/** By the name a reader knows, and the sheet's own. */
export const pricesOf = (named: Readonly<Record<string, string>>) =>
  reading([{ topic: commodityPrices, keys: Object.keys(named), days: 4_018 }], (seen) =>
    Object.entries(named).map(([commodity, name]): Priced => {
      const facts = seen.of(commodityPrices, commodity)
      return { name, unit: facts.at(-1)?.value.unit ?? '', prices: toPoints(facts, ({ price }) => price) }
    }),
  )

export const tellPrices = (priced: readonly Priced[]) =>
  priced.flatMap(({ name, unit, prices }) => {
    const newest = prices.at(-1)
    if (newest === undefined) return []
    return [{ name, price: newest.value, unit, month: newest.at, change_3m_pct: changeOverMonths(prices, 3) }]
  })

export const newestMeanChange = (priced: readonly Priced[]): number | null => newestValue(meanChanges(priced))

export const passagesOf = (names: readonly (typeof chokepoints)[number][]) =>
  reading([{ topic: transits, keys: [...names], days: 430 }], (seen) =>
    names.map((name): Passage => {
      const facts = seen.of(transits, name)
      return {
        name,
        ships: toPoints(facts, ({ ships }) => ships),
        capacity: toPoints(facts, ({ capacity_tonnes }) => capacity_tonnes),
      }
    }),
  )

type Together<F> = { readonly [N in keyof F]: F[N] extends FactInput<infer T> ? T : never }

/** Several inputs as one, by name. */
export const together = <F extends Readonly<Record<string, FactInput>>>(facts: F): FactInput<Together<F>> =>
  reading(
    Object.values(facts).flatMap(({ selections }) => selections),
    (seen) => Object.fromEntries(Object.entries(facts).map(([name, one]) => [name, one.read(seen)])) as Together<F>,
  )
