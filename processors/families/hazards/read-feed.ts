// The events of one feed, read alike for whoever tells of them.
import type { HazardFeed } from '../../../ingestors/sources/usgs-quakes/topic.ts'
import { countryOfPlace, countryOfTitle } from './countries.ts'
import type { Hazard } from './event.ts'

/** The events of a feed that go on, each once and with the country it is in. */
export function readFeed(source: string, feed: HazardFeed): Hazard[] {
  // A feed may hold a point for each episode of an event; the newest speaks.
  const newest = new Map<string, HazardFeed['events'][number]>()
  for (const event of feed.events.filter((one) => !hasEnded(one, feed.at)))
    if (event.updated_at >= (newest.get(event.id)?.updated_at ?? '')) newest.set(event.id, event)
  return [...newest.values()].map((event) => {
    const country = event.country ?? event.countries[0] ?? countryOf(event, source)
    return {
      ...readEvent(event, source),
      country,
      countries: event.countries.length === 0 && country !== null ? [country] : event.countries,
    }
  })
}

function readEvent(event: HazardFeed['events'][number], source: string): Hazard {
  return {
    ...event,
    country: null,
    region: event.region ?? null,
    population: event.population ?? null,
    type: event.type === 'weather' && /flood/i.test(event.title) ? 'flood' : event.type,
    source,
    alertScore: event.alert_score,
    startedAt: new Date(event.started_at),
    updatedAt: new Date(event.updated_at),
    windKt: event.wind_kt,
    pressureMb: event.pressure_mb,
  }
}

// An alert without an end holds until its message runs out.
function hasEnded({ ends_at, expires_at }: HazardFeed['events'][number], at: string): boolean {
  const end = ends_at ?? expires_at
  return end !== null && end <= at
}

// The weather service warns of its own country, whose counties it names without it.
const countryOf = ({ area, title }: HazardFeed['events'][number], source: string): string | null =>
  source === 'nws-alerts' ? 'US' : (countryOfPlace(area) ?? countryOfTitle(title))
