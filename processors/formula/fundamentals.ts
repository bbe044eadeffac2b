// What a company's reports say of its health: growth, margins, Piotroski's nine points (2000), Altman's Z (1968), accruals, return on capital.
import type { Company } from '../../ingestors/sources/sec-company/topic.ts'
import { at, type Dated, standing, trailingYears, yearEarlier } from './company-figures.ts'
import { ratio } from './index.ts'

export interface Year {
  readonly revenue: number | null
  readonly costOfRevenue: number | null
  readonly grossProfit: number | null
  readonly operatingIncome: number | null
  readonly netIncome: number | null
  readonly pretaxIncome: number | null
  readonly incomeTax: number | null
  readonly depreciation: number | null
  readonly operatingCash: number | null
  readonly capitalSpending: number | null
  readonly dilutedShares: number | null
  readonly assets: number | null
  readonly currentAssets: number | null
  readonly currentLiabilities: number | null
  readonly liabilities: number | null
  readonly equity: number | null
  readonly retainedEarnings: number | null
  readonly longTermDebt: number | null
  readonly shortTermDebt: number | null
  readonly cash: number | null
}

/** The newest four quarters, the four a year before, and what stood at their ends and a year before those. */
export interface Years {
  readonly end: string
  readonly now: Year
  readonly before: Year
  readonly assetsTwoYearsBefore: number | null
}

/** null where no revenue or income of a year is there. */
export function yearsOf({ figures }: Pick<Company, 'figures'>): Years | null {
  const flows = (name: string): Dated[] => trailingYears(figures[name])
  const stands = (name: string): Dated[] => standing(figures[name])
  const end = (flows('net_income').at(-1) ?? flows('revenue').at(-1))?.end
  if (end === undefined) return null
  const before = yearEarlier(end)
  const yearAt = (day: string): Year => {
    const flow = (name: string) => at(flows(name), day)
    const stood = (name: string) => at(stands(name), day)
    const [revenue, costOfRevenue] = [flow('revenue'), flow('cost_of_revenue')]
    const [assets, equity] = [stood('assets'), stood('equity')]
    return {
      revenue,
      costOfRevenue,
      grossProfit: flow('gross_profit') ?? (revenue === null || costOfRevenue === null ? null : revenue - costOfRevenue),
      operatingIncome: flow('operating_income'),
      netIncome: flow('net_income'),
      pretaxIncome: flow('pretax_income'),
      incomeTax: flow('income_tax'),
      depreciation: flow('depreciation'),
      operatingCash: flow('operating_cash'),
      capitalSpending: flow('capital_spending'),
      // A mean over the span: of a quarter as of a year, and never a sum of four.
      dilutedShares: (figures.diluted_shares ?? []).findLast((one) => at([one], day) !== null)?.value ?? null,
      assets,
      currentAssets: stood('current_assets'),
      currentLiabilities: stood('current_liabilities'),
      liabilities: stood('liabilities') ?? (assets === null || equity === null ? null : assets - equity),
      equity,
      retainedEarnings: stood('retained_earnings'),
      longTermDebt: stood('long_term_debt'),
      shortTermDebt: stood('short_term_debt'),
      cash: stood('cash'),
    }
  }
  return { end, now: yearAt(end), before: yearAt(before), assetsTwoYearsBefore: at(stands('assets'), yearEarlier(before)) }
}

/** null where one of the two is not known. */
const above = (a: number | null, b: number | null): boolean | null => (a === null || b === null ? null : a > b)
const meanOf = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : (a + b) / 2)

/** Nine questions, each over assets at the year's beginning; `known` of them could be answered. */
export function piotroski({ now, before, assetsTwoYearsBefore }: Years): { readonly score: number; readonly known: number } {
  const returnNow = ratio(now.netIncome, before.assets)
  const cashNow = ratio(now.operatingCash, before.assets)
  const leverage = (year: Year, earlier: number | null) => ratio(year.longTermDebt ?? 0, meanOf(year.assets, earlier))
  const answers = [
    above(returnNow, 0),
    above(cashNow, 0),
    above(returnNow, ratio(before.netIncome, assetsTwoYearsBefore)),
    above(cashNow, returnNow),
    above(leverage(before, assetsTwoYearsBefore), leverage(now, before.assets)),
    above(ratio(now.currentAssets, now.currentLiabilities), ratio(before.currentAssets, before.currentLiabilities)),
    now.dilutedShares === null || before.dilutedShares === null ? null : now.dilutedShares <= before.dilutedShares,
    above(ratio(now.grossProfit, now.revenue), ratio(before.grossProfit, before.revenue)),
    above(ratio(now.revenue, before.assets), ratio(before.revenue, assetsTwoYearsBefore)),
  ]
  return { score: answers.filter((one) => one === true).length, known: answers.filter((one) => one !== null).length }
}

/** Of listed manufacturers, with what the market pays for the shares; null where a part is not known, as of banks. */
export function altmanZ({ now }: Pick<Years, 'now'>, marketCapUsd: number | null): number | null {
  const working =
    now.currentAssets === null || now.currentLiabilities === null ? null : now.currentAssets - now.currentLiabilities
  const parts = [
    [1.2, ratio(working, now.assets)],
    [1.4, ratio(now.retainedEarnings, now.assets)],
    [3.3, ratio(now.operatingIncome, now.assets)],
    [0.6, ratio(marketCapUsd, now.liabilities)],
    [1, ratio(now.revenue, now.assets)],
  ] as const
  return parts.some(([, part]) => part === null) ? null : parts.reduce((sum, [weight, part]) => sum + weight * part!, 0)
}

export const freeCash = ({ operatingCash, capitalSpending }: Year): number | null =>
  operatingCash === null || capitalSpending === null ? null : operatingCash - capitalSpending

export const debtOf = ({ longTermDebt, shortTermDebt }: Year): number | null =>
  longTermDebt === null && shortTermDebt === null ? null : (longTermDebt ?? 0) + (shortTermDebt ?? 0)

const growth = (now: number | null, before: number | null): number | null =>
  now === null || before === null || before <= 0 ? null : 100 * (now / before - 1)
const share = (a: number | null, b: number | null): number | null => {
  const part = ratio(a, b)
  return part === null ? null : 100 * part
}

/** After tax at the rate paid, on equity and debt less cash. */
function returnOnCapital(year: Year): number | null {
  const { operatingIncome, incomeTax, pretaxIncome, equity, cash } = year
  if (operatingIncome === null || equity === null) return null
  const rate = ratio(incomeTax, pretaxIncome)
  const taxed = operatingIncome * (1 - Math.min(0.5, Math.max(0, rate ?? 0.21)))
  const capital = equity + (debtOf(year) ?? 0) - (cash ?? 0)
  return capital <= 0 ? null : (100 * taxed) / capital
}

/** The newest year's figures as answers name them, and what scores are made of besides. */
export function measure(years: Years) {
  const { now, before } = years
  return {
    fundamentals: {
      period_end: years.end,
      revenue_ttm_usd: now.revenue,
      revenue_yoy_pct: growth(now.revenue, before.revenue),
      gross_margin_pct: share(now.grossProfit, now.revenue),
      op_margin_pct: share(now.operatingIncome, now.revenue),
      net_income_ttm_usd: now.netIncome,
      net_income_yoy_pct: growth(now.netIncome, before.netIncome),
      fcf_ttm_usd: freeCash(now),
      roic_pct: returnOnCapital(now),
      debt_to_equity: now.equity === null || now.equity <= 0 ? null : ratio(debtOf(now), now.equity),
      net_debt_to_ebitda: netDebtToEbitda(now),
    },
    grossProfitToAssets: share(now.grossProfit, now.assets),
    /** Income that no cash stands behind, of mean assets (Sloan 1996). */
    accruals:
      now.netIncome === null || now.operatingCash === null
        ? null
        : share(now.netIncome - now.operatingCash, meanOf(now.assets, before.assets) ?? now.assets),
    piotroski: piotroski(years),
  }
}

function netDebtToEbitda(year: Year): number | null {
  const debt = debtOf(year)
  const ebitda = year.operatingIncome === null || year.depreciation === null ? null : year.operatingIncome + year.depreciation
  return debt === null || ebitda === null || ebitda <= 0 ? null : (debt - (year.cash ?? 0)) / ebitda
}
