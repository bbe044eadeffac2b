// Insider trades: what officers, directors and large owners of a listed company bought and sold of it, up to today.
import { insiderQuarters } from '../../../ingestors/sources/sec-form345/topic.ts'
import { ownershipOf } from '../../families/ownership.ts'
import { perTicker } from '../../families/per-ticker.ts'
import { composite, round } from '../../formula/index.ts'
import { defineDays } from '../../inputs/amounts.ts'
import {
  all,
  count,
  day,
  defineSignalService,
  flag,
  known,
  list,
  maybe,
  mayTake,
  moment,
  number,
  section,
  signalRoute,
  text,
  usd,
  word,
} from '../../kit/index.ts'
import { judge, labels, marketValue, type Told, tradesOf, zOfNet } from './signal.ts'

interface Body {
  readonly issuer: { readonly name: string; readonly market_value_usd: number | null }
  readonly summary_90d: { readonly until: string }
  readonly trades: readonly Told[]
  readonly ratios: { readonly z_vs_own_3y: number | null }
}

const daysKept = 400
const daysCompared = 1_095
const defaultDays = 180
const mostTrades = 400
const dayMs = 86_400_000

export default defineSignalService({
  label: 'insider',
  title: 'Insider trades',
  description: 'What the insiders of listed US companies buy and sell, as they report it to the SEC.',
  version: '4',
  tags: ['equities', 'insider'],
  rows: 'byKey',
  facts: (key) => ({
    ...ownershipOf(key, { insiders: daysCompared }),
    quarters: all(insiderQuarters, { key, days: daysCompared }),
    ...ownershipOf(key, { holdings: 400 }),
  }),
  route: signalRoute({
    path: '/trades',
    price: '0.03',
    summary: 'Open-market purchases and sales by the insiders of a listed US company, plans and grants told apart',
    tags: ['equities', 'insider', 'filings'],
    takes: {
      ...perTicker.takes,
      days: mayTake(defineDays({ most: 365, description: 'only trades of the last so many days; 180 where nothing is said' })),
    },
    example: { ticker: 'GZMO' },
    key: perTicker.key,
    closed: true,
    age(body: Body, now) {
      const { score, sums, buySell } = judge(body.trades, body.issuer.market_value_usd, now)
      return {
        score,
        label: labels.of(score),
        summary: summarize(body.issuer.name, score, sums),
        sections: { summary_90d: sums, ratios: { ...body.ratios, buy_sell_12m: buySell } },
      }
    },
    shape(body: Body, input) {
      const from = new Date(Date.parse(body.summary_90d.until) - (input.days ?? defaultDays) * dayMs).toISOString().slice(0, 10)
      return { ...body, trades: body.trades.filter(({ transaction_date }) => transaction_date >= from) }
    },
    // Insiders of a company may be silent for months; that is news too.
    fresh: { days: 400 },
    sold: { days: 1_200 },
    labels,
    answer: {
      issuer: {
        ticker: text(),
        name: text(),
        cik: text(),
        market_value_usd: usd('shares outstanding at the newest price of a trade; null where either is not known', 0),
      },
      summary_90d: section(
        {
          until: day('today'),
          buy_usd: known(usd('bought in the open market', 0)),
          sell_usd: known(usd('sold in the open market, by no plan under rule 10b5-1', 0)),
          net_usd: known(usd(undefined, 0)),
          buyers: count(),
          sellers: count(),
          cluster_buy: flag('three different buyers within 30 days'),
        },
        'the 90 days that end today',
      ),
      trades: list(
        {
          filed_at: moment(),
          transaction_date: day(),
          owner: text(),
          owner_cik: text(),
          role: text(),
          code: text("the SEC's: P bought, S sold, A granted, M exercised, F withheld for tax, G given, …"),
          acquired_disposed: word(['A', 'D']),
          shares: known(number()),
          price_usd: usd(),
          value_usd: usd(undefined, 0),
          shares_after: number(),
          pct_change_holding: number(undefined, 2),
          plan_10b5_1: maybe(flag()),
          lines: count('lines of the filing that are of one day and side'),
          url: text(),
        },
        'amendments taken in; older than the newest months only purchases and sales',
      ),
      ratios: {
        buy_sell_12m: number('dollars bought to dollars sold by no plan, in a year; null where nothing was sold', 3),
        z_vs_own_3y: number(
          'at the newest filing: net dollars of 90 days against the windows of 90 days before, up to three years; null below four',
          2,
        ),
      },
      known_since: day('the first filing that is known'),
    },
  }),
  signal({ ticker, insiders, quarters, holdings }, now) {
    // What the feed told has all its rows; the quarters' sets only purchases and sales.
    const filings = [...quarters.flatMap(({ value }) => value.filings), ...insiders.map(({ value }) => value)]
    const about = insiders.at(-1)?.value ?? quarters.at(-1)?.value
    if (about === undefined) return null
    const trades = tradesOf(filings)
    const filedAt = filings.map(({ filed_at }) => Date.parse(filed_at))
    const kept = trades.filter(({ transaction_date }) => now.getTime() - Date.parse(transaction_date) <= daysKept * dayMs)
    const marketUsd = marketValue(trades, holdings.at(-1)?.value.outstanding?.shares ?? null, now)
    const { score, sums, priced, buySell } = judge(trades, marketUsd, now)
    const mix = composite(
      [
        { id: 'filings', weight: 0.8, score: 50, observedAt: new Date(Math.max(...filedAt)), maxAgeDays: 400 },
        { id: 'market_value', weight: 0.2, score: marketUsd === null ? null : 50 },
      ],
      now,
    )
    return {
      mix: { ...mix, score, confidence: Math.min(mix.confidence, round(0.9 * priced, 2)) },
      summary: summarize(about.issuer, score, sums),
      issuer: { ticker, name: about.issuer, cik: about.issuer_cik, market_value_usd: marketUsd },
      summary_90d: sums,
      trades: kept.slice(0, mostTrades),
      ratios: { buy_sell_12m: buySell, z_vs_own_3y: zOfNet(trades, now) },
      known_since: new Date(Math.min(...filedAt)),
    }
  },
})

function summarize(issuer: string, score: number, sums: ReturnType<typeof judge>['sums']): string {
  const told = (value: number) => `${Math.round(value).toLocaleString('en-US')} USD`
  return (
    `Insiders of ${issuer.slice(0, 60)}: ${labels.of(score).replace('_', ' ')}; in 90 days to ${sums.until} ` +
    `${sums.buyers} bought ${told(sums.buy_usd)}, ${sums.sellers} sold ${told(sums.sell_usd)} by no plan` +
    `${sums.cluster_buy ? '; several bought at once' : ''}.`
  )
}
