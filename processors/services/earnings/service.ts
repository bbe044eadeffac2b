// The earnings calendar: when each company of a list will announce, and what its past surprises say; fetched when a list is asked for.
import { TollgateError } from '../../../errors.ts'
import { type CompanyFilings, earningsFilings } from '../../../ingestors/sources/sec-earnings/topic.ts'
import { defineRoute, defineService } from '../../define.ts'
import { defineDays } from '../../inputs/amounts.ts'
import { optional, required, takeInputs } from '../../inputs/take.ts'
import { tickers } from '../../inputs/tickers.ts'
import { leaning, signalHead } from '../../signal-head.ts'
import { mean, round, roundOrNull } from '../../stats.ts'
import { habitsOf, inNewYork, sessionOf } from './habits.ts'
import { quartersOf } from './quarters.ts'
import { calendarAnswer } from './schema.ts'
import { expectAnnouncement, expectEps, imminentDays, scoreSurprises, surprises } from './signal.ts'

const hourS = 3_600
const dayMs = 86_400_000
const soonDays = 45
// A habit that is farther off is of another quarter.
const nearDays = 45
// Companies move a date once in a while.
const toldConfidence = 0.98
interface Event {
  readonly days_until: number
}

const calendar = defineRoute({
  method: 'GET',
  path: '/calendar',
  price: '0.03',
  serve: 'demand',
  summary: 'When listed US companies will announce results, what a share should have earned, and how past results surprised',
  tags: ['equities', 'earnings', 'calendar'],
  ...takeInputs({
    tickers: required(tickers),
    days: optional(defineDays({ most: 120, description: 'only announcements within so many days; all where nothing is said' })),
  }),
  output: calendarAnswer,
  example: { input: { tickers: 'AAPL,MSFT' }, output: undefined },
  key: (input) => input.tickers,
  shape: (body: { readonly events: readonly Event[] }, input) => ({
    ...body,
    events: body.events.filter(({ days_until }) => days_until <= (input.days ?? days_until)),
  }),
  demand: { of: (input) => ({ source: 'sec-earnings', key: input.tickers }) },
  maxAgeSeconds: 26 * hourS,
  hardMaxAgeSeconds: 14 * 24 * hourS,
})

export default defineService({
  label: 'earnings',
  title: 'Earnings calendar',
  description: 'Expected announcement dates and earnings surprises of listed US companies, from their own filings.',
  version: '2',
  tags: ['equities', 'earnings'],
  reads: [earningsFilings],
  routes: [calendar],
  affected: (records) => [...new Set(records.map(({ key }) => key))],
  selects: (key) => [{ topic: earningsFilings, keys: [key], days: 0 }],
  compute(key, seen, now) {
    const companies = seen.of(earningsFilings, key).at(-1)?.value.companies ?? []
    const events = companies
      .flatMap((company) => describe(company, now) ?? [])
      .sort((a, b) => a.days_until - b.days_until || (a.ticker < b.ticker ? -1 : 1))
    const next = events[0]
    if (next === undefined) throw new TollgateError('not_enough_data', `no announcement of ${key} can be expected`)
    const unresolved = key.split(',').flatMap((ticker) => {
      const company = companies.find((one) => one.ticker === ticker)
      if (events.some((event) => event.ticker === ticker)) return []
      return [
        {
          ticker,
          reason: company === undefined ? 'not_listed' : company.announced.length === 0 ? 'announces_nothing' : 'no_habit',
        },
      ]
    })
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
    const body = {
      signal: signalHead({ label, score, confidence, direction: leaning(score), now, summary }),
      events,
      unresolved,
    }
    // How far prices moved on the day needs prices whose terms let them be sold; there is no such source.
    const missing = [...(scores.length === 0 ? ['eps'] : []), 'price_moves']
    const coverage = { inputs_used: 3 - missing.length, inputs_expected: 3, missing, stale: [] }
    return [{ route: calendar.path, key, body, coverage }]
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
    session: told?.session ?? sessionOf(habits),
    status: told === undefined ? 'estimated' : 'confirmed',
    confirmed_by: told?.url ?? null,
    date_confidence: told === undefined ? expectation.confidence : toldConfidence,
    fiscal_period_end: expectation.fiscalPeriod,
    last_announced_at: habits.at(-1)!.at.toISOString(),
    eps_expected_usd: roundOrNull(expected, 3),
    eps_year_ago_usd: roundOrNull(yearAgo, 3),
    last4: past.map(({ end, usd, expected, sue }) => ({
      period_end: end,
      eps_usd: round(usd, 3),
      eps_expected_usd: round(expected, 3),
      sue: roundOrNull(sue, 2),
    })),
    score: roundOrNull(scoreSurprises(past.map(({ sue }) => sue)), 1),
  }
}
