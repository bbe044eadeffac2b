// Silver, platinum and palladium as the Ukrainian central bank prices an ounce of them each day, with its dollar rate.
import Type from 'typebox'
import { dailySeries } from '../../shapes/topics.ts'

export const bankMetals = dailySeries(
  'nbu.metals.v1',
  {
    id: 'nbu-metals',
    name: 'National Bank of Ukraine official exchange rates of bank metals and the US dollar',
    url: 'https://bank.gov.ua/en/open-data/api-dev',
    licence: 'open data, reuse with the source named',
    attribution: 'National Bank of Ukraine',
  },
  {
    series: Type.String({ enum: ['silver_uah_per_ounce', 'platinum_uah_per_ounce', 'palladium_uah_per_ounce', 'usd_uah'] }),
    value: Type.Number({ exclusiveMinimum: 0 }),
  },
  { key: (value) => value.series },
)
