// Smart money: insiders, institutions, activists and shorts of one company or of up to twenty, each by its own filings, as one signal.
import { shortInterest } from '../../../ingestors/sources/finra-short-interest/topic.ts'
import { institutionalHoldings } from '../../../ingestors/sources/sec-13f/topic.ts'
import { insiderFilings } from '../../../ingestors/sources/sec-form4/topic.ts'
import { largeStakes } from '../../../ingestors/sources/sec-schedule13/topic.ts'
import { round, say, signedLabel } from '../../formula/index.ts'
import { withNotTold } from '../../formula/not-told.ts'
import { defineTickers } from '../../inputs/tickers.ts'
import * as kit from '../../kit/index.ts'
import { computeSmart, joinSmart, labels } from './signal.ts'

const { all, count, day, known, list, moment, number, pct, text, usd, word } = kit
const disclaimer = 'Filings come days to weeks after the trades they tell of. A description, not advice.'
const score = (description: string) => number(`-100 to 100; ${description}`, 1, { minimum: -100, maximum: 100 })
const mostNotable = 20
const notTold = ['trades of members of Congress', 'customers against firms in options: see options/flow', 'scores of days before']

export default kit.defineSignalService({
  label: 'smartmoney',
  title: 'Smart money',
  description: 'What insiders, institutions, activists and short sellers of listed US companies do, by their own filings.',
  version: '2',
  tags: ['equities', 'ownership'],
  rows: 'byKey',
  facts: (key) =>
    key.split(',').map((ticker) => ({
      ticker,
      insiders: all(insiderFilings, { key: ticker, days: 1_095 }),
      holdings: all(institutionalHoldings, { key: ticker, days: 120 }),
      stakes: all(largeStakes, { key: ticker, days: 400 }),
      shorts: all(shortInterest, { key: ticker, days: 740 }),
    })),
  route: kit.signalRoute({
    path: '/smartmoney',
    price: '0.10',
    summary: 'Accumulation or distribution of up to 20 listed US companies: insiders, institutions, activists and short sellers',
    tags: ['equities', 'ownership', 'insider', '13f'],
    takes: { ticker: kit.mustTake(defineTickers({ most: 20 }), { otherNames: ['tickers', 'symbol', 'symbols'] }) },
    key: (input) => input.ticker,
    // A list is made of what is known of its companies when somebody asks.
    onRequest: (input) => input.ticker.includes(','),
    closed: true,
    example: { ticker: 'AAPL' },
    fresh: { days: 45 },
    sold: { days: 140 },
    labels,
    leastWeight: 0.3,
    answer: {
      companies: list(
        {
          ticker: text(),
          name: text(),
          label: word(labels),
          score: known(score('of the components there are')),
          confidence: known(number(undefined, 2, { minimum: 0, maximum: 1 })),
          components: kit.optionalFields({
            insider: {
              score: score('90 days of own money in the open market; null where nobody traded'),
              net_usd_90d: known(usd('bought less sold by no plan', 0)),
              buyers: count(),
              sellers: count(),
              newest_filing: moment(),
            },
            institutions: {
              score: known(score('a quarter’s change by form 13F')),
              delta_shares_pct: pct('of those who reported both quarters', 2),
              holders: count(),
              holders_delta_pct: pct('who came less who went', 2),
              as_of: day('the quarter’s end'),
            },
            activist: {
              score: known(score('schedules 13D of 90 days, fading')),
              filings: count('13D and 13G of 90 days'),
              newest_filing: moment(),
            },
            short: {
              score: score('short interest against its own changes; more shorts weigh against'),
              si_chg_pct: pct('in a half-month', 2),
              days_to_cover_ratio: number('short shares to the mean day’s volume, days', 2),
              as_of: day('settlement'),
            },
          }),
        },
        'the strongest accumulation first; a component nobody has filed for is left out',
      ),
      notable: list(
        {
          ticker: text(),
          who: text(),
          action: word(['bought', 'sold', 'filed_13d']),
          size_usd: usd(undefined, 0),
          date: day(),
          source: text('the filing'),
        },
        { description: 'of 90 days, the largest first', maxItems: mostNotable },
      ),
      divergences: list(text()),
      unresolved: list(
        kit.section({ ticker: text(), reason: word(['nothing_filed', 'too_little_filed']) }),
        'what was asked for and could not be judged',
      ),
    },
  }),
  signal(asked, now, key) {
    const told = asked.flatMap(({ ticker, ...facts }) => computeSmart(ticker, facts, now) ?? [])
    const { judged, ...mix } = joinSmart(told, asked.length)
    const companies = judged.map(({ company }) => company).sort((a, b) => b.score - a.score || (a.ticker < b.ticker ? -1 : 1))
    const [first, last] = [companies[0], companies.at(-1)]
    if (first === undefined || last === undefined) return []
    const label = signedLabel(mix.score, labels)
    const verdict = `${label.replace('_', ' ')} (${Math.round(mix.score)})`
    const parts = Object.entries(first.components).flatMap(([name, one]) => (one ? [`${name} ${say(one.score, 0)}`] : []))
    return {
      mix: withNotTold(mix, notTold),
      label,
      summary:
        asked.length === 1
          ? `${first.name.slice(0, 60)}: ${verdict}; ${parts.join(', ')}.`
          : `${judged.length} of ${asked.length} companies judged: ${verdict}; most ${first.ticker} (${round(first.score, 0)}), least ${last.ticker} (${round(last.score, 0)}).`,
      disclaimer,
      key,
      companies,
      notable: judged
        .flatMap(({ notable }) => notable)
        .sort((a, b) => (b.size_usd ?? 0) - (a.size_usd ?? 0) || (a.date < b.date ? 1 : -1)),
      divergences: judged.flatMap(({ divergences }) => divergences),
      unresolved: asked
        .filter(({ ticker }) => companies.every((one) => one.ticker !== ticker))
        .map(({ ticker }) => {
          const isFiled = told.some(({ company }) => company.ticker === ticker)
          return { ticker, reason: isFiled ? ('too_little_filed' as const) : ('nothing_filed' as const) }
        }),
    }
  },
})
