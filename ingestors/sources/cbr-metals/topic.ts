// Silver, platinum and palladium as the Russian central bank prices them each day after the London fixings, with its dollar rate.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintage } from '../../vintage.ts'

export const preciousPrices = defineTopic({
  name: 'cbr.metals.v1',
  origin: {
    id: 'cbr-metals',
    name: 'Bank of Russia accounting prices of refined precious metals and US dollar rate',
    url: 'https://www.cbr.ru/eng/hd_base/metall/metall_base_new/',
    licence: 'terms unclear: on only where an operator turns it on',
    attribution: 'Bank of Russia',
  },
  schema: Type.Object({
    series: Type.String({ enum: ['silver_rub_per_gram', 'platinum_rub_per_gram', 'palladium_rub_per_gram', 'usd_rub'] }),
    date: Type.String({ format: 'date' }),
    value: Type.Number({ exclusiveMinimum: 0 }),
    vintage,
  }),
  retention: { days: 36_500 },
  key: (value) => value.series,
  observedAt: (value) => new Date(`${value.date}T00:00:00Z`),
  ...revisedByVintage,
})
