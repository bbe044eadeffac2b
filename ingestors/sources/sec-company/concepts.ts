// Which tags companies report a figure under, the best first: they change them over the years.
type Unit = 'USD' | 'USD/shares' | 'shares'

interface Concept {
  readonly unit: Unit
  readonly tags: readonly string[]
}

const usd = (...tags: readonly string[]): Concept => ({ unit: 'USD', tags })

export const concepts = {
  revenue: usd(
    'us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax',
    'us-gaap:Revenues',
    'us-gaap:SalesRevenueNet',
    'us-gaap:RevenueFromContractWithCustomerIncludingAssessedTax',
    'ifrs-full:Revenue',
  ),
  cost_of_revenue: usd(
    'us-gaap:CostOfGoodsAndServicesSold',
    'us-gaap:CostOfRevenue',
    'us-gaap:CostOfGoodsSold',
    'ifrs-full:CostOfSales',
  ),
  gross_profit: usd('us-gaap:GrossProfit', 'ifrs-full:GrossProfit'),
  operating_income: usd('us-gaap:OperatingIncomeLoss', 'ifrs-full:ProfitLossFromOperatingActivities'),
  net_income: usd('us-gaap:NetIncomeLoss', 'us-gaap:ProfitLoss', 'ifrs-full:ProfitLoss'),
  pretax_income: usd(
    'us-gaap:IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest',
    'us-gaap:IncomeLossFromContinuingOperationsBeforeIncomeTaxesMinorityInterestAndIncomeLossFromEquityMethodInvestments',
    'ifrs-full:ProfitLossBeforeTax',
  ),
  income_tax: usd('us-gaap:IncomeTaxExpenseBenefit', 'ifrs-full:IncomeTaxExpenseContinuingOperations'),
  depreciation: usd(
    'us-gaap:DepreciationDepletionAndAmortization',
    'us-gaap:DepreciationAmortizationAndAccretionNet',
    'us-gaap:DepreciationAndAmortization',
    'us-gaap:Depreciation',
  ),
  operating_cash: usd(
    'us-gaap:NetCashProvidedByUsedInOperatingActivities',
    'us-gaap:NetCashProvidedByUsedInOperatingActivitiesContinuingOperations',
    'ifrs-full:CashFlowsFromUsedInOperatingActivities',
  ),
  capital_spending: usd(
    'us-gaap:PaymentsToAcquirePropertyPlantAndEquipment',
    'us-gaap:PaymentsToAcquireProductiveAssets',
    'ifrs-full:PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities',
  ),
  assets: usd('us-gaap:Assets', 'ifrs-full:Assets'),
  current_assets: usd('us-gaap:AssetsCurrent', 'ifrs-full:CurrentAssets'),
  current_liabilities: usd('us-gaap:LiabilitiesCurrent', 'ifrs-full:CurrentLiabilities'),
  liabilities: usd('us-gaap:Liabilities', 'ifrs-full:Liabilities'),
  equity: usd(
    'us-gaap:StockholdersEquity',
    'us-gaap:StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest',
    'ifrs-full:Equity',
  ),
  retained_earnings: usd('us-gaap:RetainedEarningsAccumulatedDeficit', 'ifrs-full:RetainedEarnings'),
  long_term_debt: usd(
    'us-gaap:LongTermDebtNoncurrent',
    'us-gaap:LongTermDebt',
    'ifrs-full:NoncurrentPortionOfNoncurrentBorrowings',
  ),
  short_term_debt: usd('us-gaap:DebtCurrent', 'us-gaap:LongTermDebtCurrent', 'ifrs-full:CurrentBorrowings'),
  cash: usd(
    'us-gaap:CashAndCashEquivalentsAtCarryingValue',
    'us-gaap:CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents',
    'ifrs-full:CashAndCashEquivalents',
  ),
  eps: {
    unit: 'USD/shares',
    tags: ['us-gaap:EarningsPerShareDiluted', 'us-gaap:EarningsPerShareBasicAndDiluted', 'ifrs-full:DilutedEarningsLossPerShare'],
  },
  diluted_shares: { unit: 'shares', tags: ['us-gaap:WeightedAverageNumberOfDilutedSharesOutstanding'] },
  shares_outstanding: { unit: 'shares', tags: ['dei:EntityCommonStockSharesOutstanding'] },
  public_float: usd('dei:EntityPublicFloat'),
} as const satisfies Record<string, Concept>

export type ConceptName = keyof typeof concepts
export const conceptList = Object.entries(concepts) as readonly (readonly [ConceptName, Concept])[]
