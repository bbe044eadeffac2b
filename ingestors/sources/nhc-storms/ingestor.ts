// Polls the current storms; wind and pressure are text, and out of season the list is empty.
import { defineIngestor } from '../../define.ts'
import { type Row, readNumber, readNumberOrNull, readRow, readRows, readText, readTextOrNull } from '../../formats/json.ts'
import { type HazardEvent, type HazardFeed, plainEvent, toIso, toPlace } from '../../shapes/hazard-event.ts'
import { nhcStorms } from './topic.ts'

const basins: Record<string, string> = { al: 'Atlantic', ep: 'Eastern Pacific', cp: 'Central Pacific' }

export default defineIngestor<HazardFeed, unknown>({
  source: 'nhc-storms',
  topic: nhcStorms,
  schedule: '*/15 * * * *',
  grade: 'A',
  proof: 'captured 2026-07-24',
  apart: 1,
  nothingIsNews: true,
  fetch: ({ http, signal }) => http.json('https://www.nhc.noaa.gov/CurrentStorms.json', { signal }),
  parse(raw, at) {
    const storms = readRows(readRow(raw, 'the answer').activeStorms, 'activeStorms', { mayBeEmpty: true })
    return [{ at: at.toISOString(), events: storms.map(readStorm) }]
  },
})

function readStorm(storm: Row): HazardEvent {
  const id = readText(storm.id, 'id')
  const wind = readNumber(storm.intensity, 'intensity')
  const [direction, speed] = [
    readNumberOrNull(storm.movementDir, 'movementDir'),
    readNumberOrNull(storm.movementSpeed, 'movementSpeed'),
  ]
  const updated = toIso(storm.lastUpdate)
  const advisory = storm.publicAdvisory == null ? {} : readRow(storm.publicAdvisory, 'publicAdvisory')
  return {
    ...plainEvent,
    id: `nhc:${id}`,
    type: 'cyclone',
    title: `${readText(storm.classification, 'classification')} ${readText(storm.name, 'name')}`,
    magnitude: { value: wind, unit: 'kt' },
    ...toPlace([storm.longitudeNumeric, storm.latitudeNumeric]),
    started_at: updated,
    updated_at: updated,
    wind_kt: wind,
    pressure_mb: readNumberOrNull(storm.pressure, 'pressure'),
    movement: direction === null || speed === null ? null : `${direction}° at ${speed} kt`,
    basin: basins[id.slice(0, 2)] ?? null,
    url: readTextOrNull(advisory.url, 'url'),
  }
}
