// The World Bank's yearly figures by country: output, prices, public money, reserves, short-term debt, exchange rates and governance.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage } from '../../shapes/vintage.ts'
import { yearlyFigures } from '../../shapes/yearly-figures.ts'

export const profiles = defineTopic({
  name: 'world-bank.profiles.v1',
  origin: {
    id: 'world-bank',
    name: 'World Bank Open Data, Worldwide Governance Indicators among them',
    url: 'https://data.worldbank.org/',
    licence: 'CC BY 4.0',
    attribution: 'World Bank',
  },
  schema: Type.Object({
    ...yearlyFigures.properties,
    name: Type.String({ minLength: 1 }),
    income_group: Type.Union([Type.String(), Type.Null()]),
  }),
  moves: { days: 31, of: 'any' },
  retention: { days: 3_700 },
  key: (value) => value.iso3,
  observedAt: (value) => new Date(`${value.read_in}T00:00:00Z`),
  ...revisedByVintage,
})
