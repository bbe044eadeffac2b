// Silver, platinum and palladium as the Ukrainian central bank prices an ounce of them each day, with its dollar rate.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintage } from '../../vintage.ts'

export const bankMetals = defineTopic({
  name: 'nbu.metals.v1',
  origin: {
    id: 'nbu-metals',
    name: 'National Bank of Ukraine official exchange rates of bank metals and the US dollar',
    url: 'https://bank.gov.ua/en/open-data/api-dev',
    licence: 'open data, reuse with the source named',
    attribution: 'National Bank of Ukraine',
  },
  schema: Type.Object({
    series: Type.String({ enum: ['silver_uah_per_ounce', 'platinum_uah_per_ounce', 'palladium_uah_per_ounce', 'usd_uah'] }),
    date: Type.String({ format: 'date' }),
    value: Type.Number({ exclusiveMinimum: 0 }),
    vintage,
  }),
  retention: { days: 36_500 },
  key: (value) => value.series,
  observedAt: (value) => new Date(`${value.date}T00:00:00Z`),
  ...revisedByVintage,
})
