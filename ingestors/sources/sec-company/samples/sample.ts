// Written by us in EDGAR's shape: the filings are those of the earnings' sample, and every figure of a report follows from its earnings a share.
import { defineSample } from '../../../define.ts'
import { noise } from '../../../samples/walk.ts'
import earnings from '../../sec-earnings/samples/sample.ts'

interface EpsRow {
  readonly start: string
  readonly end: string
  readonly val: number
  readonly filed: string
  readonly form: string
}

const shares = 2_000_000_000
const dayMs = 86_400_000

export default defineSample({
  answer(url, now) {
    const cik = /^\/api\/xbrl\/companyfacts\/CIK(\d{10})\.json$/.exec(url.pathname)?.[1]
    if (url.hostname !== 'data.sec.gov' || cik === undefined) return earnings.answer(url, now)
    const concept = `https://data.sec.gov/api/xbrl/companyconcept/CIK${cik}/us-gaap/EarningsPerShareDiluted.json`
    const answer = earnings.answer(new URL(concept), now)
    if (answer === null || answer.status === 404) return answer
    const { entityName, units } = JSON.parse(String(answer.body)) as {
      entityName: string
      units: { 'USD/shares': readonly EpsRow[] }
    }
    return { type: answer.type, body: JSON.stringify(companyFacts(Number(cik), entityName, units['USD/shares'], now)) }
  },
})

function companyFacts(cik: number, entityName: string, all: readonly EpsRow[], now: Date) {
  // Earnings need their long past, everything else three years.
  const eps = all.filter(({ end }) => now.getTime() - Date.parse(end) < 1_250 * dayMs)
  const ofPeriod = (parts: number) => withSums(eps).map((row) => ({ ...row, val: Math.round(row.val * shares * parts) }))
  // What stands on a day, beside the quarter or the year that ends on it; a report repeats the year before's.
  const onDay = (billions: number, name: string) =>
    eps.map(({ start: _, ...row }) => {
      const quarter = Math.floor(Date.parse(row.end) / (91.3 * dayMs))
      return { ...row, val: Math.round(1e9 * billions * (1 + 0.004 * (quarter - 220)) * (1 + 0.02 * noise(name, quarter))) }
    })
  const usd = (rows: readonly object[]) => ({ label: '', description: '', units: { USD: rows } })
  return {
    cik,
    entityName,
    facts: {
      dei: {
        EntityCommonStockSharesOutstanding: {
          label: '',
          description: '',
          units: { shares: onDay(shares / 1e9, 'shares').map((row) => ({ ...row, val: shares })) },
        },
        EntityPublicFloat: usd(onDay(400, 'float').filter(({ form }) => form === '10-K')),
      },
      'us-gaap': {
        RevenueFromContractWithCustomerExcludingAssessedTax: usd(ofPeriod(4)),
        CostOfGoodsAndServicesSold: usd(ofPeriod(2.2)),
        GrossProfit: usd(ofPeriod(1.8)),
        OperatingIncomeLoss: usd(ofPeriod(1.25)),
        IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest: usd(ofPeriod(1.2)),
        IncomeTaxExpenseBenefit: usd(ofPeriod(0.2)),
        NetIncomeLoss: usd(ofPeriod(1)),
        DepreciationDepletionAndAmortization: usd(ofPeriod(0.15)),
        NetCashProvidedByUsedInOperatingActivities: usd(ofPeriod(1.2)),
        PaymentsToAcquirePropertyPlantAndEquipment: usd(ofPeriod(0.12)),
        EarningsPerShareDiluted: { label: '', description: '', units: { 'USD/shares': all } },
        WeightedAverageNumberOfDilutedSharesOutstanding: {
          label: '',
          description: '',
          units: { shares: eps.map((row) => ({ ...row, val: shares })) },
        },
        Assets: usd(onDay(90, 'assets')),
        AssetsCurrent: usd(onDay(40, 'current')),
        LiabilitiesCurrent: usd(onDay(30, 'due')),
        Liabilities: usd(onDay(55, 'liabilities')),
        StockholdersEquity: usd(onDay(35, 'equity')),
        RetainedEarningsAccumulatedDeficit: usd(onDay(15, 'retained')),
        LongTermDebtNoncurrent: usd(onDay(18, 'debt')),
        LongTermDebtCurrent: usd(onDay(3, 'short')),
        CashAndCashEquivalentsAtCarryingValue: usd(onDay(9, 'cash')),
      },
    },
  }
}

/** Quarterly reports tell the year to date as well. */
function withSums(rows: readonly EpsRow[]): EpsRow[] {
  const quarters = rows.filter(({ form }) => form === '10-Q')
  const sums = quarters.flatMap((row) => {
    const year = row.end.slice(0, 4)
    const before = quarters.filter(
      (one) => one.end.startsWith(year) && one.end <= row.end && one.filed.slice(0, 4) === row.filed.slice(0, 4),
    )
    const each = new Map(before.map((one) => [one.end, one]))
    return each.size < 2
      ? []
      : [{ ...row, start: `${year}-01-01`, val: [...each.values()].reduce((sum, { val }) => sum + val, 0) }]
  })
  return [...rows, ...sums]
}
