// Natural hazards of the world as they are now, from five feeds, each event once.
import { eonetEvents } from '../../../ingestors/sources/eonet-events/topic.ts'
import { gdacsEvents } from '../../../ingestors/sources/gdacs-events/topic.ts'
import { nhcStorms } from '../../../ingestors/sources/nhc-storms/topic.ts'
import { nwsAlerts } from '../../../ingestors/sources/nws-alerts/topic.ts'
import type { HazardFeed } from '../../../ingestors/sources/usgs-quakes/topic.ts'
import { usgsQuakes } from '../../../ingestors/sources/usgs-quakes/topic.ts'
import type { Hazard } from '../../families/hazards/event.ts'
import { type Merged, mergeEvents } from '../../families/hazards/merge.ts'
import { readFeed } from '../../families/hazards/read-feed.ts'
import { mostFirst } from '../../formula/lists.ts'
import { defineSignalService, newest, signalRoute } from '../../kit/index.ts'
import { countEvents, hazardAnswer, shapeHazard, takeHazard, withUsual } from './schema.ts'
import { categoryOf, computeHazard, labels } from './signal.ts'

const topics = [nhcStorms, usgsQuakes, gdacsEvents, nwsAlerts, eonetEvents]
// Filters come after: of the grave ones all are kept, of the rest the gravest of every country or sea and kind.
const [graveFrom, mostGrave, mostMinorEach, mostEvents] = [20, 1_000, 25, 1_500]

export default defineSignalService({
  label: 'hazard',
  title: 'Hazards',
  description: 'Natural hazards of the world from five public feeds, each event once and comparable, as one signal.',
  version: '5',
  tags: ['world', 'hazards'],
  rows: { one: 'world' },
  // Days 0: only the newest moment.
  facts: { feeds: topics.map((topic) => ({ id: topic.origin.id, fact: newest<HazardFeed>(topic, { days: 0 }) })) },
  route: signalRoute({
    path: '/hazard',
    price: '0.05',
    summary: 'Earthquakes, cyclones, fires, floods, volcanoes, droughts and weather alerts, by one severity',
    tags: ['world', 'hazards', 'weather'],
    takes: takeHazard,
    example: { country: 'US' },
    refine: withUsual,
    shape: shapeHazard,
    fresh: { hours: 1 },
    sold: { hours: 3 },
    range: [0, 100],
    leastWeight: 0.4,
    labels,
    answer: hazardAnswer,
  }),
  signal({ feeds }, now) {
    const events = feeds.flatMap(({ id, fact }) => (fact === undefined ? [] : readFeed(id, fact.value)))
    const answer = computeHazard(
      mergeEvents(events),
      feeds.map(({ id, fact }) => ({ id, observedAt: fact?.observedAt ?? null })),
      now,
    )
    const counts = countEvents(answer.merged.map(({ event }) => event))
    const [worst] = answer.merged
    const summary =
      `Hazards are ${answer.label}: ${counts.events} events, ${counts.red} red and ${counts.orange} orange alerts; ` +
      `worst ${worst === undefined ? 'none' : `${worst.event.title.slice(0, 90)} at ${worst.severity}`}${
        answer.mix.coverage.missing.length === 0 ? '' : `; not heard: ${answer.mix.coverage.missing.join(', ')}`
      }.`
    const { mix, label } = answer
    return {
      mix: { ...mix, score: answer.score },
      label,
      summary,
      counts,
      events: keepForFilters(answer.merged).map(describe),
      ...more(events),
    }
  },
})

function keepForFilters(merged: ReturnType<typeof computeHazard<Merged>>['merged']) {
  const minor = new Map<string, number>()
  return merged
    .filter(({ event, severity }, i) => {
      if (severity >= graveFrom) return i < mostGrave
      const sea = event.lat === null || event.lon === null ? '' : `${Math.floor(event.lat / 20)}/${Math.floor(event.lon / 20)}`
      const group = `${event.type}|${event.country ?? sea}`
      minor.set(group, (minor.get(group) ?? 0) + 1)
      return minor.get(group)! <= mostMinorEach
    })
    .slice(0, mostEvents)
}

function describe({ event, severity }: ReturnType<typeof computeHazard<Merged>>['merged'][number]) {
  const { id, type, title, alert, lat, lon, country, countries, area, magnitude, population, source, url, copies, also } = event
  const exposed = { population_exposed: population?.people ?? null, population_basis: population?.basis ?? null }
  const times = { started_at: event.startedAt.toISOString(), updated_at: event.updatedAt.toISOString() }
  return {
    id,
    type,
    title,
    severity,
    alert,
    lat,
    lon,
    country,
    countries,
    ...exposed,
    area,
    magnitude,
    ...times,
    source,
    url,
    copies,
    also,
  }
}

function more(events: readonly Hazard[]) {
  const alerts = events.filter((event) => event.source === 'nws-alerts')
  const kinds = [...Map.groupBy(alerts, (alert) => alert.title)].map(([event, list]) => ({ event, count: list.length }))
  return {
    tropical: events
      .filter((event) => event.type === 'cyclone' && event.windKt !== null)
      .map(({ title, basin, windKt, pressureMb, movement, lat, lon }) => ({
        name: title,
        basin,
        category: categoryOf(windKt!),
        wind_kt: windKt!,
        pressure_mb: pressureMb,
        movement,
        lat,
        lon,
      })),
    us_alerts: {
      extreme: alerts.filter((alert) => alert.severity === 'Extreme').length,
      severe: alerts.filter((alert) => alert.severity === 'Severe').length,
      top_events: kinds.sort(mostFirst('count', 'event')).slice(0, 5),
    },
  }
}
