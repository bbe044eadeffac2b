// The forecast of one cell of the map as MET Norway computed it, steps of one hour at first, of six hours later; in the US with its alerts.
import Type, { type Static } from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintage } from '../../shapes/vintage.ts'

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()])

const step = Type.Object({
  hours: nullable(Type.Integer({ enum: [1, 6], description: 'the period that the amount and the symbol are of' })),
  temp_c: Type.Number({ minimum: -100, maximum: 70 }),
  wind_ms: Type.Number({ minimum: 0, maximum: 150 }),
  wind_from_deg: nullable(Type.Number({ minimum: 0, maximum: 360 })),
  humidity_pct: nullable(Type.Number({ minimum: 0, maximum: 110 })),
  cloud_pct: nullable(Type.Number({ minimum: 0, maximum: 100 })),
  precip_mm: nullable(Type.Number({ minimum: 0, maximum: 2_000 })),
  symbol: nullable(Type.String({ maxLength: 60 })),
  // Optional, both: forecasts on the log from before they were read do not have them, and not every place has them.
  gust_ms: Type.Optional(nullable(Type.Number({ minimum: 0, maximum: 200 }))),
  precip_prob_pct: Type.Optional(nullable(Type.Number({ minimum: 0, maximum: 100 }))),
  // Optional likewise; of steps of six hours, between whose beginnings a day's extremes lie.
  temp_max_c: Type.Optional(nullable(Type.Number({ minimum: -100, maximum: 70 }))),
  temp_min_c: Type.Optional(nullable(Type.Number({ minimum: -100, maximum: 70 }))),
})
export type ForecastStep = Static<typeof step>

const alert = Type.Object({
  id: Type.String({ maxLength: 300 }),
  event: Type.String({ maxLength: 200 }),
  severity: nullable(Type.String({ maxLength: 20 })),
  certainty: nullable(Type.String({ maxLength: 20 })),
  urgency: nullable(Type.String({ maxLength: 20 })),
  effective_at: Type.String({ format: 'date-time' }),
  onset_at: nullable(Type.String({ format: 'date-time' })),
  ends_at: nullable(Type.String({ format: 'date-time' })),
  expires_at: nullable(Type.String({ format: 'date-time' })),
  headline: nullable(Type.String({ maxLength: 300 })),
  url: nullable(Type.String({ maxLength: 300 })),
})
export type CellAlert = Static<typeof alert>

export const forecasts = defineTopic({
  name: 'metno.forecast.v1',
  origin: {
    id: 'metno-forecast',
    name: 'MET Norway Locationforecast 2.0',
    url: 'https://api.met.no/weatherapi/locationforecast/2.0/documentation',
    licence: 'CC BY 4.0',
    attribution: 'Data from MET Norway; alerts of places in the United States from the National Weather Service',
  },
  schema: Type.Object({
    cell: Type.String({ pattern: '^-?\\d{1,2}\\.\\d{2},-?\\d{1,3}\\.\\d{2}$' }),
    updated_at: Type.String({ format: 'date-time' }),
    steps: Type.Record(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:00:00Z$' }), step, {
      description: 'by the time each begins',
      minProperties: 1,
      maxProperties: 200,
      additionalProperties: false,
    }),
    // Optional: forecasts on the log from before alerts were read do not have it.
    alerts: Type.Optional(
      nullable(
        Type.Array(alert, {
          maxItems: 100,
          description: 'null where no service of alerts is read for the place, or it did not answer',
        }),
      ),
    ),
    vintage,
  }),
  partitions: 4,
  retention: { days: 14 },
  key: (value) => value.cell,
  observedAt: (value) => new Date(value.updated_at),
  ...revisedByVintage,
})
