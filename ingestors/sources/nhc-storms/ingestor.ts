// Polls the current storms; wind and pressure are text, and out of season the list is empty.
import { TollgateError } from '../../../errors.ts'
import { defineIngestor } from '../../define.ts'
import { type HazardFeed, plainEvent, toIso } from '../../hazard-event.ts'
import { nhcStorms } from './topic.ts'

type Storm = Readonly<Record<string, any>>

const basins: Record<string, string> = { al: 'Atlantic', ep: 'Eastern Pacific', cp: 'Central Pacific' }

export default defineIngestor<HazardFeed, unknown>({
  source: 'nhc-storms',
  topic: nhcStorms,
  schedule: '*/15 * * * *',
  grade: 'A',
  fetch: ({ http, signal }) => http.json('https://www.nhc.noaa.gov/CurrentStorms.json', { signal }),
  parse(raw, at) {
    const { activeStorms } = raw as { activeStorms?: Storm[] }
    if (!Array.isArray(activeStorms)) throw new TollgateError('upstream_changed', 'activeStorms is not a list')
    const events = activeStorms.map((storm) => ({
      ...plainEvent,
      id: `nhc:${storm.id}`,
      type: 'cyclone' as const,
      title: `${storm.classification} ${storm.name}`,
      magnitude: { value: Number(storm.intensity), unit: 'kt' },
      lat: storm.latitudeNumeric as number,
      lon: storm.longitudeNumeric as number,
      started_at: toIso(storm.lastUpdate),
      updated_at: toIso(storm.lastUpdate),
      wind_kt: Number(storm.intensity),
      pressure_mb: storm.pressure === null || storm.pressure === undefined ? null : Number(storm.pressure),
      movement: storm.movementDir === undefined ? null : `${storm.movementDir}° at ${storm.movementSpeed} kt`,
      basin: basins[String(storm.id).slice(0, 2)] ?? null,
      url: storm.publicAdvisory?.url ?? null,
    }))
    return [{ at: at.toISOString(), events }]
  },
})
