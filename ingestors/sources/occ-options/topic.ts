// Options on one underlying as the clearing house counts them after a day: open contracts by expiry, and the day's volume by who traded.
import Type, { type Static } from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { orNull } from '../../shapes/topics.ts'

const contracts = Type.Integer({ minimum: 0 })
const day = Type.String({ format: 'date' })
const sides = { calls: contracts, puts: contracts }

const schema = Type.Object({
  ticker: Type.String({ pattern: '^[A-Z][A-Z0-9]{0,5}(-[A-Z0-9]{1,2})?$' }),
  date: Type.String({ format: 'date', description: 'the newest day with volume' }),
  open: Type.Object(sides, { description: 'open contracts of all expiries' }),
  expiries: Type.Array(
    Type.Object({
      date: day,
      ...sides,
      max_pain: orNull(Type.Number({ exclusiveMinimum: 0, description: 'the strike at which holders get least' })),
    }),
    { minItems: 1, description: 'the nearest first' },
  ),
  largest: Type.Array(
    Type.Object({
      expiry: day,
      strike: Type.Number({ exclusiveMinimum: 0 }),
      side: Type.String({ enum: ['call', 'put'] }),
      open: contracts,
    }),
    { maxItems: 40, description: 'the largest open positions' },
  ),
  volume: Type.Object({
    all: Type.Object(sides),
    customers: Type.Object(sides),
    firms: Type.Object(sides),
    makers: Type.Object(sides),
  }),
})
export type OptionsDay = Static<typeof schema>

export const optionsDays = defineTopic({
  name: 'occ.options.v1',
  origin: {
    id: 'occ-options',
    name: 'OCC series search and volume query',
    url: 'https://www.theocc.com/market-data/market-data-reports/volume-and-open-interest',
    licence: 'terms unread: derived figures only',
    attribution: 'The Options Clearing Corporation',
  },
  schema,
  partitions: 4,
  moves: { days: 5, of: 'any' },
  retention: { days: 400 },
  key: (value) => value.ticker,
  observedAt: (value) => new Date(`${value.date}T00:00:00Z`),
})
