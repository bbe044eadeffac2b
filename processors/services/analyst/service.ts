// Ratings: the model's of one company, said to be the model's; analysts' counts beside it where the operator has a licence for them.

import { recommendations } from '../../../ingestors/sources/finnhub-recommendations/topic.ts'
import { companyReports } from '../../../ingestors/sources/sec-company/topic.ts'
import { companies } from '../../families/per-ticker.ts'
import { pricedFields, pricesOf } from '../../families/prices.ts'
import { ticker } from '../../inputs/ticker.ts'
import * as kit from '../../kit/index.ts'
import { consensusOf, licensedLabels, mixWith } from './consensus.ts'
import { computeModel, modelLabels } from './signal.ts'

const { count, day, known, list, maybe, month, number, pct, score, text, usd, word } = kit
const notTold = ['price targets', 'revisions of estimates', 'changes of single ratings, and a board of all companies']
const shown = 'AAPL'

export default kit.defineSignalService({
  label: 'analyst',
  title: 'Ratings',
  description: 'How a listed US company is rated: by a model on its own reports, or by analysts where their counts are licensed.',
  version: '3',
  tags: ['equities', 'ratings'],
  rows: 'byKey',
  facts: (key) => ({
    company: kit.newest(companyReports, { key, days: 0 }),
    prices: pricesOf(key),
    counts: kit.newest(recommendations, { key, days: 200 }),
  }),
  route: kit.signalRoute({
    path: '/ratings',
    price: '0.05',
    summary:
      'A rating of one listed US company: growth, earnings surprises, quality and valuation; analysts’ counts where licensed',
    tags: ['equities', 'ratings', 'earnings'],
    takes: { ticker: kit.mayTake(ticker, { fallback: shown }) },
    key: (input) => input.ticker ?? shown,
    demand: { of: (input) => ({ source: 'sec-company', key: input.ticker ?? shown }), directory: companies },
    example: { ticker: shown },
    fresh: { hours: 26 },
    sold: { days: 14 },
    labels: [...modelLabels, ...licensedLabels],
    disclaimer: 'A description of filings and counts, not advice to buy or sell.',
    answer: {
      basis: word(['model', 'licensed'], 'model: of the company’s reports, no analyst’s opinion; licensed: analysts’ counts'),
      ticker: text(),
      company: text(),
      report_filed: day('the newest annual or quarterly report'),
      consensus: maybe(
        kit.section({
          mean: known(number('-100 strong sell to 100 strong buy', 1)),
          change_3m: number('of the mean, in points', 1),
          analysts: count(),
          counts: { strong_buy: count(), buy: count(), hold: count(), sell: count(), strong_sell: count() },
          period: month(),
        }),
        'null without a licence for analysts’ counts',
      ),
      model: {
        growth: score('sales and earnings a share over a year, and whether they speed up'),
        surprise: score('of the last four quarters against a seasonal random walk'),
        quality: score('Piotroski’s points'),
        valuation: score('earnings and free cash yields in fixed bands'),
      },
      inputs: {
        revenue_yoy_pct: pct('the newest quarter', 2),
        eps_yoy_pct: pct('the newest quarter', 2),
        piotroski_f: count('points'),
        piotroski_known: count('of so many questions answered'),
        earnings_yield_pct: pct('four quarters to market value', 2),
        fcf_yield_pct: pct('four quarters to market value', 2),
        price_usd: usd(undefined, 2),
        ...pricedFields,
      },
      surprises: list(
        {
          period_end: day(),
          eps_usd: known(usd('diluted, as filed, splits carried back', 3)),
          eps_expected_usd: known(usd('a seasonal random walk with drift', 3)),
          sue: number('the surprise in usual errors', 2),
        },
        'the last four quarters',
      ),
    },
  }),
  signal({ company: fact, prices, counts }, now) {
    const company = fact?.value
    const model = company === undefined ? null : computeModel(company, prices, now)
    if (company === undefined || model === null) return null
    const consensus = consensusOf(counts?.value)
    const { mix, label, summary } = consensus === null ? model : mixWith(consensus, model, company.name)
    return {
      mix,
      label,
      summary,
      notTold: consensus === null ? ['analysts’ counts, which need a licence', ...notTold] : notTold,
      basis: consensus === null ? 'model' : 'licensed',
      ticker: company.ticker,
      company: company.name,
      consensus,
      ...model.sections,
    }
  },
})
