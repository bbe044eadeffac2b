// A company by its own reports and, where there is one, its price: value, quality, growth, momentum and safety, each 0 to 100.
import type { Company } from '../../../ingestors/sources/sec-company/topic.ts'
import { paceOf, quarterly } from '../../formula/company-figures.ts'
import { lastReport, nextReport, readCompany } from '../../formula/company-report.ts'
import { altmanZ } from '../../formula/fundamentals.ts'
import { atMostSure, band, composite, meanOfKnown, part, say } from '../../formula/index.ts'
import { signedLadder } from '../../formula/ladder.ts'
import { mostConfidence, type Prices, priceAgeDays } from '../../formula/share-prices.ts'

export const labels = signedLadder(['strong_positive', 'positive', 'neutral', 'negative', 'strong_negative'])

const reportAgeDays = 120

const banded = (value: number | null, low: number, high: number): number | null =>
  value === null ? null : band(value, low, high)
/** From 0 to 100 to the composite's scale. */
const signed = (score: number | null): number | null => (score === null ? null : 2 * (score - 50))

export function computeEquity(company: Company, prices: Prices, now: Date) {
  const read = readCompany(company, prices)
  if (read === null) return null
  const { years, price, momentum, capUsd, valuation, fundamentals, piotroski, accruals, reportedAt } = read
  const z = altmanZ(years, capUsd)
  const { faster } = paceOf(quarterly(company.figures.revenue))
  const scores = {
    value: meanOfKnown([
      banded(valuation.earnings_yield_pct, 0, 10),
      banded(valuation.fcf_yield_pct, 0, 8),
      banded(read.ebitYield, 0, 12),
    ]),
    quality: meanOfKnown([
      piotroski.known < 5 ? null : (100 * piotroski.score) / piotroski.known,
      banded(fundamentals.roic_pct, 0, 25),
      banded(read.grossProfitToAssets, 0, 50),
      banded(accruals, 10, -10),
    ]),
    growth: meanOfKnown([
      banded(fundamentals.revenue_yoy_pct, -10, 20),
      banded(fundamentals.net_income_yoy_pct, -20, 30),
      banded(faster, -10, 10),
    ]),
    momentum: meanOfKnown([
      banded(momentum.mom_12_1_pct, -30, 40),
      momentum.above_mean === null ? null : momentum.above_mean ? 100 : 0,
    ]),
    safety: meanOfKnown([
      banded(z, 1.8, 6),
      banded(fundamentals.net_debt_to_ebitda, 4, 0),
      banded(momentum.volatility_pct, 60, 15),
    ]),
  }
  const mix = composite(
    [
      part('value', 0.25, signed(scores.value), price.date, priceAgeDays[prices.basis]),
      part('quality', 0.25, signed(scores.quality), reportedAt, reportAgeDays),
      part('growth', 0.2, signed(scores.growth), reportedAt, reportAgeDays),
      part('momentum', 0.2, signed(scores.momentum), price.date, priceAgeDays[prices.basis]),
      part('safety', 0.1, signed(scores.safety), reportedAt, reportAgeDays),
    ],
    now,
  )
  const summary =
    `${company.name.slice(0, 50)}: ${labels.say(mix.score)}; sales ${say(fundamentals.revenue_yoy_pct, 1, ' %')} in a year, ` +
    `Piotroski ${piotroski.score} of ${piotroski.known}, P/E ${say(valuation.pe, 1)} ` +
    (price.date === null
      ? 'as no price is there.'
      : `at ${say(price.close_usd, 2)} USD of ${price.date.toISOString().slice(0, 10)}.`)
  const { ticker, name, cik, sic, industry, exchange } = company
  return {
    mix: atMostSure(mix, mostConfidence[prices.basis]),
    summary,
    basis: prices.basis,
    profile: { ticker, name, cik, sic, industry, exchange, shares_outstanding: read.shares },
    price: { ...price, market_cap_usd: capUsd },
    valuation,
    fundamentals: { ...fundamentals, revenue_acceleration: faster },
    quality: { piotroski_f: piotroski.score, piotroski_known: piotroski.known, altman_z: z, accruals_pct: accruals },
    momentum,
    scores,
    events: { last_report_filed: lastReport(company, years), next_report_estimate: nextReport(company) },
  }
}
