// Insider trades: what officers, directors and large owners of a listed company bought and sold of it.

import { insiderFilings } from '../../../ingestors/sources/sec-form4/topic.ts'
import { perTicker } from '../../families/per-ticker.ts'
import { composite, round, signedLabel } from '../../formula/index.ts'
import { readFiling } from '../../formula/insider-filing.ts'
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
import { computeInsider, computeRatios, labels } from './signal.ts'

type Body = { readonly trades: readonly { readonly transaction_date: string }[]; readonly signal: { readonly as_of: string } }

const daysKept = 400
const daysCompared = 1_095
const defaultDays = 180
const summaryDays = 90
const mostTrades = 300
const dayMs = 86_400_000

export default defineSignalService({
  label: 'insider',
  title: 'Insider trades',
  description: 'What the insiders of listed US companies buy and sell, as they report it to the SEC.',
  version: '2',
  tags: ['equities', 'insider'],
  rows: 'byKey',
  facts: (key) => ({ facts: all(insiderFilings, { key, days: daysCompared }) }),
  route: signalRoute({
    path: '/trades',
    price: '0.03',
    summary: 'Open-market purchases and sales by the insiders of a listed US company, plans and grants told apart',
    tags: ['equities', 'insider', 'filings'],
    takes: {
      ...perTicker.takes,
      days: mayTake(
        defineDays({ most: 365, description: 'only trades of so many days before the newest filing; 180 where nothing is said' }),
      ),
    },
    example: { ticker: 'GZMO' },
    key: perTicker.key,
    closed: true,
    shape(body: Body, input) {
      const from = new Date(Date.parse(body.signal.as_of) - (input.days ?? defaultDays) * dayMs).toISOString().slice(0, 10)
      return { ...body, trades: body.trades.filter(({ transaction_date }) => transaction_date >= from) }
    },
    // Insiders of a company may be silent for months; that is news too.
    fresh: { days: 400 },
    sold: { days: 1_200 },
    labels,
    answer: {
      issuer: { ticker: text(), name: text(), cik: text() },
      summary_90d: section(
        {
          buy_usd: known(usd('bought in the open market', 0)),
          sell_usd: known(usd('sold in the open market, by no plan under rule 10b5-1', 0)),
          net_usd: known(usd(undefined, 0)),
          buyers: count(),
          sellers: count(),
          cluster_buy: flag('three different buyers within 30 days'),
        },
        'the 90 days up to the newest filing, which is as_of',
      ),
      trades: list({
        filed_at: moment(),
        transaction_date: day(),
        owner: text(),
        role: text(),
        code: text("the SEC's: P bought, S sold, A granted, M exercised, F withheld for tax, G given, …"),
        acquired_disposed: word(['A', 'D']),
        shares: known(number()),
        price_usd: usd(),
        value_usd: usd(),
        shares_after: number(),
        pct_change_holding: number(undefined, 2),
        plan_10b5_1: maybe(flag()),
        url: text(),
      }),
      ratios: {
        buy_sell_12m: number('dollars bought to dollars sold by no plan, in a year; null where nothing was sold', 3),
        z_vs_own_3y: number(
          'net dollars of 90 days against the windows of 90 days before, up to three years; null below four of them',
          2,
        ),
      },
    },
  }),
  signal({ facts }, now, key) {
    const newest = facts.at(-1)
    if (newest === undefined) return []
    const filings = facts.map(readFiling)
    const { score, sums, priced } = computeInsider(filings, summaryDays, now)
    const label = signedLabel(score, labels)
    const mix = {
      ...composite([{ id: 'filings', weight: 1, score: 50, observedAt: newest.observedAt, maxAgeDays: 400 }], now),
      score,
    }
    const usd = (value: number) => `${Math.round(value).toLocaleString('en-US')} USD`
    const summary =
      `Insiders of ${newest.value.issuer.slice(0, 60)}: ${label.replace('_', ' ')}; in 90 days ${sums.buyers} bought ${usd(sums.buy_usd)}, ` +
      `${sums.sellers} sold ${usd(sums.sell_usd)} by no plan${sums.cluster_buy ? '; several bought at once' : ''}.`
    const { trades } = computeInsider(filings, daysKept, now)
    const ratios = computeRatios(filings, summaryDays, now)
    return {
      mix: { ...mix, confidence: Math.min(mix.confidence, round(0.9 * priced, 2)) },
      label,
      summary,
      issuer: { ticker: key, name: newest.value.issuer, cik: newest.value.issuer_cik },
      summary_90d: sums,
      trades: trades.slice(0, mostTrades).map(describe),
      ratios: { buy_sell_12m: ratios.buySell, z_vs_own_3y: ratios.z },
    }
  },
})

function describe(trade: ReturnType<typeof computeInsider>['trades'][number]) {
  const { filing, sharesAfter, shares, acquired } = trade
  const before = sharesAfter === null ? null : sharesAfter + (acquired ? -shares : shares)
  return {
    filed_at: filing.filedAt,
    transaction_date: trade.date,
    owner: filing.owner.name,
    role: filing.owner.role,
    code: trade.code,
    acquired_disposed: acquired ? ('A' as const) : ('D' as const),
    shares,
    price_usd: trade.priceUsd,
    value_usd: trade.usd,
    shares_after: sharesAfter,
    // Bought from nothing, no percentage says how much.
    pct_change_holding: before === null || before <= 0 ? null : (100 * (acquired ? shares : -shares)) / before,
    plan_10b5_1: filing.plan,
    url: filing.url,
  }
}
