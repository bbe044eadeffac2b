// Funds: what a US fund or ETF reported of its newest public quarter; of a listed company, who reported to hold it, and how that changed.
import { TollgateError } from '../../../base/errors.ts'
import { institutionalHoldings } from '../../../ingestors/sources/sec-13f/topic.ts'
import { recentPositions } from '../../../ingestors/sources/sec-13f-live/topic.ts'
import { fundReports } from '../../../ingestors/sources/sec-nport/topic.ts'
import { largeStakes } from '../../../ingestors/sources/sec-schedule13/topic.ts'
import { directoryOf } from '../../families/listed-symbols.ts'
import { required, takeInputs } from '../../inputs/take.ts'
import { ticker } from '../../inputs/ticker.ts'
import { defineRoute, defineService, type Observations } from '../../kit/define.ts'
import { fundView } from './fund-view.ts'
import { holderView } from './holder-view.ts'
import { fundsAnswer } from './schema.ts'

const dayS = 86_400
const daysRead = 800
const topics = [fundReports, institutionalHoldings, largeStakes, recentPositions]

const funds = defineRoute({
  method: 'GET',
  path: '/funds',
  price: '0.05',
  serve: 'demand',
  summary:
    'Of a US fund or ETF: money in and out, returns, largest holdings, exposure and what changed. Of a listed company: which managers hold it, who came, who went, and who holds more than 5 %',
  tags: ['funds', 'etf', 'holdings', 'ownership', '13f'],
  ...takeInputs({ ticker: required(ticker) }),
  output: fundsAnswer,
  example: { input: { ticker: 'VTI' }, output: undefined },
  key: (input) => input.ticker,
  // A company's holders are there unasked: only what has no row yet is asked for.
  demand: {
    of: (input) => ({ source: 'sec-nport', key: input.ticker }),
    directory: directoryOf({ of: ['companies', 'funds'] }),
  },
  // Reports come every quarter.
  maxAgeSeconds: 92 * dayS,
  hardMaxAgeSeconds: 400 * dayS,
})

export default defineService({
  label: 'funds',
  title: 'Funds and holders',
  description:
    'Flows, returns, holdings and concentration of US funds and ETFs, and the institutional holders and large stakes of listed companies, from their own reports to the SEC.',
  version: '2',
  tags: ['funds', 'etf', 'ownership'],
  reads: topics,
  routes: [funds],
  affected: (records) => [...new Set(records.map(({ key }) => key))],
  selects: (key) => topics.map((topic) => ({ topic, keys: [key], days: daysRead })),
  compute(key, seen, now) {
    const view = fundView(key, valuesOf(seen, fundReports, key), now) ?? holderView(key, holdersOf(seen, key), now)
    if (view === null) throw new TollgateError('not_enough_data', `no report of ${key}, nor of its holders`)
    return [{ route: funds.path, key, ...view }]
  },
})

const valuesOf = <V>(seen: Observations, topic: Parameters<typeof seen.of<V>>[0], key: string): V[] =>
  seen.of(topic, key).map(({ value }) => value)

const holdersOf = (seen: Observations, key: string) => ({
  holdings: valuesOf(seen, institutionalHoldings, key),
  stakes: valuesOf(seen, largeStakes, key),
  recent: valuesOf(seen, recentPositions, key),
})
