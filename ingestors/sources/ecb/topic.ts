// The European Central Bank's rates, yields, exchange rates and its stress index.
import Type from 'typebox'
import { dailySeries, movesDaily, movesMonthly } from '../../shapes/topics.ts'
import { flows, namesOf } from './series.ts'

export { currencies, dailyCurrencies, series, yieldCountries } from './series.ts'

export const ecbObservations = dailySeries(
  'ecb.observations.v1',
  {
    id: 'ecb',
    name: 'ECB Data Portal',
    url: 'https://data.ecb.europa.eu/',
    licence: 'free reuse with the source named',
    attribution: 'European Central Bank',
  },
  {
    series: Type.String({ enum: flows.flatMap(namesOf) }),
    value: Type.Number(),
  },
  {
    key: (value) => value.series,
    description: 'the day, or the first of its month',
    moves: (name) => (name.split('.')[1] === 'M' ? movesMonthly : movesDaily),
  },
)
