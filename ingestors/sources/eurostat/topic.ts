// Eurostat's monthly and quarterly figures of each country and of the euro area.
import Type from 'typebox'
import { datedSeries, movesMonthly, movesQuarterly } from '../../shapes/topics.ts'
import { euroArea, formerArea, type Measure, measures, members, quarterlyMeasures } from './datasets.ts'

export { euroArea, type Measure, members } from './datasets.ts'

export const eurostatFigures = datedSeries(
  'eurostat.figures.v1',
  {
    id: 'eurostat',
    name: 'Eurostat statistics',
    url: 'https://ec.europa.eu/eurostat',
    licence: 'CC BY 4.0',
    attribution: 'Eurostat',
  },
  'period',
  {
    measure: Type.String({ enum: measures }),
    place: Type.String({ enum: [euroArea, formerArea, ...members] }),
    value: Type.Number(),
  },
  {
    key: (value) => figureKey(value.measure as Measure, value.place),
    description: 'the first day of its month or quarter',
    moves: (key) => {
      const [measure, place] = key.split('/') as [string, string]
      if (place === formerArea) return null
      return quarterlyMeasures.has(measure) ? movesQuarterly : movesMonthly
    },
  },
)

export const figureKey = (measure: Measure, place: string): string => `${measure}/${place}`
