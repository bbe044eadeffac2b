// Armed conflict by country: verified deaths, media events and their trend, as one signal; media are not counts, and the answer says so.
import { TollgateError } from '../../../base/errors.ts'
import { eventQuarters } from '../../../ingestors/sources/gdelt-events/topic.ts'
import { conflictDeaths } from '../../../ingestors/sources/ucdp-candidate/topic.ts'
import { conflictByCountry, type Deaths, type Quarter } from '../../formula/conflict.ts'
import { composite, mean, round } from '../../formula/index.ts'
import { ladder } from '../../formula/ladder.ts'
import { mostFirst } from '../../formula/lists.ts'
import { defineLimit } from '../../inputs/amounts.ts'
import { country, countryName } from '../../inputs/country.ts'
import { defineNumberChoice } from '../../inputs/number-choice.ts'
import { isoOfUcdp } from '../../inputs/ucdp-country.ts'
import type { Fact, Selection } from '../../kit/define.ts'
import {
  count,
  day,
  defineSignalService,
  list,
  maybe,
  mayTake,
  moment,
  number,
  pct,
  reading,
  section,
  signalRoute,
  text,
  word,
} from '../../kit/index.ts'

export const intensity = ladder(['calm', 'low', 'elevated', 'high', 'severe'], [15, 30, 50, 70])
const trends = ['rising', 'stable', 'falling', 'unknown'] as const
const names: Readonly<Record<string, string>> = { 18: 'assault', 19: 'fight', 20: 'unconventional mass violence' }
const windows = [7, 1, 30] as const
const selections: readonly Selection[] = [{ topic: eventQuarters }, { topic: conflictDeaths, days: 120 }]

const deathsOf = section(
  { best: count(), low: count(), high: count(), through: day('the last day the count covers') },
  'in 90 days, by UCDP',
)
const countryFields = {
  iso2: text(),
  name: text(),
  score: number('0 to 100', 1),
  label: word(intensity.labels),
  trend: word(trends),
  events: count('root events of armed conflict that media report'),
  share_pct: pct('of all that is reported of it', 2),
  ratio_to_28d: number('the share against that of 28 days; null until there are 14', 2),
  fatalities_90d: maybe(deathsOf),
  top_types: list({ code: text('CAMEO root'), name: text(), n: count() }),
}

const ofUnreported = 0.6

interface Body {
  readonly signal: Readonly<Record<string, unknown>> & { readonly confidence: number }
  readonly window: number
  readonly coverage_through: { readonly gdelt_span: number; readonly ucdp: string | null }
  readonly countries: readonly {
    readonly iso2: string
    readonly name: string
    readonly score: number
    readonly label: string
    readonly trend: string
    readonly events: number
    readonly fatalities_90d: { readonly best: number } | null
  }[]
}

export default defineSignalService({
  label: 'conflict',
  title: 'Conflict',
  description:
    'How intense armed conflict is, by country: verified deaths, media events as a share of all reports, and the trend.',
  version: '3',
  tags: ['world', 'conflict'],
  rows: { one: 'world' },
  facts: { seen: reading(selections, (seen) => ({ quarters: seen.of(eventQuarters), deaths: seen.of(conflictDeaths) })) },
  route: signalRoute({
    path: '/conflict',
    price: '0.05',
    summary: 'Armed conflict by country or worldwide: intensity, trend, verified deaths, reported events and hotspots',
    tags: ['world', 'conflict', 'war', 'geopolitics'],
    takes: {
      country: mayTake(country),
      days: mayTake(
        defineNumberChoice('window', windows, { description: 'days of media events: 1, 7 or 30', otherNames: ['days_back'] }),
        { fallback: 7 },
      ),
      limit: mayTake(defineLimit({ most: 50 }), { fallback: 20 }),
    },
    example: { country: 'UA' },
    key: (input) => `world ${input.days ?? 7}d`,
    // What nobody writes of and nobody counts is calm as far as is known: less surely so than what is written about.
    shape: (body: Body, input) => {
      if (input.country === undefined) return { ...body, countries: body.countries.slice(0, input.limit ?? 20) }
      const calm = {
        iso2: input.country,
        name: countryName(input.country),
        score: 0,
        label: 'calm',
        trend: 'unknown',
        events: 0,
        share_pct: null,
        ratio_to_28d: null,
        fatalities_90d: null,
        top_types: [],
      }
      const found = body.countries.find(({ iso2 }) => iso2 === input.country)
      const own = found ?? calm
      const { gdelt_span, ucdp } = body.coverage_through
      const heard = `in ${Math.min(body.window, gdelt_span)} days`
      const counted = ucdp === null ? 'deaths are not counted' : `${own.fatalities_90d?.best ?? 0} deaths in 90 days to ${ucdp}`
      const said =
        found === undefined ? `no armed conflict reported ${heard}` : `${own.events} reported events of armed conflict ${heard}`
      const { confidence } = body.signal
      return {
        ...body,
        signal: {
          ...body.signal,
          score: own.score,
          label: own.label,
          confidence: found === undefined ? round(confidence * ofUnreported, 2) : confidence,
          summary: `${own.name} is ${own.label} (${Math.round(own.score)})${own.trend === 'unknown' ? '' : `, ${own.trend}`}: ${said}, ${counted}.`,
        },
        trend: own.trend,
        countries: [own],
      }
    },
    fresh: { hours: 6 },
    sold: { days: 2 },
    range: [0, 100],
    labels: intensity,
    answer: {
      trend: word(trends),
      window: count('days of media events'),
      countries: list(countryFields, 'the most intense first'),
      hotspots: list(
        { name: text(), lat: number(), lon: number(), events: count('reported in the window') },
        'half-degree cells, of the world whichever country is asked for',
      ),
      deadliest_places: list(
        { name: text(), country: text(), lat: number(), lon: number(), best: count('deaths') },
        'of the world, whichever country is asked for',
      ),
      coverage_through: {
        gdelt: maybe(moment()),
        gdelt_span: number('days of media events that are there', 1),
        ucdp: maybe(day()),
      },
      method: text(),
    },
  }),
  signal({ seen }, now) {
    return windows.map((days) => ({ key: `world ${days}d`, ...tell(seen.quarters, seen.deaths, days, now) }))
  },
})

const dayMs = 86_400_000

function tell(facts: readonly Fact<any>[], counted: readonly Fact<any>[], days: number, now: Date) {
  const quarters: Quarter[] = facts.map(({ observedAt, value }) => ({ at: observedAt, countries: value.countries }))
  const through = counted.reduce((last, { value }) => (value.through > last ? value.through : last), '')
  const release = counted.filter(({ value }) => value.through === through)
  const deaths = release.flatMap(({ value }): Deaths[] => {
    const iso2 = isoOfUcdp(value.country)
    return iso2 === undefined ? [] : [{ iso2, best: value.best, low: value.low, high: value.high, through: value.through }]
  })
  const ranked = conflictByCountry(quarters, deaths, now, days)
  if (ranked.length === 0) throw new TollgateError('not_enough_data', 'neither events nor deaths are there')
  const top = ranked.slice(0, 10).map(({ score }) => score)
  const score = 0.5 * top[0]! + 0.5 * mean(top)
  const newest = facts.at(-1)?.observedAt
  const span = quarters.length === 0 ? 0 : (now.getTime() - quarters[0]!.at.getTime()) / dayMs
  const lateness = through === '' ? undefined : new Date(`${through}T00:00:00Z`)
  const mix = composite(
    [
      {
        id: 'verified_deaths',
        weight: 0.45,
        score: lateness === undefined ? null : 1,
        ...(lateness === undefined ? {} : { observedAt: lateness, maxAgeDays: 60 }),
      },
      {
        id: 'media_events',
        weight: 0.35,
        score: newest === undefined ? null : 1,
        ...(newest === undefined ? {} : { observedAt: newest, maxAgeDays: 0.5 }),
      },
      { id: 'history_14d', weight: 0.2, score: span < 14 ? null : 1 },
    ],
    now,
  )
  const label = intensity.of(score)
  const rising = ranked.slice(0, 10).filter(({ trend }) => trend === 'rising').length
  const falling = ranked.slice(0, 10).filter(({ trend }) => trend === 'falling').length
  // Until there is a month to be against nobody knows one.
  const isKnown = ranked.slice(0, 10).some(({ trend }) => trend !== 'unknown')
  const worldTrend: (typeof trends)[number] = !isKnown
    ? 'unknown'
    : rising > falling + 1
      ? 'rising'
      : falling > rising + 1
        ? 'falling'
        : 'stable'
  const cells = new Map<string, { name: string; lat: number; lon: number; events: number }>()
  for (const { observedAt, value } of facts)
    if (now.getTime() - observedAt.getTime() < days * dayMs)
      for (const place of value.places) {
        const key = `${place.lat} ${place.lon}`
        cells.set(key, { ...place, events: place.events + (cells.get(key)?.events ?? 0) })
      }
  return {
    // Media is no census: nothing here is surer than that, nor surer than the part of its window that was heard.
    mix: { ...mix, score, confidence: Math.min(0.8, mix.confidence) * (0.6 + 0.4 * Math.min(1, span / days)) },
    label,
    trend: worldTrend,
    window: days,
    countries: ranked
      .filter(({ score: own, events }) => own > 0 || events > 0)
      .map((one) => ({
        iso2: one.iso2,
        name: countryName(one.iso2),
        score: one.score,
        label: intensity.of(one.score),
        trend: one.trend,
        events: one.events,
        share_pct: one.share_pct,
        ratio_to_28d: one.ratio,
        fatalities_90d:
          one.deaths === null
            ? null
            : { best: one.deaths.best, low: one.deaths.low, high: one.deaths.high, through: one.deaths.through },
        top_types: one.types.map(({ code, n }) => ({ code, name: names[code] ?? code, n })),
      })),
    hotspots: [...cells.values()].sort((a, b) => b.events - a.events || a.lat - b.lat || a.lon - b.lon).slice(0, 20),
    deadliest_places: release
      .flatMap(({ value }) => value.places.map((place: object) => ({ ...place, country: value.country })))
      .sort(mostFirst('best', 'name'))
      .slice(0, 20),
    coverage_through: { gdelt: newest ?? null, gdelt_span: round(Math.min(span, 35), 1), ucdp: through === '' ? null : through },
    method:
      'GDELT counts what media report, machine-coded and not verified; UCDP counts deaths by hand, weeks late. Score: 45 % deaths in 90 covered days (log), 35 % share of armed conflict among reports between fixed anchors 1 and 12 %, 20 % its rise against 28 days.',
    summary: `World conflict is ${label} (${Math.round(score)}): most intense ${ranked
      .slice(0, 3)
      .map(({ iso2, score: own }) => `${countryName(iso2)} ${Math.round(own)}`)
      .join(', ')}; deaths counted through ${through || 'unknown'}.`,
  }
}
