// A model's rating in place of the sell side's: growth that speeds up, surprises in a row, Piotroski's points and what the price asks for them.
import type { Company } from '../../../ingestors/sources/sec-company/topic.ts'
import { type Dated, quarterly, yearEarlier } from '../../formula/company-figures.ts'
import { lastReport, priceFacts, sharesOf, valuationOf } from '../../formula/company-report.ts'
import { quartersOf } from '../../formula/eps-quarters.ts'
import { measure, yearsOf } from '../../formula/fundamentals.ts'
import { band, clip, composite, mean, type Part, round, say, signedLabel } from '../../formula/index.ts'
import { mostConfidence, type Prices, priceAgeDays } from '../../formula/share-prices.ts'
import { scoreSurprises, surprises } from '../../formula/surprises.ts'

export const modelLabels = ['strong_positive', 'positive', 'neutral', 'negative', 'strong_negative'] as const

const dayMs = 86_400_000
const reportAgeDays = 120
// What no analyst stands behind is never sure.
const mostOfModel = 0.6

/** Growth over a year in percent, newest last; a base that is not positive has none. */
function growths(quarters: readonly Dated[]): number[] {
  return quarters.flatMap(({ end, value }) => {
    const before = quarters.find((one) => Math.abs(Date.parse(one.end) - Date.parse(yearEarlier(end))) <= 20 * dayMs)
    return before === undefined || before.value <= 0 ? [] : [100 * (value / before.value - 1)]
  })
}

/** The newest growth, and how much it is above the one before. */
const paceOf = (quarters: readonly Dated[]) => {
  const all = growths(quarters)
  return { newest: all.at(-1) ?? null, faster: all.length < 2 ? null : all.at(-1)! - all.at(-2)! }
}

const signed = (value: number | null, low: number, high: number): number | null =>
  value === null ? null : 2 * band(value, low, high) - 100
const meanOf = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : mean(known)
}

export function computeModel(company: Company, prices: Prices, now: Date) {
  const years = yearsOf(company)
  if (years === null) return null
  const eps = quartersOf(
    (company.figures.eps ?? []).flatMap(({ start, end, filed, value }) =>
      start === null ? [] : [{ start, end, filed, usd: value }],
    ),
  )
  const [sales, earned] = [paceOf(quarterly(company.figures.revenue)), paceOf(eps.map(({ end, usd }) => ({ end, value: usd })))]
  const past = surprises(eps).slice(-4)
  const { piotroski } = measure(years)
  const [price, shares] = [priceFacts(prices), sharesOf(company, years)]
  const capUsd = price.close === null || shares === null ? null : price.close * shares
  const { earningsYield, freeCashYield } = valuationOf(years.now, capUsd)
  const scores = {
    growth: meanOf([
      signed(sales.newest, -10, 20),
      signed(sales.faster, -10, 10),
      signed(earned.newest, -30, 40),
      signed(earned.faster, -30, 30),
    ]),
    surprise: scoreSurprises(past.map(({ sue }) => sue)),
    quality: piotroski.known < 5 ? null : 200 * (piotroski.score / piotroski.known) - 100,
    valuation: meanOf([signed(earningsYield, 0, 10), signed(freeCashYield, 0, 8)]),
  }
  const reported = new Date(`${lastReport(company, years)}T00:00:00Z`)
  const part = (id: keyof typeof scores, weight: number, observedAt: Date, maxAgeDays: number): Part => {
    const score = scores[id]
    return score === null ? { id, weight, score } : { id, weight, score: clip(score, -100, 100), observedAt, maxAgeDays }
  }
  const mix = composite(
    [
      part('growth', 0.35, reported, reportAgeDays),
      part('surprise', 0.25, reported, reportAgeDays),
      part('quality', 0.2, reported, reportAgeDays),
      part('valuation', 0.2, price.at ?? now, priceAgeDays[prices.basis]),
    ],
    now,
  )
  const most = Math.min(mostOfModel, mostConfidence[prices.basis])
  const label = signedLabel(mix.score, modelLabels)
  const summary =
    `Model, not analysts: ${company.name.slice(0, 50)} ${label.replace('_', ' ')} (${Math.round(mix.score)}); growth ${say(scores.growth, 0)}, ` +
    `surprises ${say(scores.surprise, 0)}, quality ${piotroski.score} of ${piotroski.known}, valuation ${say(scores.valuation, 0)}.`
  return {
    mix: { ...mix, confidence: round(Math.min(mix.confidence, most), 2) },
    label,
    summary,
    scores,
    sales,
    earned,
    past,
    piotroski,
    capUsd,
    price,
    yields: { earningsYield, freeCashYield },
    reported,
  }
}
