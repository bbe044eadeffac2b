// Gold as the Polish central bank fixes it each working day, with the dollar rate of the same table.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintage } from '../../vintage.ts'

export const goldFixings = defineTopic({
  name: 'nbp.gold.v1',
  origin: {
    id: 'nbp-gold',
    name: 'Narodowy Bank Polski gold price and US dollar rate',
    url: 'https://api.nbp.pl/en.html',
    licence: 'reuse with attribution',
    attribution: 'Narodowy Bank Polski',
  },
  schema: Type.Object({
    series: Type.String({ enum: ['gold_pln_per_gram', 'usd_pln'] }),
    date: Type.String({ format: 'date' }),
    value: Type.Number({ exclusiveMinimum: 0 }),
    vintage,
  }),
  retention: { days: 36_500 },
  key: (value) => value.series,
  observedAt: (value) => new Date(`${value.date}T00:00:00Z`),
  ...revisedByVintage,
})
