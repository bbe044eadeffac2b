// What filings say once their amendments are taken into them: an amendment stands for the rows of the filing that it amends, and for no other.
export interface Filing {
  readonly accession: string
  readonly form: string
  readonly filedAt: Date
  readonly period: string
  /** When the filing that an amendment amends was filed, where it says so. */
  readonly originalDate: string | null
  readonly url: string
  readonly plan: boolean | null
  readonly owner: { readonly cik: string; readonly name: string; readonly role: string }
  readonly trades: readonly Trade[]
}

export interface Trade {
  readonly date: string
  readonly code: string
  readonly acquired: boolean
  readonly shares: number
  readonly priceUsd: number | null
  readonly sharesAfter: number | null
}

export interface Reported extends Trade {
  readonly filing: Filing
}

// EDGAR may date a filing some days after its filer did.
const mostDaysLater = 4
const dayMs = 86_400_000
// Days in Washington: a filing of the evening is of the next day in UTC.
const day = ({ filedAt }: Filing): string => new Date(filedAt.getTime() - 5 * 3_600_000).toISOString().slice(0, 10)

/** The newest first. */
export function reportedTrades(filings: readonly Filing[]): Reported[] {
  const once = [...new Map(filings.map((filing) => [filing.accession, filing])).values()]
  const inOrder = once.toSorted((a, b) => a.filedAt.getTime() - b.filedAt.getTime())
  const groups: { readonly original: Filing; trades: Reported[] }[] = []
  for (const filing of inOrder) {
    const trades = filing.trades.map((trade) => ({ ...trade, filing }))
    const amended = filing.form === '4/A' ? findAmended(groups, filing) : undefined
    if (amended === undefined) groups.push({ original: filing, trades })
    else amended.trades = amend(amended.trades, trades)
  }
  return groups
    .flatMap(({ trades }) => trades)
    .sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : b.filing.filedAt.getTime() - a.filing.filedAt.getTime()))
}

function findAmended<G extends { readonly original: Filing; readonly trades: readonly Reported[] }>(
  groups: readonly G[],
  amendment: Filing,
): G | undefined {
  const own = groups.filter(({ original }) => original.owner.cik === amendment.owner.cik)
  const { originalDate } = amendment
  const named = own.filter(({ original }) => {
    if (originalDate === null) return original.period === amendment.period
    const late = (Date.parse(day(original)) - Date.parse(originalDate)) / dayMs
    return late >= 0 && late <= mostDaysLater
  })
  const overlapping = named.filter(({ trades }) => trades.some((one) => amendment.trades.some(({ date }) => date === one.date)))
  const alike = overlapping.filter(({ trades }) => trades.some((one) => amendment.trades.some((other) => isSame(one, other))))
  // Several filings of one day without anything in common: which one is meant, nobody can say.
  const [only, ...others] = alike.length > 0 ? alike : overlapping.length > 0 ? overlapping : named
  return others.length === 0 ? only : alike.at(-1)
}

/** One row corrected: its number of shares, its price, or neither. */
const isSame = (a: Trade, b: Trade): boolean =>
  a.date === b.date && a.code === b.code && a.acquired === b.acquired && (a.shares === b.shares || a.priceUsd === b.priceUsd)

// Most amendments tell all rows anew; some only the row that was wrong, or one that was forgotten.
function amend(before: readonly Reported[], rows: readonly Reported[]): Reported[] {
  if (rows.length === 0) return [...before]
  const corrected = before.filter((one) => rows.some((row) => isSame(one, row)))
  const isWhole = corrected.length > 0 && rows.length >= before.length
  return [...(isWhole ? [] : before.filter((one) => !corrected.includes(one))), ...rows]
}
