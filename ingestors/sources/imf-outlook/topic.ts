// The IMF's World Economic Outlook by country: growth, prices, public money and the current account, forecasts included.
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage } from '../../shapes/vintage.ts'
import { yearlyFigures } from '../../shapes/yearly-figures.ts'

export const outlooks = defineTopic({
  name: 'imf.outlooks.v1',
  origin: {
    id: 'imf-outlook',
    name: 'IMF World Economic Outlook, DataMapper',
    url: 'https://www.imf.org/external/datamapper',
    licence: 'terms of use unclear for redistribution',
    attribution: 'International Monetary Fund',
  },
  schema: yearlyFigures,
  moves: { days: 31, of: 'any' },
  retention: { days: 3_700 },
  key: (value) => value.iso3,
  observedAt: (value) => new Date(`${value.read_in}T00:00:00Z`),
  ...revisedByVintage,
})
