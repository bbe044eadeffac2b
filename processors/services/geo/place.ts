// The rows of one place, read from the world's facts.

import { eonetEvents } from '../../../ingestors/sources/eonet-events/topic.ts'
import { gdacsEvents } from '../../../ingestors/sources/gdacs-events/topic.ts'
import { eventQuarters } from '../../../ingestors/sources/gdelt-events/topic.ts'
import { nhcStorms } from '../../../ingestors/sources/nhc-storms/topic.ts'
import { nwsAlerts } from '../../../ingestors/sources/nws-alerts/topic.ts'
import { travelAdvisories } from '../../../ingestors/sources/travel-advisories/topic.ts'
import { conflictDeaths } from '../../../ingestors/sources/ucdp-candidate/topic.ts'
import { unShelves } from '../../../ingestors/sources/un-sanctions/topic.ts'
import { type HazardFeed, usgsQuakes } from '../../../ingestors/sources/usgs-quakes/topic.ts'
import { profiles } from '../../../ingestors/sources/world-bank/topic.ts'
import { type Merged, mergeEvents } from '../../families/hazards/merge.ts'
import { readFeed } from '../../families/hazards/read-feed.ts'
import { conflictByCountry, sumQuarters } from '../../formula/conflict.ts'
import { round } from '../../formula/index.ts'
import { mostFirst } from '../../formula/lists.ts'
import { countryName, findCountry } from '../../inputs/country.ts'
import { iso3Of } from '../../inputs/country-codes.ts'
import { placeOfCell } from '../../inputs/place.ts'
import { isoOfUcdp } from '../../inputs/ucdp-country.ts'
import type { Fact, Selection } from '../../kit/define.ts'
import {
  advisoryScore,
  combineRows,
  governanceScore,
  hazardScore,
  hazardSeverity,
  kmBetween,
  leastUnder,
  lin,
  newsScore,
  riskLadder,
  sanctionsScore,
} from './signal.ts'

const hazards = [nhcStorms, usgsQuakes, gdacsEvents, nwsAlerts, eonetEvents]
export const selections: readonly Selection[] = [
  ...hazards.map((topic) => ({ topic, days: 0 })),
  { topic: eventQuarters },
  { topic: conflictDeaths, days: 120 },
  { topic: travelAdvisories, days: 0 },
  { topic: unShelves, days: 1 },
  { topic: profiles, days: 60 },
]

export interface World {
  /** When each feed was read last. */
  readonly feeds: readonly { readonly source: string; readonly at: Date }[]
  /** What goes on now, each event once whichever feeds tell of it. */
  readonly hazards: readonly Merged[]
  readonly facts: (topic: { readonly name: string }) => readonly Fact<any>[]
}

export function readWorld(facts: readonly Fact<any>[]): World {
  const by = Map.groupBy(facts, ({ topic }) => topic)
  const of = (topic: { readonly name: string }) => by.get(topic.name) ?? []
  const newest = hazards.flatMap((topic) =>
    of(topic)
      .slice(-1)
      .map(({ observedAt, value }) => ({ source: topic.origin.id, at: observedAt, feed: value as HazardFeed })),
  )
  return {
    facts: of,
    feeds: newest.map(({ source, at }) => ({ source, at })),
    hazards: mergeEvents(newest.flatMap(({ source, feed }) => readFeed(source, feed))),
  }
}

const mostNamed = 30

/** Which places can be told of: where the world is not whole, as in the demo, by name. */
export function tellPlaces(world: World): string {
  const reported = new Set(
    world.facts(eventQuarters).flatMap(({ value }) => value.countries.map(({ iso2 }: { iso2: string }) => iso2)),
  )
  const advised: readonly string[] = (world.facts(travelAdvisories).at(-1)?.value.advisories ?? []).map(
    ({ iso2 }: { iso2: string }) => iso2,
  )
  const known = [...new Set(advised)].filter((iso2) => reported.has(iso2)).sort()
  const which = known.length === 0 || known.length > mostNamed ? '' : `, here ${known.join(', ')}`
  return `location is a country, a large city or lat,lon, and can be judged in countries that are reported on${which}`
}

export function tellPlace(
  world: World,
  asked: { readonly location: string; readonly radius_km?: number | undefined },
  now: Date,
) {
  const radius = asked.radius_km ?? 250
  const isCountry = /^[A-Z]{2}$/.test(asked.location)
  const place = isCountry ? null : placeOfCell(asked.location)
  const iso2 = isCountry ? asked.location : place!.country === null ? null : (findCountry(place!.country) ?? null)
  const at = (topic: { readonly name: string }) => world.facts(topic).at(-1)?.observedAt
  const quarters = world.facts(eventQuarters).map(({ observedAt, value }) => ({ at: observedAt, countries: value.countries }))
  const through = world.facts(conflictDeaths).reduce((last, { value }) => (value.through > last ? value.through : last), '')
  const deaths = world
    .facts(conflictDeaths)
    .filter(({ value }) => value.through === through)
    .flatMap(({ value }) => {
      const code = isoOfUcdp(value.country)
      return code === undefined ? [] : [{ ...value, iso2: code }]
    })
  const country = conflictByCountry(quarters, deaths, now).find((one) => one.iso2 === iso2)
  const near = (point: { readonly lat: number | null; readonly lon: number | null }) =>
    place === null || point.lat === null || point.lon === null ? null : kmBetween(place, { lat: point.lat, lon: point.lon })
  const events =
    place === null
      ? null
      : world
          .facts(eventQuarters)
          .filter(({ observedAt }) => now.getTime() - observedAt.getTime() < 30 * 86_400_000)
          .flatMap(({ value }) => value.places)
          .filter((cell) => near(cell)! <= radius)
          .reduce((sum, cell) => sum + cell.events, 0)
  const local = events === null ? null : 100 * lin(Math.log(1 + events), 0, 5)
  // Of where nobody writes from nothing is known: that is not peace.
  const nearby = local === 0 && country === undefined ? null : local
  const conflict = country === undefined ? nearby : nearby === null ? country.score : 0.6 * country.score + 0.4 * nearby
  const open = world.hazards.flatMap((event) => {
    const km = near(event)
    const isHere = isCountry ? event.country === iso2 || event.countries.includes(iso2!) : km !== null && km <= radius
    if (!isHere) return []
    const { type, title, url, source, startedAt } = event
    return [
      { type, title, severity: hazardSeverity(event, now), distance_km: km, started_at: startedAt.toISOString(), url, source },
    ]
  })
  const advisory = world
    .facts(travelAdvisories)
    .at(-1)
    ?.value.advisories.find((one: { iso2: string }) => one.iso2 === iso2)
  const figures: readonly { measure: string; year: number; value: number }[] =
    iso2 === null
      ? []
      : (world
          .facts(profiles)
          .filter(({ key }) => key === iso3Of.get(iso2))
          .at(-1)?.value.figures ?? [])
  const newest = (measure: string) => figures.filter((one) => one.measure === measure).toSorted((a, b) => b.year - a.year)[0]
  const [stability, law] = [newest('stability'), newest('rule_of_law')]
  const shelves = world.facts(unShelves)
  const named =
    shelves.length === 0 || iso2 === null
      ? null
      : shelves.reduce(
          (sum, { value }) =>
            sum +
            value.designations.filter((one: { countries: string[] }) => one.countries.some((name) => findCountry(name) === iso2))
              .length,
          0,
        )
  const [three, month] =
    iso2 === null ? [undefined, undefined] : [sumQuarters(quarters, now, 3).get(iso2), sumQuarters(quarters, now, 28).get(iso2)]
  const span = quarters.length === 0 ? 0 : (now.getTime() - quarters[0]!.at.getTime()) / 86_400_000
  const ratio =
    three === undefined || month === undefined || span < 14 || month.events === 0
      ? null
      : three.events / 3 / (month.events / Math.min(28, span))
  const tone = three === undefined || three.events === 0 ? null : three.toneSum / three.events
  const { mix: weighed, components } = combineRows(
    {
      conflict,
      hazard: world.feeds.length === 0 ? null : hazardScore(open.map(({ severity }) => severity)),
      advisory: advisory === undefined ? null : advisoryScore(advisory.level),
      governance: stability === undefined || law === undefined ? null : governanceScore(stability.value, law.value),
      sanctions: named === null ? null : sanctionsScore(named),
      news: tone === null ? null : newsScore(ratio, tone),
    },
    {
      ...(at(eventQuarters) === undefined ? {} : { conflict: { at: at(eventQuarters)!, maxAgeDays: 0.5 } }),
      ...(world.feeds.length === 0
        ? {}
        : { hazard: { at: new Date(Math.max(...world.feeds.map((one) => one.at.getTime()))), maxAgeDays: 0.25 } }),
      ...(at(travelAdvisories) === undefined ? {} : { advisory: { at: at(travelAdvisories)!, maxAgeDays: 3 } }),
    },
    now,
  )
  const mix = { ...weighed, score: Math.max(weighed.score, leastUnder(advisory?.level)) }
  const label = riskLadder.of(mix.score)
  const name = isCountry ? countryName(iso2!) : place!.name
  const worst = components.filter(({ score }) => score !== null && score > 0).sort((a, b) => b.score! - a.score!)[0]
  return {
    mix: { ...mix, confidence: Math.min(0.85, mix.confidence) },
    label,
    resolved: {
      name,
      type: (isCountry ? 'country' : 'place') as 'country' | 'place',
      country_iso2: iso2,
      country: iso2 === null ? null : countryName(iso2),
      lat: place?.lat ?? null,
      lon: place?.lon ?? null,
      radius_km: radius,
    },
    components,
    conflict: {
      score: country?.score ?? null,
      trend: country?.trend ?? null,
      events_7d: country?.events ?? null,
      deaths_90d: country?.deaths?.best ?? null,
      deaths_through: through === '' ? null : through,
      events_in_radius_30d: events,
    },
    hazards: open
      .sort(mostFirst('severity', 'title'))
      .slice(0, 25)
      .map((one) => ({ ...one, severity: 100 * one.severity })),
    advisory: {
      issuer: 'US Department of State',
      level: advisory?.level ?? null,
      title: advisory?.title ?? null,
      url: advisory?.url ?? null,
      updated: advisory?.updated ?? null,
    },
    governance: { stability: stability?.value ?? null, rule_of_law: law?.value ?? null, year: stability?.year ?? null },
    sanctions: { list: 'UN Security Council consolidated list', designations: named },
    news: {
      tone,
      volume_ratio: ratio === null ? null : round(ratio, 2),
    },
    as_of_each: selections.flatMap(({ topic }) => (at(topic) === undefined ? [] : [{ id: topic.origin.id, at: at(topic)! }])),
    summary: `${name} is at ${label} risk (${Math.round(mix.score)})${worst === undefined ? '' : `, most by ${worst.name} (${Math.round(worst.score!)})`}: ${open.length} open hazards within ${isCountry ? 'the country' : `${radius} km`}, travel advisory level ${advisory?.level ?? 'unknown'}.`,
  }
}
