// Polls the events on GDACS' map; a cyclone's severity there is the strongest wind of its forecast track, never the wind of now.
import { TollgateError } from '../../../errors.ts'
import { defineIngestor } from '../../define.ts'
import { type HazardEvent, type HazardFeed, type HazardType, plainEvent, toIso } from '../../hazard-event.ts'
import { gdacsEvents } from './topic.ts'

interface Feature {
  readonly properties: Readonly<Record<string, any>>
  readonly geometry: { readonly type: string; readonly coordinates: readonly number[] }
}

const types: Record<string, HazardType> = {
  EQ: 'earthquake',
  TC: 'cyclone',
  FL: 'flood',
  VO: 'volcano',
  WF: 'wildfire',
  DR: 'drought',
}

export default defineIngestor<HazardFeed, unknown>({
  source: 'gdacs-events',
  topic: gdacsEvents,
  schedule: '*/10 * * * *',
  grade: 'B',
  fetch: ({ http, signal }) => http.json('https://www.gdacs.org/gdacsapi/api/events/geteventlist/MAP', { signal }),
  parse(raw, at) {
    const { features } = raw as { features?: Feature[] }
    if (!Array.isArray(features)) throw new TollgateError('upstream_changed', 'the event list has no features')
    const points = features.filter(({ geometry, properties }) => geometry?.type === 'Point' && properties.eventtype in types)
    // The map holds a point for each episode; the newest speaks.
    const newest = new Map(points.map((feature) => [`${feature.properties.eventtype}${feature.properties.eventid}`, feature]))
    return [{ at: at.toISOString(), events: [...newest].map(([id, feature]) => readEvent(id, feature)) }]
  },
})

function readEvent(id: string, { properties, geometry }: Feature): HazardEvent {
  const level = String(properties.alertlevel).toLowerCase()
  const { severity, severityunit } = (properties.severitydata ?? {}) as { severity?: number; severityunit?: string }
  const affected = (properties.affectedcountries ?? []) as { iso2?: string }[]
  return {
    ...plainEvent,
    id: `gdacs:${id}`,
    type: types[properties.eventtype as string]!,
    title: String(properties.name ?? properties.description),
    alert: level === 'green' || level === 'orange' || level === 'red' ? level : null,
    alert_score: typeof properties.alertscore === 'number' ? properties.alertscore : null,
    magnitude: severity === undefined || severityunit === undefined ? null : { value: severity, unit: severityunit },
    lat: geometry.coordinates[1] ?? null,
    lon: geometry.coordinates[0] ?? null,
    countries: affected.flatMap((country) => (country.iso2 ? [country.iso2.toUpperCase()] : [])),
    area: properties.country ?? null,
    started_at: toIso(properties.fromdate),
    updated_at: toIso(properties.datemodified ?? properties.todate),
    url: properties.url?.report ?? null,
  }
}
