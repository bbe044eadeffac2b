// Working gas in underground storage by region and week, with the five-year average that the report itself gives.
import Type from 'typebox'
import { datedSeries, orNull } from '../../shapes/topics.ts'

export const gasRegions = ['total', 'east', 'midwest', 'mountain', 'pacific', 'south-central'] as const

export const gasStorage = datedSeries(
  'eia.gas-storage.v1',
  {
    id: 'eia-gas-storage',
    name: 'EIA Weekly Natural Gas Storage Report',
    url: 'https://ir.eia.gov/ngs/ngs.html',
    licence: 'public domain',
    attribution: 'U.S. Energy Information Administration',
  },
  'week',
  {
    region: Type.String({ enum: gasRegions }),
    bcf: Type.Number({ minimum: 0, maximum: 10_000 }),
    net_change_bcf: orNull(Type.Number({ minimum: -1_000, maximum: 1_000 })),
    average_5y_bcf: orNull(Type.Number({ minimum: 0, maximum: 10_000 })),
    vs_5y_pct: orNull(Type.Number({ minimum: -100, maximum: 1_000 })),
    vs_year_pct: orNull(Type.Number({ minimum: -100, maximum: 1_000 })),
  },
  // Told on the Thursday after it, of holidays a day around.
  { key: ({ region }) => region, description: 'the Friday it ends', moves: { days: 7, toldAfterDays: 7 } },
)
