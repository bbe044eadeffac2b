// Federal opportunities: contracts and grants ranked for a profile, with deadlines, incumbents and past awards, and the market's report.
import { grantNotices } from '../../../ingestors/sources/grants-gov/topic.ts'
import { samNotices } from '../../../ingestors/sources/sam-opportunities/topic.ts'
import { contractAwards } from '../../../ingestors/sources/usaspending-awards/topic.ts'
import { contractMonths } from '../../../ingestors/sources/usaspending-months/topic.ts'
import { defineDays, defineMoney, limit } from '../../inputs/amounts.ts'
import { defineChoice } from '../../inputs/choice.ts'
import { defineText, unusable } from '../../inputs/kind.ts'
import { defineTable } from '../../inputs/table.ts'
import { usStates, usTerritories } from '../../inputs/us-states.ts'
import type { Fact, Selection } from '../../kit/define.ts'
import {
  count,
  day,
  defineRoutesService,
  dictionary,
  fields,
  list,
  maybe,
  mayTake,
  moment,
  number,
  pct,
  reading,
  signalRoute,
  text,
  usd,
  word,
} from '../../kit/index.ts'
import { createMarket } from './market.ts'
import { type Board, marketLadder, refuseProfile, richness, tellOpportunities } from './opportunities.ts'
import { tellReport } from './report.ts'

const newest = 0
const selections: readonly Selection[] = [
  { topic: samNotices, days: newest },
  { topic: grantNotices, days: newest },
  { topic: contractAwards, days: newest },
  { topic: contractMonths },
]

function readBoard(facts: readonly Fact<any>[]): Board {
  const of = (topic: { readonly name: string }) => facts.filter((fact) => fact.topic === topic.name)
  const entries = (topic: { readonly name: string }) => of(topic).flatMap(({ value }) => value.entries)
  const readOn = (topic: { readonly name: string }) => of(topic).at(-1)?.observedAt ?? null
  return {
    notices: entries(samNotices),
    grants: entries(grantNotices),
    market: createMarket(entries(contractAwards)),
    months: of(contractMonths).map(({ observedAt, value }) => ({ at: observedAt, value: value.obligations_usd })),
    readOn: { sam: readOn(samNotices), grants: readOn(grantNotices), awards: readOn(contractAwards) },
  }
}

const states = { ...usStates, ...usTerritories }
const sectors = new Set('11 21 22 23 31 32 33 42 44 45 48 49 51 52 53 54 55 56 61 62 71 72 81 92'.split(' '))
const naics = defineText({
  kind: 'NAICS code',
  wanted: '2 to 6 digits of a NAICS code',
  pattern: '^[0-9]{2,6}$',
  mostLength: 6,
  example: '5415',
  description: 'an industry by the first digits of its code',
  canonical(code, asked) {
    if (!sectors.has(code.slice(0, 2))) throw unusable(asked, code, 'begins with no NAICS sector')
    return code
  },
})
const name = (kind: string, example: string, description: string) =>
  defineText({ kind, wanted: '2 to 100 characters', leastLength: 2, mostLength: 100, example, description })
const award = { award_id: text(), recipient: text(), amount_usd: usd(undefined, 2), ends: maybe(day()), url: text() }
const facet = list({ name: text(), n: count() })

const opportunitiesAnswer = fields({
  total: count('that fit, beyond those listed'),
  profile: dictionary(text(), 'what they were ranked for'),
  items: list({
    id: text(),
    source: word(['sam', 'grants']),
    kind: word(['contract', 'grant']),
    title: text(),
    agency: maybe(text()),
    sub_tier: maybe(text()),
    type: text(),
    posted_at: maybe(day()),
    due_at: maybe(moment()),
    days_left: number('whole days, counted when it was asked', undefined),
    naics: maybe(text()),
    psc: maybe(text()),
    set_aside: maybe(text()),
    place: { city: maybe(text()), state: maybe(text()), country: maybe(text()) },
    url: text(),
    est_value_usd: usd('no notice names its value: the median of past awards', 0),
    est_basis: maybe(text()),
    edge: number('0 to 100', 1),
    reasons: list(text()),
    incumbents: list(
      { recipient: text(), awards: count(), amount_usd: usd(undefined, 0), share_pct: pct('of the sampled money', 1) },
      'who won such awards',
    ),
    past_awards: list(award, 'the newest of them'),
  }),
  facets: { agency: facet, naics: facet, set_aside: facet, state: facet },
})
const reportAnswer = fields({
  notices: {
    newest_day: day('the last day that notices are known of; weeks end with it'),
    d7: count('posted in seven days'),
    prior_7d: count('posted in the seven before'),
    d28: count('posted in 28 days and not closed since'),
    week_vs_prior_pct: pct('the week against the one before, by working days; one notice is added to both', 1),
  },
  awards: {
    obligations_3m_usd: usd('contract obligations of three months, 90 days back, for the Defense Department reports so late', 0),
    yoy_pct: pct('over the same months a year before', 1),
    through: maybe(day('the last month counted')),
  },
  hot_naics: list({
    code: text(),
    notices_28d: count('and not closed since'),
    notices_7d: count('of them posted in the newest week'),
    notices_prior_7d: count('and in the one before'),
    median_award_usd: usd('of sampled awards', 0),
  }),
  agencies: list({ name: text(), notices_28d: count(), set_aside_pct: pct('of them set aside', 1) }),
  expiring_recompetes: list(
    {
      award_id: text(),
      recipient: text(),
      agency: maybe(text()),
      naics: maybe(text()),
      end_date: day(),
      amount_usd: usd(undefined, 0),
      url: text(),
    },
    'the largest sampled contracts that end within 180 days',
  ),
  deadlines_7d: count('opportunities due in seven days'),
  fiscal_note: maybe(text()),
})

const common = { price: '0.20', fresh: { days: 2 }, sold: { days: 4 }, tags: ['government', 'contracts', 'grants'] } as const

export default defineRoutesService({
  label: 'govedge',
  title: 'Government opportunities',
  description:
    'Federal contracts and grants ranked for a profile with deadlines, incumbents and past awards, and the state of the market.',
  version: '2',
  tags: ['government', 'contracts'],
  rows: { one: 'us' },
  facts: { board: reading(selections, (seen) => readBoard(selections.flatMap(({ topic }) => [...seen.of(topic)]))) },
  routes: {
    opportunities: signalRoute({
      ...common,
      path: '/opportunities',
      summary:
        'Open federal contracts and grants ranked for a profile: NAICS, set-aside, value, place; with incumbents and past awards',
      takes: {
        q: mayTake(name('words', 'support', 'words that title, product code or agency must all have, or begin with'), {
          otherNames: [],
        }),
        naics: mayTake(naics),
        set_aside: mayTake(
          defineChoice('set-aside', ['any', 'none', 'sba', '8a', 'hzc', 'sdvosbc', 'wosb', 'edwosb'], {
            description: 'for whom it is set aside',
          }),
        ),
        state: mayTake(
          defineTable({
            kind: 'state',
            table: Object.fromEntries(Object.entries(states).map(([code, name]) => [code, [name]])),
            example: 'VA',
            description: 'place of performance, two letters',
          }),
        ),
        agency: mayTake(name('agency', 'Defense', "part of an agency's name")),
        kind: mayTake(defineChoice('kind', ['all', 'contract', 'grant'], { description: 'both where nothing is said' })),
        type: mayTake(
          defineChoice('type', ['all', 'solicitation', 'sources_sought', 'presolicitation', 'combined', 'posted', 'forecasted'], {
            description: 'the stage; all where nothing is said',
          }),
        ),
        posted_days: mayTake(defineDays({ most: 90, description: 'posted within so many days', otherNames: [] }), {
          fallback: 7,
        }),
        min_days_left: mayTake(
          defineDays({ least: 0, most: 365, description: 'at least so many days to answer', otherNames: [] }),
          { fallback: 0 },
        ),
        min_value_usd: mayTake(defineMoney({ most: 1e12, description: 'estimated value at least' })),
        max_value_usd: mayTake(defineMoney({ most: 1e12, description: 'estimated value at most' })),
        limit: mayTake(limit, { fallback: 20 }),
      },
      example: { naics: '5415', posted_days: 30 },
      range: [0, 100],
      labels: richness,
      answer: opportunitiesAnswer,
      tells: { selections, build: readBoard, refuse: refuseProfile, tell: tellOpportunities },
    }),
    report: signalRoute({
      ...common,
      path: '/report',
      summary: 'Federal contracting: notices, obligations over a year, hot industries, agencies, contracts up for recompete',
      labels: marketLadder,
      answer: reportAnswer,
    }),
  },
  signal({ board }, now) {
    return [
      { route: 'opportunities' as const, ...tellOpportunities(board, {}, now) },
      { route: 'report' as const, direction: 'none' as const, ...tellReport(board, now) },
    ]
  },
})
