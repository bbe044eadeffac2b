// The alerts in force at a place in the United States, as its weather service gives them for a point.
import { TollgateError } from '../../../base/errors.ts'
import type { FetchContext } from '../../define.ts'
import { readRow, readRows, readText, readTextOrNull } from '../../formats/json.ts'
import { toIso } from '../../shapes/hazard-event.ts'
import type { CellAlert } from './topic.ts'

const base = 'https://api.weather.gov'
const timeoutMs = 4_000
const mostAlerts = 100

/** Around the states and territories; what lies in a box and not in the country the service itself does not know. */
const boxes: readonly (readonly [south: number, west: number, north: number, east: number])[] = [
  [24.4, -125, 49.5, -66.9],
  [51, -180, 71.6, -129.9],
  [51, 172, 54, 180],
  [18.8, -160.4, 22.4, -154.7],
  [17.6, -67.5, 18.7, -64.4],
  [13.1, 144.5, 20.7, 146.2],
  [-14.7, -171.2, -11, -168],
]

export const mayBeCovered = (lat: number, lon: number): boolean =>
  boxes.some(([south, west, north, east]) => lat >= south && lat <= north && lon >= west && lon <= east)

/** null: not a place of the United States, or its service did not answer; the forecast is worth having without. */
export async function fetchAlerts(lat: number, lon: number, { http, signal }: FetchContext): Promise<unknown> {
  if (!mayBeCovered(lat, lon)) return null
  const point = `${lat},${lon}`
  try {
    // Of a point outside the country this is a 404, while a search for its alerts would find none and sound like an all-clear.
    await http.json(`${base}/points/${point}`, { signal, timeoutMs })
    return await http.json(`${base}/alerts/active?status=actual&point=${point}`, { signal, timeoutMs })
  } catch (error) {
    if (!(error instanceof TollgateError) || signal.aborted) throw error
    return null
  }
}

export function readAlerts(raw: unknown): CellAlert[] | null {
  if (raw === null) return null
  const features = readRows(readRow(raw, 'the alerts').features, 'features', { mayBeEmpty: true })
  return features.slice(0, mostAlerts).flatMap((feature) => {
    const alert = readRow(feature.properties, 'properties')
    const [status, kind] = [readText(alert.status, 'status'), readText(alert.messageType, 'messageType')]
    // Tests, and alerts taken back.
    if (status !== 'Actual' || (kind !== 'Alert' && kind !== 'Update')) return []
    const time = (member: string) => (alert[member] == null ? null : toIso(alert[member]))
    return [
      {
        id: readText(alert.id, 'id'),
        event: readText(alert.event, 'event'),
        severity: readTextOrNull(alert.severity, 'severity'),
        certainty: readTextOrNull(alert.certainty, 'certainty'),
        urgency: readTextOrNull(alert.urgency, 'urgency'),
        effective_at: toIso(alert.effective),
        onset_at: time('onset'),
        ends_at: time('ends'),
        expires_at: time('expires'),
        headline: readTextOrNull(alert.headline, 'headline')?.slice(0, 300) ?? null,
        url: readTextOrNull(alert['@id'], '@id'),
      },
    ]
  })
}
