// Gold as the Polish central bank fixes it each working day, with the dollar rate of the same table.
import Type from 'typebox'
import { dailySeries } from '../../shapes/topics.ts'

export const goldFixings = dailySeries(
  'nbp.gold.v1',
  {
    id: 'nbp-gold',
    name: 'Narodowy Bank Polski gold price and US dollar rate',
    url: 'https://api.nbp.pl/en.html',
    licence: 'reuse with attribution',
    attribution: 'Narodowy Bank Polski',
  },
  {
    series: Type.String({ enum: ['gold_pln_per_gram', 'usd_pln'] }),
    value: Type.Number({ exclusiveMinimum: 0 }),
  },
  { key: (value) => value.series },
)
