// Drug catalysts: meetings and readouts ahead, approvals and refusals behind, and filings that name a decision day.
import { TollgateError } from '../../../base/errors.ts'
import { trialReadouts } from '../../../ingestors/sources/ctgov-readouts/topic.ts'
import { pdufaFilings } from '../../../ingestors/sources/edgar-pdufa/topic.ts'
import type { Catalyst } from '../../../ingestors/sources/fda-adcomm/topic.ts'
import { catalystTypes, committeeMeetings } from '../../../ingestors/sources/fda-adcomm/topic.ts'
import { drugApprovals } from '../../../ingestors/sources/openfda-approvals/topic.ts'
import { responseLetters } from '../../../ingestors/sources/openfda-letters/topic.ts'
import { composite } from '../../formula/index.ts'
import { defineDays, limit } from '../../inputs/amounts.ts'
import { defineChoice } from '../../inputs/choice.ts'
import { defineText, unusable } from '../../inputs/kind.ts'
import type { Fact, Selection } from '../../kit/define.ts'
import {
  count,
  day,
  defineSignalService,
  dictionary,
  fields,
  known,
  list,
  maybe,
  mayTake,
  month,
  number,
  reading,
  signalRoute,
  text,
  word,
} from '../../kit/index.ts'
import { companyKey, daysUntil, density, impactOf, isAhead, scoreOf, skewOf, standingOf, standings, weightOf } from './signal.ts'

const feeds = [
  { topic: pdufaFilings, id: 'pdufa_filings', weight: 0.2, days: 4 },
  { topic: committeeMeetings, id: 'advisory_committees', weight: 0.2, days: 2 },
  { topic: drugApprovals, id: 'approvals', weight: 0.2, days: 3 },
  { topic: responseLetters, id: 'response_letters', weight: 0.15, days: 3 },
  { topic: trialReadouts, id: 'trial_readouts', weight: 0.25, days: 4 },
] as const
const selections: readonly Selection[] = feeds.map(({ topic }) => ({ topic, days: 0 }))

interface Known {
  readonly events: readonly Catalyst[]
  readonly readAt: ReadonlyMap<string, Date>
}

interface Asked {
  readonly days?: number | undefined
  readonly past_days?: number | undefined
  readonly type?: string | undefined
  readonly company?: string | undefined
  readonly limit?: number | undefined
}

function readEvents(facts: readonly Fact<any>[]): Known {
  const newest = new Map(facts.map((fact) => [fact.topic, fact]))
  return {
    events: [...newest.values()].flatMap(({ value }) => value.events),
    readAt: new Map([...newest].map(([name, { observedAt }]) => [name, observedAt])),
  }
}

const event = {
  date: day('of a month or a quarter its last day'),
  precision: word(['day', 'month', 'quarter']),
  type: word(catalystTypes),
  company: maybe(text()),
  cik: maybe(text()),
  product: maybe(text()),
  indication: maybe(text()),
  phase: number('of a trial'),
  detail: text(),
  impact: known(number('0 to 1', 2)),
  days_until: count('negative is past'),
  url: text(),
}
const answer = fields({
  skew: number('approvals less refusals over both in 90 days, -1 to 1', 2),
  next: list(event, 'what lies ahead, by weight and nearness'),
  recent_decisions: list(event, 'approvals and refusals of the past days asked for'),
  pdufa_filings: list(event, 'filings that name a decision day; the day is in the text, and is not read here'),
  adcomms: list(
    { date: day(), detail: text(), status: word(standings), days_until: count(), url: text() },
    'one that is postponed or cancelled stands under its old day, and counts nowhere else',
  ),
  counts: dictionary(count(), 'by type, within the window'),
  months: list({ month: month(), n: count(), weight: number(undefined, 2) }),
})

const ownEvents = (events: Known['events'], company: string) =>
  events.filter((one) => one.company !== null && companyKey(one.company).includes(companyKey(company)))

/** A company without an event is refused before a price is named, and so is what names none: it would be all of them. */
export function refuseUnknownCompany({ events }: Known, { company }: Asked, now: Date): void {
  if (company !== undefined && companyKey(company) === '')
    throw unusable({ name: 'company', now }, company, 'names no company: it is nothing but a legal form')
  if (company !== undefined && ownEvents(events, company).length === 0)
    throw unusable({ name: 'company', now }, company, 'has no event that is known', [
      ...new Set(events.flatMap((one) => one.company ?? [])),
    ])
}

export function tellCatalysts({ events, readAt }: Known, asked: Asked, now: Date) {
  const [ahead, back] = [asked.days ?? 90, asked.past_days ?? 14]
  const name = asked.company === undefined ? null : companyKey(asked.company)
  const own = asked.company === undefined ? events : ownEvents(events, asked.company)
  const chosen = own
    .filter(({ type }) => (asked.type ?? 'all') === 'all' || type === asked.type)
    .filter((one) =>
      isAhead(one)
        ? daysUntil(one.date, now) >= 0 && daysUntil(one.date, now) <= ahead
        : daysUntil(one.date, now) <= 0 && daysUntil(one.date, now) >= -Math.max(back, one.type === 'pdufa' ? 45 : 0),
    )
  // Of what was not asked for nothing is counted: none would be another thing.
  const asksFor = catalystTypes.filter((type) => (asked.type ?? 'all') === 'all' || type === asked.type)
  const meetings = chosen.filter(({ type }) => type === 'adcomm')
  const held = chosen.filter((one) => one.type !== 'adcomm' || standingOf(one) === 'scheduled')
  const score = scoreOf(held, now, name !== null)
  const label = density.of(score)
  const describe = ({ id: _, ...one }: Catalyst) => ({
    ...one,
    precision: one.precision as 'day',
    type: one.type as (typeof catalystTypes)[number],
    impact: impactOf(one as Catalyst),
    days_until: daysUntil(one.date, now),
  })
  const most = asked.limit ?? 25
  const upcoming = held.filter(isAhead).toSorted((a, b) => weightOf(b, now) - weightOf(a, now) || (a.id < b.id ? -1 : 1))
  const of = (type: string) => held.filter((one) => one.type === type)
  const mix = composite(
    feeds.map(({ topic, id, weight, days }) => {
      const at = readAt.get(topic.name)
      return { id, weight, score: at === undefined ? null : 1, ...(at === undefined ? {} : { observedAt: at, maxAgeDays: days }) }
    }),
    now,
  )
  const coverage = {
    ...mix.coverage,
    inputs_expected: mix.coverage.inputs_expected + 1,
    missing: [...mix.coverage.missing, 'pdufa_days (FDA publishes none; filings that name one are linked instead)'],
  }
  return {
    // Without the decision days themselves the view ahead is partial.
    mix: { ...mix, score, confidence: Math.min(0.7, mix.confidence), coverage },
    label,
    skew: skewOf(own, now),
    next: upcoming.slice(0, most).map(describe),
    recent_decisions: [...of('approval'), ...of('crl')]
      .sort((a, b) => (a.date > b.date ? -1 : a.date < b.date ? 1 : a.id < b.id ? -1 : 1))
      .slice(0, most)
      .map(describe),
    pdufa_filings: of('pdufa')
      .sort((a, b) => (a.date > b.date ? -1 : a.date < b.date ? 1 : a.id < b.id ? -1 : 1))
      .slice(0, most)
      .map(describe),
    adcomms: meetings.map((one) => ({
      date: one.date,
      detail: one.detail,
      status: standingOf(one),
      days_until: daysUntil(one.date, now),
      url: one.url,
    })),
    counts: Object.fromEntries(asksFor.map((type) => [type, of(type).length])),
    months: [...Map.groupBy(held, ({ date }) => date.slice(0, 7))]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([of_, list_]) => ({ month: of_, n: list_.length, weight: list_.reduce((sum, one) => sum + weightOf(one, now), 0) })),
    summary: `Drug catalysts${asked.company === undefined ? '' : ` of ${asked.company.slice(0, 40)}`} are ${label} (${Math.round(score)}): ${[
      ...(asksFor.some((type) => isAhead({ type })) ? [`${upcoming.length} ahead within ${ahead} days`] : []),
      ...asksFor.flatMap((type) =>
        said[type] === undefined
          ? []
          : [`${of(type).length} ${said[type]} in ${type === 'pdufa' ? Math.max(back, 45) : back} days`],
      ),
    ].join(
      ', ',
    )}${upcoming[0] === undefined ? '' : `; next by weight ${(upcoming[0].company ?? upcoming[0].detail).slice(0, 50)} on ${upcoming[0].date}`}.`,
  }
}

const said: Readonly<Partial<Record<string, string>>> = {
  approval: 'approvals',
  crl: 'refusals',
  pdufa: 'filings that name a decision day',
}
const range = [0, 100] as const

export default defineSignalService({
  label: 'pharma',
  title: 'Drug catalysts',
  description:
    'Drug decisions ahead and behind: committee meetings, trial readouts, approvals, refusals, and filings that name a decision day.',
  version: '3',
  tags: ['equities', 'pharma'],
  rows: { one: 'us' },
  facts: { known: reading(selections, (seen) => readEvents(selections.flatMap(({ topic }) => [...seen.of(topic)]))) },
  route: signalRoute({
    path: '/catalysts',
    price: '0.05',
    summary:
      'Drug catalysts: FDA committee meetings and trial readouts ahead, approvals and refusals, filings naming PDUFA dates',
    tags: ['equities', 'pharma', 'biotech', 'fda', 'calendar'],
    takes: {
      days: mayTake(defineDays({ most: 365, otherNames: [] }), { fallback: 90 }),
      past_days: mayTake(defineDays({ least: 0, most: 90, otherNames: [] }), { fallback: 14 }),
      type: mayTake(
        defineChoice('type', ['all', ...catalystTypes], { description: 'one kind of event; all where nothing is said' }),
      ),
      company: mayTake(
        defineText({
          kind: 'company',
          wanted: '2 to 80 characters of a company’s name',
          leastLength: 2,
          mostLength: 80,
          example: 'Sample Pharma',
          description: 'part of a sponsor’s name',
        }),
      ),
      limit: mayTake(limit, { fallback: 25 }),
    },
    example: { days: 90 },
    fresh: { hours: 30 },
    sold: { days: 4 },
    range,
    labels: density,
    answer,
    tells: { selections, build: readEvents, refuse: refuseUnknownCompany, tell: tellCatalysts },
  }),
  signal({ known: events }, now) {
    if (events.readAt.size === 0) throw new TollgateError('not_enough_data', 'no feed has been read')
    return tellCatalysts(events, {}, now)
  },
})
