// The /forecast answer, field by field, and the imperial figures beside it where they are asked for.
import Type, { type Static } from 'typebox'
import { answerSchema, signalSchema } from '../../answer.ts'
import { round } from '../../stats.ts'
import { labels } from './signal.ts'

const maybe = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })
const text = Type.Union([Type.String(), Type.Null()])
const share = Type.Number({ minimum: 0, maximum: 1 })

export const forecastAnswer = answerSchema(signalSchema(labels, [0, 100]), {
  location: Type.Object({
    name: Type.String({ description: 'the large city here, else the coordinates' }),
    country: text,
    lat: Type.Number(),
    lon: Type.Number(),
    timezone: Type.String({ description: 'away from every known city the sun’s own, as Etc/GMT' }),
  }),
  date: Type.String({ format: 'date', description: 'the local day' }),
  daily: Type.Object({
    temp_min_c: Type.Number(),
    temp_max_c: Type.Number(),
    temp_mean_c: maybe('weighted by hours'),
    precip_mm: maybe('of the whole local day, as far as the forecast covers it'),
    precip_prob_pct: maybe('the highest of the day’s steps, where it is computed: around the Nordic countries'),
    wind_max_ms: Type.Number(),
    gust_max_ms: maybe('where gusts are computed: around the Nordic countries'),
    humidity_mean_pct: maybe('relative humidity'),
    cloud_mean_pct: maybe('share of the sky'),
    symbol: text,
    hours_covered: Type.Number({ description: 'of the local day’s hours' }),
    sunrise: text,
    sunset: text,
  }),
  components: Type.Object(
    {
      wind: share,
      rain: share,
      snow: share,
      heat: share,
      cold: share,
      thunder: share,
      alert: Type.Union([share, Type.Null()], { description: 'the gravest official alert of the day; null where none are read' }),
    },
    { description: 'what the score is made of, the same scale at every latitude' },
  ),
  alerts: Type.Union(
    [
      Type.Array(
        Type.Object({
          event: Type.String(),
          severity: text,
          certainty: text,
          urgency: text,
          onset: Type.String({ format: 'date-time' }),
          expires: text,
          headline: text,
          url: text,
        }),
      ),
      Type.Null(),
    ],
    { description: 'official alerts in force on that day, gravest first; null outside the United States, where none are read' },
  ),
  imperial: Type.Optional(
    Type.Object(
      {
        temp_min_f: Type.Number(),
        temp_max_f: Type.Number(),
        precip_in: maybe('inches'),
        wind_max_mph: Type.Number(),
        vs_yesterday_f: maybe('degrees Fahrenheit'),
      },
      { description: 'the daily figures once more, with units=imperial' },
    ),
  ),
  comparison: Type.Object({ vs_yesterday_c: maybe('mean temperature against the day before, where it is in the forecast') }),
  hourly: Type.Array(
    Type.Object({
      time: Type.String({ format: 'date-time' }),
      hours: Type.Integer({ description: 'how long this step is' }),
      temp_c: Type.Number(),
      precip_mm: maybe('of the step'),
      wind_ms: Type.Number(),
      wind_from_deg: maybe('where it comes from'),
      humidity_pct: maybe('relative humidity'),
      symbol: text,
    }),
  ),
})

type Body = Omit<Static<typeof forecastAnswer>, 'meta'>

const orNull = (value: number | null, to: (value: number) => number): number | null => (value === null ? null : to(value))

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
  return { ...body, imperial }
}
