// A company by its own reports and, where there is one, its price: value, quality, growth, momentum and safety, each 0 to 100.
import type { Company } from '../../../ingestors/sources/sec-company/topic.ts'
import { quarterly, yearEarlier } from '../../formula/company-figures.ts'
import { lastReport, priceFacts, sharesOf, valuationOf } from '../../formula/company-report.ts'
import { altmanZ, measure, yearsOf } from '../../formula/fundamentals.ts'
import { band, clip, composite, mean, type Part, round, say, signedLabel } from '../../formula/index.ts'
import { mostConfidence, type Prices, priceAgeDays } from '../../formula/share-prices.ts'

export const labels = ['strong_positive', 'positive', 'neutral', 'negative', 'strong_negative'] as const

const dayMs = 86_400_000
const reportAgeDays = 120

/** The mean of what is known; null where nothing is. */
const meanOf = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : mean(known)
}
const banded = (value: number | null, low: number, high: number): number | null =>
  value === null ? null : band(value, low, high)

/** How much faster earnings a share and sales grew in the newest quarter than in the one before, in percentage points. */
function acceleration(company: Company): number | null {
  const growths = quarterly(company.figures.revenue).flatMap(({ end, value }, _, all) => {
    const before = all.find((one) => Math.abs(Date.parse(one.end) - Date.parse(yearEarlier(end))) <= 20 * dayMs)
    return before === undefined || before.value <= 0 ? [] : [100 * (value / before.value - 1)]
  })
  return growths.length < 2 ? null : growths.at(-1)! - growths.at(-2)!
}

export function computeEquity(company: Company, prices: Prices, now: Date) {
  const years = yearsOf(company)
  if (years === null) return null
  const price = priceFacts(prices)
  const shares = sharesOf(company, years)
  const capUsd = price.close === null || shares === null ? null : price.close * shares
  const valuation = valuationOf(years.now, capUsd)
  const figures = measure(years)
  const { score: points, known } = figures.piotroski
  const z = altmanZ(years, capUsd)
  const accelerated = acceleration(company)
  const scores = {
    value: meanOf([
      banded(valuation.earningsYield, 0, 10),
      banded(valuation.freeCashYield, 0, 8),
      banded(valuation.ebitYield, 0, 12),
    ]),
    quality: meanOf([
      known < 5 ? null : (100 * points) / known,
      banded(figures.roic, 0, 25),
      banded(figures.grossProfitToAssets, 0, 50),
      banded(figures.accruals, 10, -10),
    ]),
    growth: meanOf([banded(figures.revenueYoy, -10, 20), banded(figures.incomeYoy, -20, 30), banded(accelerated, -10, 10)]),
    momentum: meanOf([banded(price.momentum, -30, 40), price.aboveMean === null ? null : price.aboveMean ? 100 : 0]),
    safety: meanOf([banded(z, 1.8, 6), banded(figures.netDebtToEbitda, 4, 0), banded(price.volatility, 60, 15)]),
  }
  const reported = new Date(`${lastReport(company, years)}T00:00:00Z`)
  const ofPrice = { observedAt: price.at ?? now, maxAgeDays: priceAgeDays[prices.basis] }
  const part = (id: keyof typeof scores, weight: number, dated: Pick<Part, 'observedAt' | 'maxAgeDays'>): Part => {
    const score = scores[id]
    return score === null ? { id, weight, score } : { id, weight, score: clip(2 * (score - 50), -100, 100), ...dated }
  }
  const ofReport = { observedAt: reported, maxAgeDays: reportAgeDays }
  const mix = composite(
    [
      part('value', 0.25, ofPrice),
      part('quality', 0.25, ofReport),
      part('growth', 0.2, ofReport),
      part('momentum', 0.2, ofPrice),
      part('safety', 0.1, ofReport),
    ],
    now,
  )
  const label = signedLabel(mix.score, labels)
  const summary =
    `${company.name.slice(0, 50)}: ${label.replace('_', ' ')} (${Math.round(mix.score)}); sales ${say(figures.revenueYoy, 1, ' %')} in a year, ` +
    `Piotroski ${points} of ${known}, P/E ${say(valuation.pe, 1)} ` +
    (prices.basis === 'none'
      ? 'as no price is there.'
      : `at ${say(price.close, 2)} USD of ${price.at!.toISOString().slice(0, 10)}.`)
  const capped = { ...mix, confidence: Math.min(mix.confidence, round(mostConfidence[prices.basis], 2)) }
  return { mix: capped, label, summary, years, price, shares, capUsd, valuation, figures, scores, z, acceleration: accelerated }
}
