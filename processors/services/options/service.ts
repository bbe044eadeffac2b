// Option flow of one underlying after each day, from the clearing house's counts: no single trades, no prices.
import { optionsDays } from '../../../ingestors/sources/occ-options/topic.ts'
import { optionChains } from '../../../ingestors/sources/polygon-options/topic.ts'
import { directoryOf } from '../../families/listed-symbols.ts'
import { perTicker } from '../../families/per-ticker.ts'
import {
  all,
  count,
  day,
  defineSignalService,
  known,
  list,
  mapped,
  maybe,
  moment,
  newest as newestOf,
  number,
  pct,
  pp,
  section,
  signalRoute,
  text,
  usd,
  word,
} from '../../kit/index.ts'
import { readChain } from './chain.ts'
import { optionedIndices } from './indices.ts'
import { computeOptions, labels, putsToCalls } from './signal.ts'

const mostExpiries = 12
const mostStrikes = 15
const sides = { calls: count('contracts'), puts: count('contracts') }

export default defineSignalService({
  label: 'options',
  title: 'Option flow',
  description: 'Option volume by customers, firms and market makers and open interest of one underlying, as one signal a day.',
  version: '2',
  tags: ['equities', 'options'],
  rows: 'byKey',
  facts: (key) => ({
    days: mapped(all(optionsDays, { key, days: 100 }), (facts) => facts.map(({ value }) => value)),
    chain: mapped(newestOf(optionChains, { key, days: 0 }), (fact) => (fact === undefined ? null : readChain(fact.value))),
  }),
  route: signalRoute({
    path: '/flow',
    price: '0.05',
    summary:
      'Option flow of one underlying after the day: customers’ puts to calls, open interest by expiry, largest strikes, max pain',
    tags: ['equities', 'options', 'flow'],
    ...perTicker,
    demand: {
      of: ({ ticker: key }) => ({ source: 'occ-options', key }),
      directory: directoryOf({ of: ['companies', 'funds'], also: optionedIndices }),
    },
    example: { ticker: 'AAPL' },
    fresh: { days: 4 },
    sold: { days: 12 },
    labels,
    disclaimer: 'End-of-day counts of the clearing house: they do not say who opened and who closed. A description, not advice.',
    answer: {
      mode: word(
        ['occ_eod', 'chain'],
        'occ_eod: of the clearing house’s counts after the day; chain: a licensed option chain beside them',
      ),
      ticker: text(),
      date: day('the day of the volume'),
      history_days: count('days known here; twenty are needed before a day is compared with its own past', { unit: 'days' }),
      volume: section(
        {
          ...sides,
          pcr: number('puts to calls, all accounts', 3),
          customer_pcr: number('puts to calls of customers', 3),
          customer_pcr_z: number('deviations from its own past, at most 60 days', 2),
          judged_by: word(['own_history', 'fixed_level'], 'fixed_level: against a usual 0.7'),
          customers: sides,
          firms: sides,
          market_makers: sides,
          to_20d_average: number('volume to the mean of the twenty days before', 2),
        },
        'contracts of the day',
      ),
      open_interest: section(
        {
          ...sides,
          pcr: number('puts to calls', 3),
          chg_1d_calls: number('contracts; null where the day before is not known'),
          chg_1d_puts: number('contracts; null where the day before is not known'),
          within_30d_pct: pct('of open contracts that expire within 30 days', 1),
        },
        'contracts open when the list was read, after that day',
      ),
      expiries: list(
        {
          date: day(),
          call_oi: count('contracts'),
          put_oi: count(),
          max_pain_strike: number('dollars; the strike at which holders get least'),
        },
        { description: 'the nearest', maxItems: mostExpiries },
      ),
      top_strikes: list(
        {
          expiry: day(),
          strike: known(number('dollars')),
          side: word(['call', 'put']),
          oi: count('contracts'),
          chg_1d: maybe(number('contracts; null where it was not among the largest the day before')),
        },
        { description: 'the largest open positions', maxItems: mostStrikes },
      ),
      chain: maybe(
        section({
          read_at: moment(),
          contracts: count('of the next 120 days, a hundred shares each'),
          call_premium_usd: known(usd('paid in the day, each contract by its delta', 0)),
          put_premium_usd: known(usd('the same of puts', 0)),
          iv30_pct: pct('implied volatility at the money in 30 days, a year’s', 2),
          skew_25d_pp: pp('puts of a quarter’s delta less such calls, at the expiry nearest to 30 days', 2),
          gex_usd: usd('dealers’ trade for a move of one percent, long calls and short puts assumed', 0),
          unusual: list(
            {
              expiry: day(),
              strike: known(number('dollars')),
              side: word(['call', 'put']),
              volume: count('contracts of the day'),
              oi: count('contracts open before it'),
              premium_usd: usd('volume at the middle price', 0),
            },
            'volume of 500 or more, and thrice what was open',
          ),
        }),
        'null without a licence for option chains',
      ),
    },
  }),
  signal({ days, chain }, now) {
    const told = computeOptions(days, chain, now)
    if (told === null) return null
    const { mix, label, summary, newest, changed, before } = told
    const name = (one: { readonly expiry: string; readonly strike: number; readonly side: string }) =>
      `${one.expiry} ${one.strike} ${one.side}`
    const earlier = new Map((before?.largest ?? []).map((one) => [name(one), one.open]))
    return {
      mix,
      label,
      summary,
      mode: told.chain === null ? 'occ_eod' : 'chain',
      ticker: newest.ticker,
      date: newest.date,
      history_days: told.historyDays,
      volume: {
        ...newest.volume.all,
        pcr: putsToCalls(newest.volume.all),
        customer_pcr: told.customers,
        customer_pcr_z: told.pcrZ,
        judged_by: told.method,
        customers: newest.volume.customers,
        firms: newest.volume.firms,
        market_makers: newest.volume.makers,
        to_20d_average: told.busy,
      },
      open_interest: {
        ...newest.open,
        pcr: putsToCalls(newest.open),
        chg_1d_calls: changed?.calls ?? null,
        chg_1d_puts: changed?.puts ?? null,
        within_30d_pct: told.nearShare,
      },
      chain: told.chain && {
        read_at: told.chain.at,
        contracts: told.chain.contracts,
        call_premium_usd: told.chain.premium.calls,
        put_premium_usd: told.chain.premium.puts,
        iv30_pct: told.chain.iv30,
        skew_25d_pp: told.chain.skew,
        gex_usd: told.chain.gex,
        unusual: told.chain.unusual,
      },
      expiries: newest.expiries.map(({ date, calls, puts, max_pain }) => ({
        date,
        call_oi: calls,
        put_oi: puts,
        max_pain_strike: max_pain,
      })),
      top_strikes: newest.largest.map((one) => {
        const last = earlier.get(name(one))
        return {
          expiry: one.expiry,
          strike: one.strike,
          side: one.side as 'call' | 'put',
          oi: one.open,
          chg_1d: last === undefined ? null : one.open - last,
        }
      }),
    }
  },
})
