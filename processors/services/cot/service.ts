// Futures positioning: what speculators, commercials and small traders hold in one market.
import type { ValueOf } from '../../../db/log/topic.ts'
import { TollgateError } from '../../../errors.ts'
import { commitments, releaseOf } from '../../../ingestors/sources/cftc-cot/topic.ts'
import { defineRoute, defineService, type Fact } from '../../define.ts'
import { market, marketOfCode } from '../../inputs/market.ts'
import { required, takeInputs } from '../../inputs/take.ts'
import { verdict } from '../../verdict.ts'
import { cotAnswer } from './schema.ts'
import { computeCot, type Report } from './signal.ts'

type Commitment = ValueOf<typeof commitments>

const dayS = 86_400
const dayMs = 86_400_000
const historyDays = 5 * 366

const route = defineRoute({
  method: 'GET',
  path: '/cot',
  price: '0.05',
  serve: 'precomputed',
  summary: 'Futures positioning of one market: speculators, commercials, crowding and trend from the CFTC reports',
  tags: ['futures', 'positioning', 'cot', 'commodities', 'fx'],
  ...takeInputs({ market: required(market) }),
  output: cotAnswer,
  example: { input: { market: 'gold' }, output: undefined },
  key: (input) => input.market,
  maxAgeSeconds: 9 * dayS,
  hardMaxAgeSeconds: 12 * dayS,
})

export default defineService({
  label: 'cot',
  title: 'Positioning',
  description: 'Commitments of Traders for 35 futures markets: net positions, crowding index and trend, as one signal a market.',
  version: '1',
  tags: ['futures', 'positioning'],
  reads: [commitments],
  routes: [route],
  affected: (records) => [...new Set(records.map((record) => record.key))].filter((code) => marketOfCode(code) !== undefined),
  selects: (code) => [{ topic: commitments, keys: [code], days: historyDays }],
  compute(code, seen, now) {
    const followed = marketOfCode(code)
    const facts = seen.of(commitments, code)
    const newest = facts.at(-1)?.value
    if (followed === undefined || newest === undefined) throw new TollgateError('not_enough_data', `no report of ${code}`)
    const hasFunds = newest.funds !== null && facts.filter((fact) => fact.value.funds !== null).length >= 0.9 * facts.length
    const basis = !hasFunds ? 'non_commercial' : followed.group === 'physical' ? 'managed_money' : 'leveraged_funds'
    const { mix, label, summary, ...sections } = computeCot(readReports(facts, hasFunds), followed.name, now)
    const { alias, name, exchange } = followed
    const body = {
      signal: verdict({ mix, label, summary, now }),
      market: { alias, code, name, exchange },
      basis,
      ...sections,
      published_at: now.toISOString(),
      next_release: releaseOf(new Date(now.getTime() + 4 * dayMs).toISOString().slice(0, 10)).toISOString(),
    }
    return [{ route: route.path, key: code, body, coverage: mix.coverage }]
  },
})

// One group of traders all along: a week in which the funds were not reported apart is left out, not filled from another group.
function readReports(facts: readonly Fact<Commitment>[], hasFunds: boolean): Report[] {
  return facts.flatMap(({ value }) => {
    const speculators = hasFunds ? value.funds : value.noncommercial
    if (speculators === null) return []
    return [
      {
        at: new Date(`${value.report_date}T00:00:00Z`),
        openInterest: value.open_interest,
        specLong: speculators.long,
        specShort: speculators.short,
        commercialNet: value.commercial.long - value.commercial.short,
        smallNet: value.small.long - value.small.short,
        top4LongPct: value.top4_long_pct,
        top4ShortPct: value.top4_short_pct,
      },
    ]
  })
}
