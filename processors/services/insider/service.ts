// Insider trades: what officers, directors and large owners of a listed company bought and sold of it.
import type { ValueOf } from '../../../db/log/topic.ts'
import { insiderFilings } from '../../../ingestors/sources/sec-form4/topic.ts'
import { defineRoute, defineService, type Fact } from '../../define.ts'
import { defineDays } from '../../inputs/amounts.ts'
import { optional, required, takeInputs } from '../../inputs/take.ts'
import { ticker } from '../../inputs/ticker.ts'
import { composite, round, roundOrNull, signedLabel } from '../../stats.ts'
import { verdict } from '../../verdict.ts'
import { insiderAnswer } from './schema.ts'
import { computeInsider, computeRatios, type Filing, labels } from './signal.ts'

type Body = { readonly trades: readonly { readonly transaction_date: string }[]; readonly signal: { readonly as_of: string } }

const daysKept = 400
const daysCompared = 1_095
const defaultDays = 180
const summaryDays = 90
const mostTrades = 300
const dayMs = 86_400_000
const chief = /chief executive|chief financial|\bceo\b|\bcfo\b/i

const route = defineRoute({
  method: 'GET',
  path: '/trades',
  price: '0.03',
  serve: 'precomputed',
  summary: 'Open-market purchases and sales by the insiders of a listed US company, plans and grants told apart',
  tags: ['equities', 'insider', 'filings'],
  ...takeInputs({
    ticker: required(ticker),
    days: optional(
      defineDays({ most: 365, description: 'only trades of so many days before the newest filing; 180 where nothing is said' }),
    ),
  }),
  output: insiderAnswer,
  example: { input: { ticker: 'GZMO' }, output: undefined },
  key: (input) => input.ticker,
  closed: true,
  shape(body: Body, input) {
    const from = new Date(Date.parse(body.signal.as_of) - (input.days ?? defaultDays) * dayMs).toISOString().slice(0, 10)
    return { ...body, trades: body.trades.filter(({ transaction_date }) => transaction_date >= from) }
  },
  // Insiders of a company may be silent for months; that is news too.
  maxAgeSeconds: 400 * 86_400,
  hardMaxAgeSeconds: 1_200 * 86_400,
})

export default defineService({
  label: 'insider',
  title: 'Insider trades',
  description: 'What the insiders of listed US companies buy and sell, as they report it to the SEC.',
  version: '2',
  tags: ['equities', 'insider'],
  reads: [insiderFilings],
  routes: [route],
  affected: (records) => [...new Set(records.map(({ key }) => key))],
  selects: (key) => [{ topic: insiderFilings, keys: [key], days: daysCompared }],
  compute(key, seen, now) {
    const facts = seen.of(insiderFilings, key)
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
    const body = {
      signal: verdict({ mix, label, summary, now, mostConfidence: round(0.9 * priced, 2) }),
      issuer: { ticker: key, name: newest.value.issuer, cik: newest.value.issuer_cik },
      summary_90d: sums,
      trades: trades.slice(0, mostTrades).map(describe),
      ratios: { buy_sell_12m: roundOrNull(ratios.buySell, 3), z_vs_own_3y: roundOrNull(ratios.z, 2) },
    }
    return [{ route: route.path, key, body, coverage: mix.coverage }]
  },
})

function readFiling({ value }: Fact<ValueOf<typeof insiderFilings>>): Filing {
  // A filing of several owners is one of one holding: the first speaks for it.
  const owner = value.owners[0]!
  const relation = owner.is_officer
    ? 'officer'
    : owner.is_director
      ? 'director'
      : owner.is_ten_pct
        ? 'ten per cent owner'
        : 'other'
  return {
    accession: value.accession,
    form: value.form,
    filedAt: new Date(value.filed_at),
    period: value.period,
    url: value.url,
    plan: value.plan_10b5_1,
    owner: { cik: owner.cik, name: owner.name, role: owner.title ?? relation, isChief: chief.test(owner.title ?? '') },
    trades: value.trades.map((trade) => ({
      date: trade.date,
      code: trade.code,
      acquired: trade.acquired,
      shares: trade.shares,
      priceUsd: trade.price_usd,
      sharesAfter: trade.shares_after,
    })),
  }
}

function describe(trade: ReturnType<typeof computeInsider>['trades'][number]) {
  const { filing, sharesAfter, shares, acquired } = trade
  const before = sharesAfter === null ? null : sharesAfter + (acquired ? -shares : shares)
  return {
    filed_at: filing.filedAt.toISOString(),
    transaction_date: trade.date,
    owner: filing.owner.name,
    role: filing.owner.role,
    code: trade.code,
    acquired_disposed: acquired ? 'A' : 'D',
    shares,
    price_usd: trade.priceUsd,
    value_usd: trade.usd === null ? null : round(trade.usd, 2),
    shares_after: sharesAfter,
    // Bought from nothing, no percentage says how much.
    pct_change_holding: before === null || before <= 0 ? null : round((100 * (acquired ? shares : -shares)) / before, 2),
    plan_10b5_1: filing.plan,
    url: filing.url,
  }
}
