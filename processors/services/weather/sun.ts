// Sunrise and sunset by the low-precision formulas of the Astronomical Almanac, good to a few minutes outside the polar circles.
const rad = Math.PI / 180
const dayMs = 86_400_000
const j2000 = Date.UTC(2000, 0, 1, 12)
// The sun's upper edge, seen through the air that lifts it.
const horizon = -0.833

/** null for both where the sun does not rise or does not set on that day. */
export function sunTimes(date: string, lat: number, lon: number): { sunrise: string | null; sunset: string | null } {
  const day = Math.round((Date.parse(`${date}T12:00:00Z`) - j2000) / dayMs)
  const noon = day - lon / 360
  const anomaly = (357.5291 + 0.98560028 * noon) % 360
  const centre = 1.9148 * sin(anomaly) + 0.02 * sin(2 * anomaly) + 0.0003 * sin(3 * anomaly)
  const longitude = (anomaly + centre + 282.9372) % 360
  const transit = noon + 0.0053 * sin(anomaly) - 0.0069 * sin(2 * longitude)
  const sinDeclination = sin(longitude) * sin(23.4397)
  const cosDeclination = Math.cos(Math.asin(sinDeclination))
  const cosHour = (sin(horizon) - sin(lat) * sinDeclination) / (Math.cos(lat * rad) * cosDeclination)
  if (!(cosHour >= -1 && cosHour <= 1)) return { sunrise: null, sunset: null }
  const half = Math.acos(cosHour) / rad / 360
  const minute = (days: number) => new Date(Math.round((j2000 + days * dayMs) / 60_000) * 60_000).toISOString()
  return { sunrise: minute(transit - half), sunset: minute(transit + half) }
}

const sin = (degrees: number): number => Math.sin(degrees * rad)
