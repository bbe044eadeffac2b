// Where each metal's price comes from: a daily source where a fresh one is there, else the World Bank's monthly average.
import { preciousPrices } from '../../../ingestors/sources/cbr-metals/topic.ts'
import { goldFixings } from '../../../ingestors/sources/nbp-gold/topic.ts'
import { bankMetals } from '../../../ingestors/sources/nbu-metals/topic.ts'
import { commodityPrices } from '../../../ingestors/sources/pink-sheet/topic.ts'
import { toPoints } from '../../formula/points.ts'
import type { Observations, Selection } from '../../kit/define.ts'
import { type Priced, usdPerOunce } from './signal.ts'

const elevenYears = 4_018
export const base = ['copper', 'aluminum', 'nickel', 'zinc'] as const
// Two central banks price these each day; the second one's terms are unclear, so it is on only where an operator turns it on.
const daily = ['silver', 'platinum', 'palladium'] as const
export const names = ['gold', ...daily, ...base] as const

const isDaily = (name: string): boolean => (daily as readonly string[]).includes(name)

/** Of these metals all that their prices and ratios are made of. */
export function priceSelections(wanted: readonly string[]): Selection[] {
  const ounces = wanted.filter(isDaily)
  // Silver and copper are shown against gold too.
  const withGold = wanted.includes('gold') || wanted.includes('silver')
  const monthly = new Set([...wanted.filter((name) => name !== 'palladium'), ...(wanted.includes('copper') ? ['gold'] : [])])
  return [
    ...(withGold ? [{ topic: goldFixings, days: elevenYears }] : []),
    ...(ounces.length > 0
      ? [
          { topic: bankMetals, keys: [...ounces.map((name) => `${name}_uah_per_ounce`), 'usd_uah'], days: elevenYears },
          { topic: preciousPrices, keys: [...ounces.map((name) => `${name}_rub_per_gram`), 'usd_rub'], days: elevenYears },
        ]
      : []),
    ...(monthly.size > 0 ? [{ topic: commodityPrices, keys: [...monthly], days: elevenYears }] : []),
  ]
}

export const monthlyPrices = (seen: Observations, name: string) => toPoints(seen.of(commodityPrices, name), ({ price }) => price)

/** The sources that have a price of a metal, the best one first. */
export function pricesOf(seen: Observations, name: string): Priced[] {
  const monthly: Priced = { source: 'pink-sheet', frequency: 'monthly', prices: monthlyPrices(seen, name) }
  if (name === 'gold') {
    const fixing = (series: string) => toPoints(seen.of(goldFixings, series), ({ value }) => value)
    const prices = usdPerOunce(fixing('gold_pln_per_gram'), fixing('usd_pln'))
    return [{ source: 'nbp-gold', frequency: 'daily', prices }, monthly]
  }
  if (!isDaily(name)) return [monthly]
  const hryvnia = (series: string) => toPoints(seen.of(bankMetals, series), ({ value }) => value)
  const ruble = (series: string) => toPoints(seen.of(preciousPrices, series), ({ value }) => value)
  return [
    {
      source: 'nbu-metals',
      frequency: 'daily',
      prices: usdPerOunce(hryvnia(`${name}_uah_per_ounce`), hryvnia('usd_uah'), 1),
    },
    { source: 'cbr-metals', frequency: 'daily', prices: usdPerOunce(ruble(`${name}_rub_per_gram`), ruble('usd_rub')) },
    monthly,
  ]
}
