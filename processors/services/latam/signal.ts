// What only Latin America's report says: policy rates after inflation of the same month, and three sentences made of the figures.
import type { Economy } from '../../formula/economies.ts'
import { newestValue, say } from '../../formula/index.ts'
import { meanChanges, type Priced } from '../../formula/prices.ts'

// Rates that are fixed by decree tell little where others are paid.
const controlled = ['Argentina', 'Bolivia']

/** The newest month that has both the rate and the inflation. */
export function realRates(economies: readonly Pick<Economy, 'iso2' | 'policyRate' | 'inflation' | 'yearly'>[]) {
  return economies.flatMap(({ iso2, policyRate, inflation, yearly }) => {
    if (yearly?.includes('inflation')) return []
    const rates = new Map(policyRate.map(({ at, value }) => [at.getTime(), value]))
    const both = inflation.filter(({ at }) => rates.has(at.getTime())).at(-1)
    return both === undefined ? [] : [{ iso2, pct: rates.get(both.at.getTime())! - both.value, month: both.at }]
  })
}

export function narrate(economies: readonly Economy[], priced: readonly Priced[]): string[] {
  const rates = realRates(economies).sort((a, b) => b.pct - a.pct)
  const nameOf = (iso2: string) => economies.find((one) => one.iso2 === iso2)!.name
  const [first, last] = [rates[0], rates.at(-1)]
  const change = newestValue(meanChanges(priced))
  return [
    ...(first === undefined || first === last
      ? []
      : [
          `Real policy rates run from ${say(first.pct, 1, ' %')} in ${nameOf(first.iso2)} to ${say(last!.pct, 1, ' %')} in ${nameOf(last!.iso2)}.`,
        ]),
    `Over three months the prices of its main exports moved by ${say(change, 1, ' %')}, each counted alike.`,
    `Rates to the dollar are the official ones; in ${controlled.join(' and ')} other rates are paid too.`,
  ]
}
