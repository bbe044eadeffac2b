// Smart money: insiders, institutions, activists and shorts of one company or of up to twenty, each by its own filings, as one signal.
import { ownershipOf } from '../../families/ownership.ts'
import { unresolvedFields } from '../../families/unresolved.ts'
import { round, say } from '../../formula/index.ts'
import { defineTickers } from '../../inputs/tickers.ts'
import * as kit from '../../kit/index.ts'
import { judgeAll, labels } from './signal.ts'

const { count, day, known, list, moment, number, pct, score, share, text, usd, word } = kit

export default kit.defineSignalService({
  label: 'smartmoney',
  title: 'Smart money',
  description: 'What insiders, institutions, activists and short sellers of listed US companies do, by their own filings.',
  version: '2',
  tags: ['equities', 'ownership'],
  rows: 'byKey',
  facts: (key) => key.split(',').map((one) => ownershipOf(one, { insiders: 1_095, holdings: 120, stakes: 400, shorts: 740 })),
  route: kit.signalRoute({
    path: '/smartmoney',
    price: '0.10',
    summary: 'Accumulation or distribution of up to 20 listed US companies: insiders, institutions, activists and short sellers',
    tags: ['equities', 'ownership', 'insider', '13f'],
    takes: { ticker: kit.mustTake(defineTickers({ most: 20 }), { otherNames: ['tickers', 'symbol', 'symbols'] }) },
    onRequest: (input) => input.ticker.includes(','),
    closed: true,
    example: { ticker: 'AAPL' },
    fresh: { days: 45 },
    sold: { days: 140 },
    labels,
    disclaimer: 'Filings come days to weeks after the trades they tell of. A description, not advice.',
    notTold: ['trades of members of Congress', 'customers against firms in options: see options/flow', 'scores of days before'],
    answer: {
      companies: list(
        {
          ticker: text(),
          name: text(),
          label: word(labels.labels),
          score: known(score('of the components there are')),
          confidence: known(share(undefined, 2)),
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
        { description: 'of 90 days, the largest first', maxItems: 20 },
      ),
      divergences: list(text()),
      unresolved: unresolvedFields(['nothing_filed', 'too_little_filed'], 'what was asked for and could not be judged'),
    },
  }),
  signal(asked, now) {
    const told = judgeAll(asked, now)
    const [first, last] = [told.companies[0], told.companies.at(-1)]
    if (first === undefined || last === undefined) return null
    const parts = Object.entries(first.components).flatMap(([name, one]) => (one ? [`${name} ${say(one.score, 0)}`] : []))
    return {
      ...told,
      summary:
        asked.length === 1
          ? `${first.name.slice(0, 60)}: ${labels.say(told.mix.score)}; ${parts.join(', ')}.`
          : `${told.companies.length} of ${asked.length} companies judged: ${labels.say(told.mix.score)}; most ${first.ticker} (${round(first.score, 0)}), least ${last.ticker} (${round(last.score, 0)}).`,
    }
  },
})
