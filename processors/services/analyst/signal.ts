// A model's rating in place of the sell side's: growth that speeds up, surprises in a row, Piotroski's points and what the price asks for them.
import type { Company } from '../../../ingestors/sources/sec-company/topic.ts'
import { paceOf, quarterly } from '../../formula/company-figures.ts'
import { readCompany } from '../../formula/company-report.ts'
import { quartersOf } from '../../formula/eps-quarters.ts'
import { atMostSure, band, composite, meanOfKnown, part, say, signedLabel } from '../../formula/index.ts'
import { mostConfidence, type Prices, priceAgeDays, pricedBy } from '../../formula/share-prices.ts'
import { scoreSurprises, surprises } from '../../formula/surprises.ts'

export const modelLabels = ['strong_positive', 'positive', 'neutral', 'negative', 'strong_negative'] as const

const reportAgeDays = 120
// What no analyst stands behind is never sure.
const mostOfModel = 0.6

const signed = (value: number | null, low: number, high: number): number | null =>
  value === null ? null : 2 * band(value, low, high) - 100

export function computeModel(company: Company, prices: Prices, now: Date) {
  const read = readCompany(company, prices)
  if (read === null) return null
  const { price, piotroski, reportedAt } = read
  const { earnings_yield_pct, fcf_yield_pct } = read.valuation
  const eps = quartersOf(
    (company.figures.eps ?? []).flatMap(({ start, end, filed, value }) =>
      start === null ? [] : [{ start, end, filed, usd: value }],
    ),
  )
  const [sales, earned] = [paceOf(quarterly(company.figures.revenue)), paceOf(eps.map(({ end, usd }) => ({ end, value: usd })))]
  const past = surprises(eps).slice(-4)
  const scores = {
    growth: meanOfKnown([
      signed(sales.newest, -10, 20),
      signed(sales.faster, -10, 10),
      signed(earned.newest, -30, 40),
      signed(earned.faster, -30, 30),
    ]),
    surprise: scoreSurprises(past.map(({ sue }) => sue)),
    quality: piotroski.known < 5 ? null : 200 * (piotroski.score / piotroski.known) - 100,
    valuation: meanOfKnown([signed(earnings_yield_pct, 0, 10), signed(fcf_yield_pct, 0, 8)]),
  }
  const mix = composite(
    [
      part('growth', 0.35, scores.growth, reportedAt, reportAgeDays),
      part('surprise', 0.25, scores.surprise, reportedAt, reportAgeDays),
      part('quality', 0.2, scores.quality, reportedAt, reportAgeDays),
      part('valuation', 0.2, scores.valuation, price.date, priceAgeDays[prices.basis]),
    ],
    now,
  )
  const label = signedLabel(mix.score, modelLabels)
  const summary =
    `Model, not analysts: ${company.name.slice(0, 50)} ${label.replace('_', ' ')} (${Math.round(mix.score)}); growth ${say(scores.growth, 0)}, ` +
    `surprises ${say(scores.surprise, 0)}, quality ${piotroski.score} of ${piotroski.known}, valuation ${say(scores.valuation, 0)}.`
  return {
    mix: atMostSure(mix, Math.min(mostOfModel, mostConfidence[prices.basis])),
    label,
    summary,
    sections: {
      report_filed: reportedAt,
      model: scores,
      inputs: {
        revenue_yoy_pct: sales.newest,
        eps_yoy_pct: earned.newest,
        piotroski_f: piotroski.score,
        piotroski_known: piotroski.known,
        earnings_yield_pct,
        fcf_yield_pct,
        price_usd: price.close_usd,
        ...pricedBy(prices),
      },
      surprises: past.map(({ end, usd, expected, sue }) => ({ period_end: end, eps_usd: usd, eps_expected_usd: expected, sue })),
    },
  }
}
