// The /forecast answer, field by field, and the imperial figures beside it where they are asked for.

import { round } from '../../formula/index.ts'
import {
  count,
  day,
  fields,
  known,
  list,
  maybe,
  moment,
  number,
  optional,
  pct,
  type Stored,
  section,
  share,
  text,
} from '../../kit/index.ts'

export const forecastAnswer = fields({
  location: {
    name: text('the large city here, else the coordinates'),
    country: maybe(text()),
    lat: known(number()),
    lon: known(number()),
    timezone: text('away from every known city the sun’s own, as Etc/GMT'),
  },
  date: day('the local day'),
  daily: {
    temp_min_c: known(number(undefined, 1)),
    temp_max_c: known(number(undefined, 1)),
    temp_mean_c: number('weighted by hours', 1),
    precip_mm: number('of the whole local day, as far as the forecast covers it', 1),
    precip_prob_pct: pct('the highest of the day’s steps, where it is computed: around the Nordic countries', 0),
    wind_max_ms: known(number(undefined, 1)),
    gust_max_ms: number('where gusts are computed: around the Nordic countries', 1),
    humidity_mean_pct: pct('relative humidity', 0),
    cloud_mean_pct: pct('share of the sky', 0),
    symbol: maybe(text()),
    hours_covered: known(number('of the local day’s hours', 0)),
    sunrise: maybe(text()),
    sunset: maybe(text()),
  },
  components: section(
    {
      wind: known(share()),
      rain: known(share()),
      snow: known(share()),
      heat: known(share()),
      cold: known(share()),
      thunder: known(share()),
      alert: maybe(known(share()), 'the gravest official alert of the day; null where none are read'),
    },
    'what the score is made of, the same scale at every latitude',
  ),
  alerts: maybe(
    list({
      event: text(),
      severity: maybe(text()),
      certainty: maybe(text()),
      urgency: maybe(text()),
      onset: moment(),
      expires: maybe(text()),
      headline: maybe(text()),
      url: maybe(text()),
    }),
    'official alerts in force on that day, gravest first; null outside the United States, where none are read',
  ),
  imperial: optional(
    section(
      {
        temp_min_f: known(number(undefined, 1)),
        temp_max_f: known(number(undefined, 1)),
        precip_in: number('inches'),
        wind_max_mph: known(number(undefined, 1)),
        vs_yesterday_f: number('degrees Fahrenheit'),
      },
      'the daily figures once more, with units=imperial',
    ),
  ),
  comparison: { vs_yesterday_c: number('mean temperature against the day before, where it is in the forecast') },
  hourly: list({
    time: moment(),
    hours: count('how long this step is'),
    temp_c: known(number()),
    precip_mm: number('of the step', 1),
    wind_ms: known(number()),
    wind_from_deg: number('where it comes from'),
    humidity_pct: pct('relative humidity'),
    symbol: maybe(text()),
  }),
})

type Body = { readonly signal: { readonly as_of: string; readonly summary: string } } & Stored<typeof forecastAnswer>

const orNull = (value: number | null, to: (value: number) => number): number | null => (value === null ? null : to(value))

type Daily = Pick<Body['daily'], 'temp_min_c' | 'temp_max_c' | 'precip_mm' | 'wind_max_ms'>

/** As the summary has them. */
export const figuresOf = ({ temp_min_c, temp_max_c, precip_mm, wind_max_ms }: Daily): string =>
  `${temp_min_c} to ${temp_max_c} °C, ${precip_mm ?? 'unknown'} mm, wind up to ${wind_max_ms} m/s`

const imperialFigures = ({ temp_min_f, temp_max_f, precip_in, wind_max_mph }: NonNullable<Body['imperial']>): string =>
  `${temp_min_f} to ${temp_max_f} °F, ${precip_in ?? 'unknown'} in, wind up to ${wind_max_mph} mph`

export function inUnits(body: Body, units: string | undefined): Body {
  if (units !== 'imperial') return body
  const { daily, comparison } = body
  const imperial = {
    temp_min_f: round(daily.temp_min_c * 1.8 + 32, 1),
    temp_max_f: round(daily.temp_max_c * 1.8 + 32, 1),
    precip_in: orNull(daily.precip_mm, (mm) => round(mm / 25.4, 2)),
    wind_max_mph: round(daily.wind_max_ms * 2.236936, 1),
    vs_yesterday_f: orNull(comparison.vs_yesterday_c, (degrees) => round(degrees * 1.8, 1)),
  }
  const { signal } = body
  return {
    ...body,
    signal: { ...signal, summary: signal.summary.replace(figuresOf(daily), imperialFigures(imperial)) },
    imperial,
  }
}
