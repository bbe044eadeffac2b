// What insiders say by their own money up to today: open-market purchases against sales, by their age and by the company's size.
import { clip, round, zAmong } from './index.ts'
import { type Reported, reportedTrades } from './insider-amendments.ts'
import { readFiling } from './insider-filing.ts'
import { signedLadder } from './ladder.ts'

/** One trade as it is told: the rows of one filing, day and side together. */
export interface Told {
  readonly filed_at: string
  readonly transaction_date: string
  readonly owner: string
  readonly owner_cik: string
  readonly role: string
  readonly code: string
  readonly acquired_disposed: 'A' | 'D'
  readonly shares: number
  readonly price_usd: number | null
  readonly value_usd: number | null
  readonly shares_after: number | null
  readonly pct_change_holding: number | null
  readonly plan_10b5_1: boolean | null
  readonly lines: number
  readonly url: string
}

export const labels = signedLadder(['strong_buying', 'buying', 'neutral', 'selling', 'strong_selling'])

// A sale has many reasons, a purchase one.
const saleWeight = 0.35
const clusterBuyers = 3
const clusterDays = 30
const windowDays = 90
/** Trades of this share of the company say all that they can; or of so many dollars where its value is not known. */
const fullShare = 0.0002
const fullUsd = 1e6
// News for two weeks, then half as much with every month.
const freshDays = 14
const halfLifeDays = 30
const mostUsd = 1e12
const dayMs = 86_400_000
const chief = /chief executive|chief financial|\bceo\b|\bcfo\b/i

// A price of 0 is a footnote's, not a gift's: purchases and sales have one.
const priceOf = ({ priceUsd }: Reported): number | null => (priceUsd === 0 ? null : priceUsd)

/** Filers write a line for every price; lines of one filing, day and side are one trade, at their mean price. */
export function tell(reported: readonly Reported[]): Told[] {
  const alike = ({ filing, date, code, acquired, ...one }: Reported) =>
    `${filing.accession} ${date} ${code} ${acquired} ${priceOf({ filing, date, code, acquired, ...one }) === null}`
  return [...Map.groupBy(reported, alike).values()].map((lines) => {
    const [first] = lines as [Reported]
    const { filing, acquired } = first
    const shares = lines.reduce((sum, one) => sum + one.shares, 0)
    const paid = priceOf(first) === null ? null : lines.reduce((sum, one) => sum + one.shares * one.priceUsd!, 0)
    // A number of shares and a price that no company has.
    const usd = paid !== null && paid <= mostUsd ? paid : null
    const held = lines.map(({ sharesAfter }) => sharesAfter).filter((one) => one !== null)
    // What is left after the last line: the most after buying, the least after selling.
    const after = held.length === 0 ? null : acquired ? Math.max(...held) : Math.min(...held)
    const before = after === null ? null : after + (acquired ? -shares : shares)
    return {
      filed_at: filing.filedAt.toISOString(),
      transaction_date: first.date,
      owner: filing.owner.name,
      owner_cik: filing.owner.cik,
      role: filing.owner.role,
      code: first.code,
      acquired_disposed: acquired ? ('A' as const) : ('D' as const),
      shares,
      price_usd: lines.length === 1 ? first.priceUsd : usd === null || shares === 0 ? null : round(usd / shares, 4),
      value_usd: usd,
      shares_after: after,
      // Bought from nothing, no percentage says how much.
      pct_change_holding: before === null || before <= 0 ? null : (100 * (acquired ? shares : -shares)) / before,
      plan_10b5_1: filing.plan,
      lines: lines.length,
      url: filing.url,
    }
  })
}

/** What filings say as trades, the newest first: amendments taken in, lines of one trade joined. */
export const tradesOf = (filings: readonly Parameters<typeof readFiling>[0][]): Told[] =>
  tell(reportedTrades(filings.map(readFiling)))

/** In the open market, and not granted, exercised or given. */
const isOpen = ({ code }: Told): boolean => code === 'P' || code === 'S'

/** Bought, or sold by no plan made before. */
const isBuy = ({ code, acquired_disposed }: Told): boolean => code === 'P' && acquired_disposed === 'A'
const isFreeSale = ({ code, acquired_disposed, plan_10b5_1 }: Told): boolean =>
  code === 'S' && acquired_disposed === 'D' && plan_10b5_1 !== true

const ageDays = ({ transaction_date }: Told, now: Date): number => (now.getTime() - Date.parse(transaction_date)) / dayMs
const isWithin = (one: Told, days: number, now: Date): boolean => ageDays(one, now) <= days
const usdOf = (list: readonly Told[]): number => list.reduce((sum, { value_usd }) => sum + (value_usd ?? 0), 0)

export const openTrades = (trades: readonly Told[], days: number, now: Date): Told[] =>
  trades.filter((one) => isOpen(one) && isWithin(one, days, now))

export function judge(trades: readonly Told[], marketUsd: number | null, now: Date) {
  const recent = trades.filter((one) => isWithin(one, windowDays, now))
  const [buys, sales] = [recent.filter(isBuy), recent.filter(isFreeSale)]
  const all = [...buys, ...sales]
  const [bought, sold] = [usdOf(buys), usdOf(sales)]
  const aged = (list: readonly Told[]) =>
    list.reduce((sum, one) => sum + (one.value_usd ?? 0) * 0.5 ** (Math.max(0, ageDays(one, now) - freshDays) / halfLifeDays), 0)
  const [freshBought, freshSold] = [aged(buys), aged(sales)]
  const cluster = hasCluster(buys)
  const base = bought + sold === 0 ? 0 : (100 * (freshBought - saleWeight * freshSold)) / (freshBought + saleWeight * freshSold)
  const extra = (cluster ? 20 : 0) + (buys.some(({ role }) => chief.test(role)) ? 10 : 0)
  const full = marketUsd === null ? fullUsd : fullShare * marketUsd
  const size = Math.min(1, (bought + sold) / full)
  const fade = bought + sold === 0 ? 0 : (freshBought + freshSold) / (bought + sold)
  const owners = (list: readonly Told[]) => new Set(list.map(({ owner_cik }) => owner_cik)).size
  const year = trades.filter((one) => isWithin(one, 365, now))
  const soldInYear = usdOf(year.filter(isFreeSale))
  return {
    score: clip((base + extra) * size * fade, -100, 100),
    /** How much of what was bought and sold has a price. */
    priced: all.length === 0 ? 1 : all.filter(({ value_usd }) => value_usd !== null).length / all.length,
    sums: {
      until: now.toISOString().slice(0, 10),
      buy_usd: round(bought, 0),
      sell_usd: round(sold, 0),
      net_usd: round(bought - sold, 0),
      buyers: owners(buys),
      sellers: owners(sales),
      cluster_buy: cluster,
    },
    buySell: soldInYear === 0 ? null : usdOf(year.filter(isBuy)) / soldInYear,
  }
}

const mostWindows = 12
const fewestWindows = 4

/** How far the newest window's net lies from the windows before it. */
export function zOfNet(trades: readonly Told[], now: Date): number | null {
  const counted = trades.filter((one) => isBuy(one) || isFreeSale(one))
  // Before its first filing nothing is known of a company; a window without a trade after it is a window of nothing.
  const known = Math.floor(Math.max(0, ...counted.map((one) => ageDays(one, now))) / windowDays)
  const nets = Array.from({ length: Math.min(mostWindows, known) }, (_, i) => {
    const own = counted.filter((one) => Math.floor(ageDays(one, now) / windowDays) === i)
    return usdOf(own.filter(isBuy)) - usdOf(own.filter(isFreeSale))
  })
  const [newest, ...before] = nets
  return zAmong(newest, before, fewestWindows)
}

/** Three different buyers within thirty days. */
function hasCluster(buys: readonly Told[]): boolean {
  return buys.some(({ transaction_date }) => {
    const start = Date.parse(transaction_date)
    const near = buys.filter((other) => {
      const at = Date.parse(other.transaction_date)
      return at >= start && at <= start + clusterDays * dayMs
    })
    return new Set(near.map(({ owner_cik }) => owner_cik)).size >= clusterBuyers
  })
}

/** What the company is worth at the newest price anybody paid for its shares in half a year. */
export function marketValue(trades: readonly Told[], outstanding: number | null, now: Date): number | null {
  const priced = trades.find((one) => isOpen(one) && one.price_usd !== null && isWithin(one, 183, now))
  const value = outstanding === null || priced === undefined ? 0 : outstanding * priced.price_usd!
  return value > 0 && Number.isFinite(value) ? value : null
}
