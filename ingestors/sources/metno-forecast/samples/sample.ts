// Written by us in MET Norway's shape: GeoJSON, hourly steps for two days and a half, then six-hourly ones, the last without a period.
import { defineSample } from '../../../define.ts'
import { dayNumber, noise } from '../../../samples/walk.ts'
import { answerAlerts } from './alerts.ts'

const hourMs = 3_600_000
const hourly = 60
const lastHour = 250

export default defineSample({
  answer(url, now) {
    if (url.hostname === 'api.weather.gov') return answerAlerts(url, now)
    if (url.hostname !== 'api.met.no') return null
    const [lat, lon] = [Number(url.searchParams.get('lat')), Number(url.searchParams.get('lon'))]
    const first = Math.floor(now.getTime() / hourMs)
    const hours: number[] = []
    for (let hour = 0; hour <= hourly; hour++) hours.push(first + hour)
    for (let hour = Math.ceil((first + hourly + 1) / 6) * 6; hour <= first + lastHour; hour += 6) hours.push(hour)
    const body = {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [lon, lat, 35] },
      properties: {
        meta: {
          // A new run every hour, at its twentieth minute.
          updated_at: `${new Date(Math.floor((now.getTime() - hourMs / 3) / hourMs) * hourMs + hourMs / 3).toISOString().slice(0, 19)}Z`,
          units: {
            air_pressure_at_sea_level: 'hPa',
            air_temperature: 'celsius',
            air_temperature_max: 'celsius',
            air_temperature_min: 'celsius',
            cloud_area_fraction: '%',
            precipitation_amount: 'mm',
            relative_humidity: '%',
            wind_from_direction: 'degrees',
            wind_speed: 'm/s',
            ...(isNordic(lat, lon) ? { wind_speed_of_gust: 'm/s', probability_of_precipitation: '%' } : {}),
          },
        },
        timeseries: hours.map((hour, i) => stepAt(hour, hours[i + 1], lat, lon)),
      },
    }
    return { type: 'application/json', body: JSON.stringify(body) }
  },
})

// Gusts and chances of rain are only computed there.
const isNordic = (lat: number, lon: number): boolean => lat > 50 && lat < 74 && lon > -12 && lon < 42

function extremesOf(hour: number, lat: number, lon: number) {
  const degrees = Array.from({ length: 7 }, (_, i) => temperatureAt(hour + i, lat, lon))
  return { air_temperature_max: tenths(Math.max(...degrees)), air_temperature_min: tenths(Math.min(...degrees)) }
}

function temperatureAt(hour: number, lat: number, lon: number): number {
  const at = new Date(hour * hourMs)
  const day = dayNumber(at)
  const season = Math.cos(((day % 365) / 365) * 2 * Math.PI) * (lat >= 0 ? -1 : 1)
  const warmth = 28 - Math.abs(lat) * 0.38 + season * Math.abs(lat) * 0.18 + 4 * noise(`${lat},${lon}/t`, day)
  return warmth + 4 * Math.cos(((at.getUTCHours() + lon / 15 - 15) / 24) * 2 * Math.PI)
}

function stepAt(hour: number, next: number | undefined, lat: number, lon: number) {
  const at = new Date(hour * hourMs)
  const day = dayNumber(at)
  const place = `${lat},${lon}`
  const cloud = Math.min(100, Math.max(0, 55 + 55 * noise(`${place}/c`, Math.floor(hour / 5))))
  const rain = Math.max(0, noise(`${place}/r`, Math.floor(hour / 7)) - 0.45) * 3
  const temperature = temperatureAt(hour, lat, lon)
  const sky =
    rain > 0.8
      ? temperature < 0.5
        ? 'snow'
        : 'rain'
      : rain > 0
        ? temperature < 0.5
          ? 'lightsnow'
          : 'lightrain'
        : cloudy(cloud)
  const summary = { symbol_code: sky }
  const chance = isNordic(lat, lon) ? { probability_of_precipitation: tenths(Math.min(100, rain * 40 + cloud / 5)) } : {}
  return {
    time: `${at.toISOString().slice(0, 19)}Z`,
    data: {
      instant: {
        details: {
          air_pressure_at_sea_level: tenths(1_013 + 15 * noise(`${place}/p`, day)),
          air_temperature: tenths(temperature),
          cloud_area_fraction: tenths(cloud),
          relative_humidity: tenths(65 + 25 * noise(`${place}/h`, Math.floor(hour / 4))),
          wind_from_direction: tenths(180 + 179 * noise(`${place}/d`, Math.floor(hour / 9))),
          wind_speed: tenths(5 + 4.5 * noise(`${place}/w`, Math.floor(hour / 3))),
          ...(isNordic(lat, lon) ? { wind_speed_of_gust: tenths(9 + 8 * noise(`${place}/w`, Math.floor(hour / 3))) } : {}),
        },
      },
      ...(next === undefined ? {} : { next_12_hours: { summary } }),
      ...(next === hour + 1 ? { next_1_hours: { summary, details: { precipitation_amount: tenths(rain), ...chance } } } : {}),
      ...(next === undefined
        ? {}
        : {
            next_6_hours: {
              summary,
              details: { precipitation_amount: tenths(rain * 6), ...extremesOf(hour, lat, lon), ...chance },
            },
          }),
    },
  }
}

const cloudy = (pct: number): string => (pct < 15 ? 'clearsky_day' : pct < 60 ? 'partlycloudy_day' : 'cloudy')
const tenths = (value: number): number => Math.round(value * 10) / 10
