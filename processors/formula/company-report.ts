// What a company's reports and its price say together: multiples and yields, where the price stands, which report is the newest.
import type { Company } from '../../ingestors/sources/sec-company/topic.ts'
import { standing } from './company-figures.ts'
import { debtOf, freeCash, measure, type Year, type Years, yearsOf } from './fundamentals.ts'
import { deviation, lastDays, mean, ratio } from './index.ts'
import { changeBack, type Prices, priceBack, returnsOf, stepsPerYear } from './share-prices.ts'

const dayMs = 86_400_000
const yearDays = 365
// Highs and lows of half a year are not those of a year.
const leastYearDays = 350
// Fewer prices than this say nothing of a year.
const fewestForMean = 120

export function valuationOf(now: Year, capUsd: number | null) {
  const debt = (debtOf(now) ?? 0) - (now.cash ?? 0)
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
    ev_ebit:
      enterprise === null || enterprise <= 0 || !((now.operatingIncome ?? 0) > 0) ? null : ratio(enterprise, now.operatingIncome),
    earnings_yield_pct: yieldOf(now.netIncome),
    fcf_yield_pct: yieldOf(freeCash(now)),
    ebit_yield_pct: enterprise === null || enterprise <= 0 ? null : 100 * (ratio(now.operatingIncome, enterprise) ?? 0),
  }
}

/** Where the newest price stands, and how it moved, as answers name it. */
export function priceFacts({ points, basis }: Prices) {
  const year = lastDays(points, yearDays).map(({ value }) => value)
  const steps = returnsOf(lastDays(points, yearDays))
  const isYear = priceBack(points, leastYearDays) !== null
  const long = points.slice(-200).map(({ value }) => value)
  return {
    price: {
      close_usd: points.at(-1)?.value ?? null,
      date: points.at(-1)?.at ?? null,
      source: basis,
      high_52w_usd: isYear ? Math.max(...year) : null,
      low_52w_usd: isYear ? Math.min(...year) : null,
      ret_1m_pct: changeBack(points, 30),
      ret_12m_pct: changeBack(points, yearDays),
    },
    momentum: {
      mom_12_1_pct: changeBack(points, yearDays, 30),
      above_mean: long.length < fewestForMean ? null : points.at(-1)!.value > mean(long),
      mean_over: long.length,
      volatility_pct:
        steps.length < 60
          ? null
          : 100 * deviation(steps.map(({ value }) => value)) * Math.sqrt(stepsPerYear(steps.map(({ days }) => days))),
    },
  }
}

/** All that its newest year and its price say of a company; null where no year is reported. */
export function readCompany(company: Company, prices: Prices) {
  const years = yearsOf(company)
  if (years === null) return null
  const [{ price, momentum }, shares] = [priceFacts(prices), sharesOf(company, years)]
  const capUsd = price.close_usd === null || shares === null ? null : price.close_usd * shares
  const { ebit_yield_pct: ebitYield, ...valuation } = valuationOf(years.now, capUsd)
  const reportedAt = new Date(`${lastReport(company, years)}T00:00:00Z`)
  return { years, price, momentum, shares, capUsd, valuation, ebitYield, reportedAt, ...measure(years) }
}

// A cover counts its shares within weeks of the period it reports.
const coverDays = 120

/**
 * The count on the cover of the newest report. null where the company has several kinds of shares: such covers count each by itself,
 * and what stands here is from the years before there were several.
 */
export function sharesOf(company: Pick<Company, 'figures'>, { end }: Pick<Years, 'end'>): number | null {
  const counted = standing(company.figures.shares_outstanding).at(-1)
  return counted === undefined || Date.parse(counted.end) < Date.parse(end) - coverDays * dayMs ? null : counted.value
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
