// Polls the events on GDACS' map, and its feed for the people exposed; a cyclone's severity there is its forecast's, never the wind of now.
import { TollgateError } from '../../../base/errors.ts'
import { fetchedOrAside, readOrSetAside } from '../../aside.ts'
import { defineIngestor } from '../../define.ts'
import { type Row, readNumber, readNumberOrNull, readRow, readRows, readText, readTextOrNull } from '../../formats/json.ts'
import { type HazardEvent, type HazardFeed, type HazardType, plainEvent, toIso, toPlace } from '../../shapes/hazard-event.ts'
import { readPopulations } from './populations.ts'
import { gdacsEvents } from './topic.ts'

const types: Record<string, HazardType> = {
  EQ: 'earthquake',
  TC: 'cyclone',
  FL: 'flood',
  VO: 'volcano',
  WF: 'wildfire',
  DR: 'drought',
}

interface Raw {
  readonly map: unknown
  /** null: it did not answer; the events are worth having without. */
  readonly feed: string | null
}

const base = 'https://www.gdacs.org'

export default defineIngestor<HazardFeed, Raw>({
  source: 'gdacs-events',
  topic: gdacsEvents,
  schedule: '*/10 * * * *',
  grade: 'B',
  proof: 'captured 2026-06-23',
  apart: 1,
  async fetch({ http, signal, setAside }) {
    const map = await http.json(`${base}/gdacsapi/api/events/geteventlist/MAP`, { signal })
    // Without who is exposed the events are events all the same.
    const asked = http.text(`${base}/xml/rss.xml`, { expect: 'xml', signal })
    return { map, feed: (await fetchedOrAside('rss.xml', asked, setAside)) ?? null }
  },
  parse({ map, feed }, at, setAside) {
    const features = readRows(readRow(map, 'the event list').features, 'features')
    const read = () => (feed === null ? null : readPopulations(feed))
    const populations = readOrSetAside(() => 'rss.xml', read, setAside) ?? null
    const events = features.flatMap((feature) => readEvent(feature) ?? [])
    return [
      { at: at.toISOString(), events: events.map((event) => ({ ...event, population: populations?.get(event.id) ?? null })) },
    ]
  },
})

/** null: a track or a shape beside the event's own point, or a kind of event that is none of nature's. */
function readEvent(feature: Row): HazardEvent | null {
  const [properties, geometry] = [readRow(feature.properties, 'properties'), readRow(feature.geometry, 'geometry')]
  const type = types[readText(properties.eventtype, 'eventtype')]
  if (geometry.type !== 'Point' || type === undefined) return null
  const level = readTextOrNull(properties.alertlevel, 'alertlevel')?.toLowerCase()
  const measured = properties.severitydata == null ? {} : readRow(properties.severitydata, 'severitydata')
  const [severity, unit] = [
    readNumberOrNull(measured.severity, 'severity'),
    readTextOrNull(measured.severityunit, 'severityunit'),
  ]
  const affected =
    properties.affectedcountries == null ? [] : readRows(properties.affectedcountries, 'affectedcountries', { mayBeEmpty: true })
  const link = properties.url == null ? {} : readRow(properties.url, 'url')
  return {
    ...plainEvent,
    // The map may hold a point for each episode; they share an id.
    id: `gdacs:${properties.eventtype}${readNumber(properties.eventid, 'eventid')}`,
    type,
    title: readText(properties.name, 'name'),
    alert: level === 'green' || level === 'orange' || level === 'red' ? level : null,
    alert_score: readNumberOrNull(properties.alertscore, 'alertscore'),
    // Floods and eruptions are given as 0 of nothing.
    magnitude: severity === null || severity === 0 || unit === null ? null : { value: severity, unit },
    ...toPlace(geometry.coordinates),
    countries: affected.flatMap((country) => readCountry(country.iso2) ?? []),
    country: readCountry(affected[0]?.iso2),
    area: readTextOrNull(properties.country, 'country'),
    started_at: toIso(properties.fromdate),
    updated_at: toIso(properties.datemodified),
    url: readTextOrNull(link.report, 'report'),
  }
}

function readCountry(iso2: unknown): string | null {
  const code = readTextOrNull(iso2, 'iso2')
  if (code !== null && !/^[A-Z]{2}$/.test(code))
    throw new TollgateError('upstream_changed', `${code} is not the code of a country`)
  return code
}
