// The earnings calendar: when each company of a list will announce, and what its past surprises say; fetched when a list is asked for.

import { TollgateError } from '../../../base/errors.ts'
import { type CompanyFilings, earningsFilings } from '../../../ingestors/sources/sec-earnings/topic.ts'
import { directoryOf } from '../../families/listed-symbols.ts'
import { unresolvedFields } from '../../families/unresolved.ts'
import { quartersOf } from '../../formula/eps-quarters.ts'
import { mean, round, roundOrNull } from '../../formula/index.ts'
import { unresolvedOf } from '../../formula/lists.ts'
import { defineDays } from '../../inputs/amounts.ts'
import { tickerList, tickers } from '../../inputs/tickers.ts'
import {
  count,
  day,
  defineSignalService,
  known,
  list,
  maybe,
  mayTake,
  moment,
  mustTake,
  newest,
  number,
  score,
  share,
  signalRoute,
  text,
  usd,
  word,
} from '../../kit/index.ts'
import { habitsOf, inNewYork, sessionOf } from './habits.ts'
import { expectAnnouncement, expectEps, imminentDays, labels, scoreSurprises, surprises } from './signal.ts'

type Session = ReturnType<typeof sessionOf>

const dayMs = 86_400_000
const soonDays = 45
// A habit that is farther off is of another quarter.
const nearDays = 45
// Companies move a date once in a while.
const toldConfidence = 0.98

interface Body {
  readonly signal: { readonly summary: string; readonly as_of: string }
  readonly events: readonly { readonly days_until: number }[]
}

/** Only what is told within so many days; where that is nothing, the summary begins with it. */
export function within<B extends Body>(body: B, days: number | undefined): B {
  if (days === undefined) return body
  const events = body.events.filter(({ days_until }) => days_until <= days)
  const summary = `${events.length === 0 ? `None within ${days} days: ` : ''}${body.signal.summary}`
  return { ...body, signal: { ...body.signal, summary }, events }
}

export default defineSignalService({
  label: 'earnings',
  title: 'Earnings calendar',
  description: 'Expected announcement dates and earnings surprises of listed US companies, from their own filings.',
  version: '3',
  tags: ['equities', 'earnings'],
  rows: 'byKey',
  facts: (key) => ({ newest: newest(earningsFilings, { key, days: 0 }) }),
  route: signalRoute({
    path: '/calendar',
    price: '0.03',
    summary: 'When listed US companies will announce results, what a share should have earned, and how past results surprised',
    tags: ['equities', 'earnings', 'calendar'],
    takes: {
      tickers: mustTake(tickers),
      days: mayTake(defineDays({ most: 120, description: 'only announcements within so many days; all where nothing is said' })),
    },
    example: { tickers: 'AAPL,MSFT' },
    key: (input) => input.tickers,
    shape: (body: Body, input) => within(body, input.days),
    demand: {
      of: (input) => ({ source: 'sec-earnings', key: input.tickers }),
      directory: directoryOf({
        of: ['companies'],
        tickersOf: (input) => ({ name: 'tickers', tickers: tickerList(input.tickers) }),
      }),
    },
    fresh: { hours: 26 },
    sold: { days: 14 },
    labels,
    answer: {
      events: list(
        {
          ticker: text(),
          company: text(),
          expected_date: day(),
          days_until: count('from as_of; below 0 it is overdue by its own habit'),
          window_days: count('so many before and after', { unit: 'days' }),
          session: maybe(word(['pre_market', 'during_market', 'after_hours'])),
          status: word(
            ['confirmed', 'estimated'],
            'confirmed by a filing of the company, or estimated by the habit of its last years',
          ),
          confirmed_by: maybe(text('the filing that names the day')),
          date_confidence: known(share()),
          fiscal_period_end: day(),
          last_announced_at: moment(),
          eps_expected_usd: usd('diluted; by a seasonal random walk with drift, not a consensus of analysts', 3),
          eps_year_ago_usd: usd('of the same quarter, splits carried back', 3),
          last4: list({
            period_end: day(),
            eps_usd: known(usd(undefined, 3)),
            eps_expected_usd: known(usd(undefined, 3)),
            sue: number('the surprise in usual errors of the eight quarters before it', 2),
          }),
          score: maybe(known(score()), 'of the last four surprises; prices tend to drift their way after an announcement'),
        },
        'the nearest first',
      ),
      unresolved: unresolvedFields(['not_listed', 'announces_nothing', 'no_habit']),
    },
  }),
  signal(inputs, now, key) {
    const companies = inputs.newest?.value.companies ?? []
    const events = companies
      .flatMap((company) => describe(company, now) ?? [])
      .sort((a, b) => a.days_until - b.days_until || (a.ticker < b.ticker ? -1 : 1))
    const next = events[0]
    if (next === undefined) throw new TollgateError('not_enough_data', `no announcement of ${key} can be expected`)
    const asked = tickerList(key).map((ticker) => ({ ticker }))
    const unresolved = unresolvedOf(asked, events, (ticker) => reasonOf(companies.find((one) => one.ticker === ticker)))
    const scores = events.flatMap(({ score }) => (score === null ? [] : [score]))
    const label = next.days_until <= imminentDays ? 'imminent' : next.days_until <= soonDays ? 'upcoming' : 'quiet'
    const score = scores.length === 0 ? 0 : round(mean(scores), 1)
    const told = events.length / key.split(',').length
    const confirmed = events.filter(({ status }) => status === 'confirmed').length
    const summary =
      `${next.ticker} is next, about ${next.expected_date} (${label}); ${events.length} of ${key.split(',').length} companies resolved, ` +
      `their last surprises ${scores.length === 0 ? 'unknown' : `score ${score}`}. ${confirmed === 0 ? 'Dates are estimates.' : `${confirmed} confirmed, the others estimates.`}`
    const certain = mean(events.map((event) => event.date_confidence))
    const confidence = round(told * certain * (scores.length === 0 ? 0.5 : 1), 2)
    // How far prices moved on the day needs prices whose terms let them be sold; there is no such source.
    const missing = [...(scores.length === 0 ? ['eps'] : []), 'price_moves']
    const coverage = { inputs_used: 3 - missing.length, inputs_expected: 3, missing, stale: [] }
    return { mix: { score, confidence, coverage }, label, summary, events, unresolved }
  },
})

/** What the company said itself, where it can be of the announcement that is expected. */
function toldOf({ told }: CompanyFilings, last: Date, expected: string): CompanyFilings['told'] {
  const isNext = told !== undefined && told.date > inNewYork(last).day
  return isNext && Math.abs(Date.parse(told.date) - Date.parse(expected)) <= nearDays * dayMs ? told : undefined
}

function describe(company: CompanyFilings, now: Date) {
  const habits = habitsOf(company)
  const expectation = expectAnnouncement(habits, (at) => inNewYork(at).day)
  if (expectation === null) return null
  const told = toldOf(company, habits.at(-1)!.at, expectation.expected)
  const date = told?.date ?? expectation.expected
  const quarters = quartersOf(company.eps)
  const past = surprises(quarters).slice(-4)
  const { expected, yearAgo } = expectEps(quarters, expectation.fiscalPeriod)
  return {
    ticker: company.ticker,
    company: company.name,
    expected_date: date,
    days_until: Math.round((Date.parse(date) - Date.parse(inNewYork(now).day)) / dayMs),
    window_days: told === undefined ? expectation.windowDays : 0,
    session: (told?.session as Session | undefined) ?? sessionOf(habits),
    status: told === undefined ? ('estimated' as const) : ('confirmed' as const),
    confirmed_by: told?.url ?? null,
    date_confidence: told === undefined ? expectation.confidence : toldConfidence,
    fiscal_period_end: expectation.fiscalPeriod,
    last_announced_at: habits.at(-1)!.at,
    eps_expected_usd: expected,
    eps_year_ago_usd: yearAgo,
    last4: past.map(({ end, usd, expected, sue }) => ({
      period_end: end,
      eps_usd: usd,
      eps_expected_usd: expected,
      sue: sue,
    })),
    score: roundOrNull(scoreSurprises(past.map(({ sue }) => sue)), 1),
  }
}

function reasonOf(company: CompanyFilings | undefined): 'not_listed' | 'announces_nothing' | 'no_habit' {
  return company === undefined ? 'not_listed' : company.announced.length === 0 ? 'announces_nothing' : 'no_habit'
}
