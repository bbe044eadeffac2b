// The oil price at which the budget of an exporter balances, by year, as the IMF estimates it.
import Type from 'typebox'
import { monthlySeries, movesMonthlyOfAny } from '../../shapes/topics.ts'

export const exporters = ['SAU', 'ARE', 'IRQ', 'KWT', 'IRN', 'DZA', 'QAT', 'OMN', 'BHR'] as const

export const fiscalBreakevens = monthlySeries(
  'imf.fiscal-breakevens.v1',
  {
    id: 'imf-breakevens',
    name: 'IMF Regional Economic Outlook: fiscal breakeven oil prices, through FRED',
    url: 'https://fred.stlouisfed.org/series/SAUPZPIOILBEGUSD',
    licence: 'terms of use unclear for redistribution',
    attribution: 'International Monetary Fund; retrieved from FRED, Federal Reserve Bank of St. Louis',
  },
  {
    iso3: Type.String({ enum: [...exporters] }),
    year: Type.Integer({ minimum: 2000, maximum: 2100 }),
    usd: Type.Number({ minimum: 5, maximum: 500, description: 'dollars a barrel' }),
  },
  {
    moves: movesMonthlyOfAny,
    key: (value) => `${value.iso3}/${value.year}`,
    description: 'the first day of the month it was read in',
    keptDays: 3_700,
  },
)
