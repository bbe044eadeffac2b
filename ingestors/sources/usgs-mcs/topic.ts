// The US Geological Survey's yearly summaries of minerals: who mines what, what is left, and how much the United States buys abroad.
import Type from 'typebox'
import { monthlySeries, movesMonthlyOfAny, orNull } from '../../shapes/topics.ts'

const figure = Type.Object({ country: Type.String({ minLength: 1 }), year: Type.Integer(), value: Type.Number({ minimum: 0 }) })

export const mineralSummaries = monthlySeries(
  'usgs.mineral-summaries.v1',
  {
    id: 'usgs-mcs',
    name: 'Mineral Commodity Summaries',
    url: 'https://www.usgs.gov/centers/national-minerals-information-center/mineral-commodity-summaries',
    licence: 'public domain',
    attribution: 'U.S. Geological Survey',
  },
  {
    slug: Type.String({ pattern: '^[a-z0-9-]{2,60}$' }),
    name: Type.String({ minLength: 1 }),
    edition: Type.Integer({ minimum: 2020, maximum: 2100 }),
    is_critical: Type.Boolean({ description: 'on the list of critical minerals' }),
    unit: Type.String({ minLength: 1 }),
    stage: Type.String({ minLength: 1, description: 'what is counted, such as mine production' }),
    production: Type.Array(figure, { minItems: 1, description: 'countries by name, World total and Other countries among them' }),
    withheld: Type.Array(Type.String(), { description: 'countries whose production is not told' }),
    reserves: orNull(Type.Object({ value: Type.Number({ minimum: 0 }), unit: Type.String(), is_at_least: Type.Boolean() })),
    import_reliance: orNull(
      Type.Object({
        pct: Type.Number({ minimum: 0, maximum: 100, description: 'of apparent consumption; 0 for a net exporter' }),
        year: Type.Integer(),
        bound: Type.String({ enum: ['exact', 'at_least', 'at_most', 'net_exporter'] }),
      }),
    ),
  },
  {
    moves: movesMonthlyOfAny,
    key: (value) => value.slug,
    description: 'the first day of the month it was read in',
    keptDays: 3_700,
  },
)
