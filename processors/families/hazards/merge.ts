// One event of several feeds, or of many warnings, told once: who measures it best speaks, and the worst alert any of them gave stays.
import type { Hazard } from './event.ts'

export type Merged = Hazard & { readonly also: readonly string[]; readonly copies: number }

const dayMs = 86_400_000
const mostLinks = 5
const kmADegree = 111
const rank = ['nhc-storms', 'usgs-quakes', 'gdacs-events', 'nws-alerts', 'eonet-events']
const alertOrder = [null, 'green', 'yellow', 'orange', 'red']

/** How far apart two feeds may place the same event, and how long its ends may lie apart. */
const reach: Record<string, { readonly km: number; readonly days: number }> = {
  // An aftershock is not the quake.
  earthquake: { km: 150, days: 1 / 48 },
  // One feed may be a day's way behind the other.
  cyclone: { km: 600, days: 2 },
  wildfire: { km: 40, days: 7 },
  flood: { km: 300, days: 7 },
  volcano: { km: 40, days: 30 },
  drought: { km: 1_000, days: 60 },
}

/** A storm of the same name is the same this far, and in another ocean it is not. */
const namedKm = 2_000

export function mergeEvents(events: readonly Hazard[]): Merged[] {
  const kept: Merged[] = []
  const bySource = Map.groupBy(groupWarnings(events).sort(byRank), ({ source }) => source)
  for (const own of bySource.values()) {
    // A feed tells each of its events once: only those of other feeds may be the same.
    const candidates = Map.groupBy(kept.keys(), (i) => kept[i]!.type)
    for (const event of own) {
      const twin = nearestTwin(kept, candidates.get(event.type) ?? [], event)
      if (twin === null) kept.push(event)
      else kept[twin] = fold(kept[twin]!, event)
    }
  }
  return kept
}

const byRank = (a: Merged, b: Merged): number =>
  rank.indexOf(a.source) - rank.indexOf(b.source) || a.startedAt.getTime() - b.startedAt.getTime() || (a.id < b.id ? -1 : 1)

// One storm brings a warning for each zone: those of a kind and a grade in a state are one event.
function groupWarnings(events: readonly Hazard[]): Merged[] {
  const single = (event: Hazard): Merged => ({ ...event, also: [], copies: 1 })
  const groups = Map.groupBy(events, (event) =>
    event.source === 'nws-alerts' && event.region !== null
      ? [event.title, event.severity, event.certainty, event.urgency, event.region].join('|')
      : `${event.source}|${event.id}`,
  )
  return [...groups.values()].map((group) => {
    const [first, ...rest] = [...group].sort((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime() || (a.id < b.id ? -1 : 1))
    const placed = group.find((one) => one.lat !== null)
    const one = { ...single(first!), lat: placed?.lat ?? null, lon: placed?.lon ?? null, copies: group.length }
    return { ...one, also: rest.flatMap(({ url }) => url ?? []).slice(0, mostLinks) }
  })
}

function nearestTwin(kept: readonly Merged[], candidates: readonly number[], event: Hazard): number | null {
  const twins = candidates.map((i) => ({ i, gap: gapOf(kept[i]!, event) })).filter(({ gap }) => gap <= 1)
  return twins.length === 0 ? null : twins.reduce((best, twin) => (twin.gap < best.gap ? twin : best)).i
}

/** 0: the same in place and time; above 1 it is another event. */
function gapOf(a: Hazard, b: Hazard): number {
  const { km, days } = reach[a.type] ?? { km: 0, days: 0 }
  if (km === 0 || a.lat === null || a.lon === null || b.lat === null || b.lon === null) return Number.POSITIVE_INFINITY
  // Of thousands of fires most are far apart, which the latitudes alone show.
  const farthestKm = a.type === 'cyclone' ? namedKm : km
  if (Math.abs(a.lat - b.lat) * kmADegree > farthestKm) return Number.POSITIVE_INFINITY
  const [apart, distance] = [apartDays(a, b) / days, distanceKm({ lat: a.lat, lon: a.lon }, { lat: b.lat, lon: b.lon })]
  if (a.type === 'cyclone') {
    const [name, other] = [stormName(a.title), stormName(b.title)]
    // Two storms may circle each other; what is named otherwise is another.
    if (name !== '' && other !== '') return name === other ? Math.max(apart, distance / namedKm) : Number.POSITIVE_INFINITY
  }
  if (a.type === 'earthquake' && Math.abs((a.magnitude?.value ?? 0) - (b.magnitude?.value ?? 0)) > 1)
    return Number.POSITIVE_INFINITY
  return Math.max(apart, distance / km)
}

// A quake is a moment. Whatever lasts is the same where the times overlap: one feed dates a fire's first smoke, another its alert.
function apartDays(a: Hazard, b: Hazard): number {
  if (a.type === 'earthquake') return Math.abs(a.startedAt.getTime() - b.startedAt.getTime()) / dayMs
  const gap = Math.max(a.startedAt.getTime(), b.startedAt.getTime()) - Math.min(a.updatedAt.getTime(), b.updatedAt.getTime())
  return Math.max(0, gap) / dayMs
}

// "HU Gilma" and "Tropical Cyclone GILMA-24".
const stormName = (title: string): string =>
  (title.split(' ').at(-1) ?? '')
    .toLowerCase()
    .split('-')[0]!
    .replace(/^(one|two|three|four|five|six|seven|eight|nine|ten)$/, '')

function fold(kept: Merged, event: Merged): Merged {
  const worse = alertOrder.indexOf(event.alert) > alertOrder.indexOf(kept.alert)
  return {
    ...kept,
    alert: worse ? event.alert : kept.alert,
    alertScore: kept.alertScore ?? event.alertScore,
    magnitude: kept.magnitude ?? event.magnitude,
    tsunami: kept.tsunami || event.tsunami,
    countries: [...new Set([...kept.countries, ...event.countries])],
    country: kept.country ?? event.country,
    area: kept.area ?? event.area,
    population: kept.population ?? event.population,
    copies: kept.copies + event.copies,
    also: [...kept.also, ...(event.url === null ? [] : [event.url]), ...event.also],
  }
}

/** Great-circle distance. */
export function distanceKm(a: { lat: number; lon: number }, b: { lat: number; lon: number }): number {
  const rad = Math.PI / 180
  const h =
    Math.sin(((b.lat - a.lat) * rad) / 2) ** 2 +
    Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin(((b.lon - a.lon) * rad) / 2) ** 2
  return 2 * 6_371 * Math.asin(Math.sqrt(Math.min(1, h)))
}
