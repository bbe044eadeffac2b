// The World Bank's yearly figures by country: output, prices, public money, reserves, short-term debt, exchange rates and governance.
import Type from 'typebox'
import { orNull } from '../../shapes/topics.ts'
import { yearlyByCountry } from '../../shapes/yearly-figures.ts'

const origin = {
  id: 'world-bank',
  name: 'World Bank Open Data, Worldwide Governance Indicators among them',
  url: 'https://data.worldbank.org/',
  licence: 'CC BY 4.0',
  attribution: 'World Bank',
}

export const profiles = yearlyByCountry('world-bank.profiles.v1', origin, {
  name: Type.String({ minLength: 1 }),
  income_group: orNull(Type.String()),
})
