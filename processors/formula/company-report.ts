// What a company's reports and its price say together: multiples and yields, where the price stands, which report is the newest.
import type { Company } from '../../ingestors/sources/sec-company/topic.ts'
import { standing } from './company-figures.ts'
import { debtOf, type Year, type Years } from './fundamentals.ts'
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
    evEbit:
      enterprise === null || enterprise <= 0 || !((now.operatingIncome ?? 0) > 0) ? null : ratio(enterprise, now.operatingIncome),
    earningsYield: yieldOf(now.netIncome),
    freeCashYield: yieldOf(freeCash),
    ebitYield: enterprise === null || enterprise <= 0 ? null : 100 * (ratio(now.operatingIncome, enterprise) ?? 0),
  }
}

export function priceFacts({ points }: Prices) {
  const year = lastDays(points, yearDays).map(({ value }) => value)
  const steps = returnsOf(lastDays(points, yearDays))
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
    volatility:
      steps.length < 60
        ? null
        : 100 * deviation(steps.map(({ value }) => value)) * Math.sqrt(stepsPerYear(steps.map(({ days }) => days))),
  }
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
