// A company by its own reports and, where there is one, its price: value, quality, growth, momentum and safety, each 0 to 100.
import type { Company } from '../../../ingestors/sources/sec-company/topic.ts'
import { quarterly, standing, yearEarlier } from '../../families/company-figures.ts'
import { altmanZ, debtOf, measure, type Year, type Years, yearsOf } from '../../families/fundamentals.ts'
import { changeBack, mostConfidence, type Prices, priceAgeDays, priceBack, returnsOf } from '../../families/prices.ts'
import {
  band,
  clip,
  composite,
  deviation,
  lastDays,
  mean,
  type Part,
  ratio,
  round,
  say,
  signedLabel,
} from '../../formula/index.ts'

export const labels = ['strong_positive', 'positive', 'neutral', 'negative', 'strong_negative'] as const

const dayMs = 86_400_000
const reportAgeDays = 120
const tradingDays = 252
const yearDays = 365
// Highs and lows of half a year are not those of a year.
const leastYearDays = 350
// Fewer prices than this say nothing of a year.
const fewestForMean = 120

/** The mean of what is known; null where nothing is. */
const meanOf = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : mean(known)
}
const banded = (value: number | null, low: number, high: number): number | null =>
  value === null ? null : band(value, low, high)

export function valuationOf(now: Year, capUsd: number | null) {
  const debt = (debtOf(now) ?? 0) - (now.cash ?? 0)
  const freeCash = now.operatingCash === null || now.capitalSpending === null ? null : now.operatingCash - now.capitalSpending
  // A loss has no multiple of earnings.
  const multiple = (of: number | null) => (of === null || of <= 0 ? null : ratio(capUsd, of))
  const yieldOf = (of: number | null) => {
    const part = ratio(of, capUsd)
    return part === null ? null : 100 * part
  }
  const enterprise = capUsd === null ? null : capUsd + debt
  return {
    pe: multiple(now.netIncome),
    ps: multiple(now.revenue),
    pb: multiple(now.equity),
    evEbit: now.operatingIncome === null || now.operatingIncome <= 0 ? null : ratio(enterprise, now.operatingIncome),
    earningsYield: yieldOf(now.netIncome),
    freeCashYield: yieldOf(freeCash),
    ebitYield: enterprise === null || enterprise <= 0 ? null : 100 * (ratio(now.operatingIncome, enterprise) ?? 0),
  }
}

export function priceFacts({ points }: Prices) {
  const year = lastDays(points, yearDays).map(({ value }) => value)
  const steps = returnsOf(lastDays(points, yearDays)).map(({ value }) => value)
  const isYear = priceBack(points, leastYearDays) !== null
  const long = points.slice(-200).map(({ value }) => value)
  return {
    close: points.at(-1)?.value ?? null,
    at: points.at(-1)?.at ?? null,
    high: isYear ? Math.max(...year) : null,
    low: isYear ? Math.min(...year) : null,
    change1m: changeBack(points, 30),
    change12m: changeBack(points, yearDays),
    momentum: changeBack(points, yearDays, 30),
    aboveMean: long.length < fewestForMean ? null : points.at(-1)!.value > mean(long),
    meanOver: long.length,
    volatility: steps.length < 60 ? null : 100 * deviation(steps) * Math.sqrt(tradingDays),
  }
}

/** The count on the newest cover; null where the company has several kinds of shares. */
export function sharesOf(company: Pick<Company, 'figures'>): number | null {
  return standing(company.figures.shares_outstanding).at(-1)?.value ?? null
}

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
  const shares = sharesOf(company)
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

/** The day the newest annual or quarterly report came; its period's end where the list of filings does not reach it. */
export function lastReport({ filings }: Pick<Company, 'filings'>, { end }: Pick<Years, 'end'>): string {
  return filings.find(({ form }) => isReport(form))?.filed ?? end
}

const isReport = (form: string): boolean => ['10-K', '10-Q', '20-F', '40-F'].includes(form)

/** A year after the report of the same quarter a year before, on the same weekday; null without a year of reports. */
export function nextReport({ filings }: Pick<Company, 'filings'>): string | null {
  const reports = filings.filter(({ form, period }) => isReport(form) && period !== null)
  const last = reports[0]
  if (last === undefined) return null
  const expected = reports.slice(1).map(({ filed }) => new Date(Date.parse(filed) + 364 * dayMs).toISOString().slice(0, 10))
  return expected.filter((day) => day > last.filed).sort()[0] ?? null
}
