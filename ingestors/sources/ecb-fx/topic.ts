// The European Central Bank's daily reference rates: units of a currency for one euro.
import Type from 'typebox'
import { dailySeries } from '../../shapes/topics.ts'
import { ecbObservations } from '../ecb/topic.ts'

/** Those that stablecoins are held to, and the dollar that they are priced in. */
export const fxCurrencies = [
  'USD',
  'GBP',
  'CHF',
  'JPY',
  'AUD',
  'CAD',
  'SGD',
  'BRL',
  'MXN',
  'TRY',
  'IDR',
  'PHP',
  'CNY',
  'HKD',
  'ZAR',
  'KRW',
] as const

export const referenceRates = dailySeries(
  'ecb.reference-rates.v1',
  ecbObservations.origin,
  {
    currency: Type.String({ enum: [...fxCurrencies] }),
    per_euro: Type.Number({ exclusiveMinimum: 0 }),
  },
  { key: (value) => value.currency, keptDays: 400 },
)
