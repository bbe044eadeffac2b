// Minerals: how exposed the supply of each is, from who mines it to what the United States buys abroad.
import { defineText } from '../../inputs/kind.ts'
import {
  count,
  day,
  defineSignalService,
  flag,
  known,
  list,
  maybe,
  mayTake,
  month,
  number,
  optionalFields,
  pct,
  reading,
  signalRoute,
  text,
  word,
} from '../../kit/index.ts'
import { readInputs, selections } from './inputs.ts'
import { computeMinerals, labels } from './signal.ts'

const all = 'all'
const otherNames: Readonly<Record<string, string>> = {
  graphite: 'graphite-natural',
  'rare-earth': 'rare-earths',
  ree: 'rare-earths',
  aluminium: 'aluminum',
  'platinum-group': 'platinum-group-metals',
  pgm: 'platinum-group-metals',
}

const mineral = defineText({
  kind: 'mineral',
  wanted: 'the name of a mineral of 2 to 60 letters, such as cobalt or rare-earths',
  pattern: '^[A-Za-z][A-Za-z0-9 (),-]{1,59}$',
  leastLength: 2,
  mostLength: 60,
  example: 'cobalt',
  description: "a mineral of the US Geological Survey's yearly summaries; all of them where nothing is said",
  otherNames: ['commodity', 'name'],
  canonical(named) {
    const slug = named
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replace(/-$/, '')
    return otherNames[slug] ?? slug
  },
})

export default defineSignalService({
  label: 'minerals',
  title: 'Minerals',
  description:
    'Supply risk of minerals: concentration and governance of mining, US import reliance, reserves and prices, one by one and together.',
  version: '1',
  tags: ['minerals', 'commodities', 'supply-chain'],
  rows: { one: all },
  facts: { inputs: reading(selections, (seen) => readInputs(seen)) },
  route: signalRoute({
    path: '/minerals',
    price: '0.05',
    summary:
      'Supply risk of minerals: who mines them, how concentrated, US import reliance, years of reserves, prices and policy',
    tags: ['minerals', 'critical-minerals', 'supply-chain'],
    takes: { mineral: mayTake(mineral) },
    key: (input) => input.mineral ?? all,
    closed: true,
    fresh: { days: 40 },
    sold: { days: 430 },
    range: [0, 100],
    labels,
    answer: {
      minerals: list({
        slug: text(),
        name: text(),
        edition: count('the year of the summaries it is from'),
        critical_us: flag('on the US list of critical minerals of 2025'),
        risk: known(number('0 to 100', undefined, { minimum: 0, maximum: 100 })),
        label: word(labels.labels),
        production: {
          year: count(),
          stage: text(),
          unit: text(),
          world: number('in that unit; estimated for the newest year'),
          change_1y_pct: pct('over the year before', 1),
          top: list({ country: text(), share_pct: known(pct('of the world', 1)) }),
          withheld: list(text(), 'countries that tell nothing'),
        },
        hhi: number('squares of the named countries’ percent of the world, 0 to 10,000; of unnamed ones nothing is counted', 0),
        net_import_reliance_pct: pct('of what the United States consumes; 0 for a net exporter'),
        net_import_reliance_bound: maybe(word(['exact', 'at_least', 'at_most', 'net_exporter'])),
        net_import_reliance_year: maybe(count()),
        reserve_years: number('known reserves over the newest year’s production', 0),
        reserves_are_at_least: maybe(flag('the reserves are told as more than that')),
        ...optionalFields({
          price: {
            value: known(number("the month's average", 2)),
            unit: text(),
            month: month(),
            yoy_pct: pct('over 12 months', 1),
          },
        }),
      }),
      most_concentrated: list({ name: text(), hhi: known(number(undefined, 0)), largest: text('who mines most') }),
      policy_events: list({ title: text(), type: text(), date: day(), url: text() }, { maxItems: 5 }),
    },
  }),
  signal: ({ inputs }, now) => computeMinerals(inputs, now) as never,
})
