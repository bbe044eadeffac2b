// The IMF's World Economic Outlook by country: growth, prices, public money and the current account, forecasts included.
import { yearlyByCountry } from '../../shapes/yearly-figures.ts'

const origin = {
  id: 'imf-outlook',
  name: 'IMF World Economic Outlook, DataMapper',
  url: 'https://www.imf.org/external/datamapper',
  licence: 'terms of use unclear for redistribution',
  attribution: 'International Monetary Fund',
}

export const outlooks = yearlyByCountry('imf.outlooks.v1', origin, {})
