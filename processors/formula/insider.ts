// What insiders say by their own money: open-market purchases against sales, and whether several of them bought at once.
import { clip, round, zScore } from './index.ts'

export interface Filing {
  readonly accession: string
  readonly form: string
  readonly filedAt: Date
  readonly period: string
  readonly url: string
  readonly plan: boolean | null
  readonly owner: { readonly cik: string; readonly name: string; readonly role: string; readonly isChief: boolean }
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

export const labels = ['strong_buying', 'buying', 'neutral', 'selling', 'strong_selling'] as const

// A sale has many reasons, a purchase one.
const saleWeight = 0.35
const clusterBuyers = 3
const clusterDays = 30
const fullSizeUsd = 1e6
const dayMs = 86_400_000

/** An amendment stands for what the same owner filed of the same period before; the newest of each holds. */
export function withoutAmended(filings: readonly Filing[]): Filing[] {
  const name = ({ owner, period }: Filing) => `${owner.cik} ${period}`
  const amendments = filings.filter(({ form }) => form === '4/A')
  const isAmended = (filing: Filing) => amendments.some((later) => name(later) === name(filing) && later.filedAt > filing.filedAt)
  return filings.filter((filing) => !isAmended(filing))
}

interface Counted extends Trade {
  readonly filing: Filing
  readonly usd: number | null
}

export function tradesOf(filings: readonly Filing[]): Counted[] {
  return filings
    .flatMap((filing) => filing.trades.map((trade) => ({ ...trade, filing, usd: usdOf(trade) })))
    .sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : b.filing.filedAt.getTime() - a.filing.filedAt.getTime()))
}

// A price of 0 is a footnote's, not a gift's: purchases and sales have one.
const usdOf = ({ shares, priceUsd }: Trade): number | null => (priceUsd === null || priceUsd === 0 ? null : shares * priceUsd)

/** Bought, or sold by no plan made before. */
const isBuy = ({ code, acquired }: Counted): boolean => code === 'P' && acquired
const isFreeSale = ({ code, acquired, filing }: Counted): boolean => code === 'S' && !acquired && filing.plan !== true

export function computeInsider(filings: readonly Filing[], days: number, now: Date) {
  const from = new Date(now.getTime() - days * dayMs).toISOString().slice(0, 10)
  const trades = tradesOf(withoutAmended(filings)).filter(({ date }) => date >= from)
  const buys = trades.filter(isBuy)
  const sales = trades.filter(isFreeSale)
  const sum = (list: readonly Counted[]) => list.reduce((total, { usd }) => total + (usd ?? 0), 0)
  const [bought, sold] = [sum(buys), sum(sales)]
  const cluster = hasCluster(buys)
  const base = bought + sold === 0 ? 0 : (100 * (bought - saleWeight * sold)) / (bought + saleWeight * sold)
  const extra = (cluster ? 20 : 0) + (buys.some(({ filing }) => filing.owner.isChief) ? 10 : 0)
  const score = clip((base + extra) * Math.min(1, (bought + sold) / fullSizeUsd), -100, 100)
  const owners = (list: readonly Counted[]) => new Set(list.map(({ filing }) => filing.owner.cik)).size
  return {
    score,
    trades,
    newest: filings.reduce<Date | null>((at, { filedAt }) => (at === null || filedAt > at ? filedAt : at), null),
    /** How much of what was bought and sold has a price. */
    priced:
      buys.length + sales.length === 0
        ? 1
        : [...buys, ...sales].filter(({ usd }) => usd !== null).length / (buys.length + sales.length),
    sums: {
      buy_usd: round(bought, 0),
      sell_usd: round(sold, 0),
      net_usd: round(bought - sold, 0),
      buyers: owners(buys),
      sellers: owners(sales),
      cluster_buy: cluster,
    },
  }
}

const yearDays = 365
const mostWindows = 12
const fewestWindows = 4

/** What was bought to what was sold in a year, and how far the newest window's net lies from the windows before it. */
export function computeRatios(filings: readonly Filing[], windowDays: number, now: Date) {
  const counted = tradesOf(withoutAmended(filings)).filter((trade) => isBuy(trade) || isFreeSale(trade))
  const ageDays = ({ date }: Counted) => (now.getTime() - Date.parse(date)) / dayMs
  const year = counted.filter((trade) => ageDays(trade) <= yearDays)
  const usd = (list: readonly Counted[]) => list.reduce((total, one) => total + (one.usd ?? 0), 0)
  const sold = usd(year.filter(isFreeSale))
  // Before its first filing nothing is known of a company; a window without a trade after it is a window of nothing.
  const known = Math.floor(Math.max(0, ...counted.map(ageDays)) / windowDays)
  const nets = Array.from({ length: Math.min(mostWindows, known) }, (_, i) => {
    const own = counted.filter((trade) => Math.floor(ageDays(trade) / windowDays) === i)
    return usd(own.filter(isBuy)) - usd(own.filter(isFreeSale))
  })
  const [newest, ...before] = nets
  return {
    buySell: sold === 0 ? null : usd(year.filter(isBuy)) / sold,
    z: before.length < fewestWindows ? null : zScore(newest!, before),
  }
}

/** Three different buyers within thirty days. */
function hasCluster(buys: readonly Counted[]): boolean {
  return buys.some(({ date }) => {
    const start = Date.parse(date)
    const near = buys.filter((other) => Date.parse(other.date) >= start && Date.parse(other.date) <= start + clusterDays * dayMs)
    return new Set(near.map(({ filing }) => filing.owner.cik)).size >= clusterBuyers
  })
}
