// Silver, platinum and palladium as the Russian central bank prices them each day after the London fixings, with its dollar rate.
import Type from 'typebox'
import { dailySeries } from '../../shapes/topics.ts'

export const preciousPrices = dailySeries(
  'cbr.metals.v1',
  {
    id: 'cbr-metals',
    name: 'Bank of Russia accounting prices of refined precious metals and US dollar rate',
    url: 'https://www.cbr.ru/eng/hd_base/metall/metall_base_new/',
    licence: 'terms unclear: on only where an operator turns it on',
    attribution: 'Bank of Russia',
  },
  {
    series: Type.String({ enum: ['silver_rub_per_gram', 'platinum_rub_per_gram', 'palladium_rub_per_gram', 'usd_rub'] }),
    value: Type.Number({ exclusiveMinimum: 0 }),
  },
  { key: (value) => value.series },
)
