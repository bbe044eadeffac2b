// The Treasury's daily cash at the Federal Reserve and the total public debt.
import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { revisedByVintage, vintage } from '../../vintage.ts'

export const fiscalSeries = defineTopic({
  name: 'treasury.fiscal-series.v1',
  origin: {
    id: 'fiscaldata',
    name: 'Treasury FiscalData: Daily Treasury Statement and Debt to the Penny',
    url: 'https://fiscaldata.treasury.gov/',
    licence: 'public domain',
    attribution: 'U.S. Department of the Treasury, Bureau of the Fiscal Service',
  },
  schema: Type.Object({
    series: Type.String({ enum: ['tga_close', 'debt_total'] }),
    date: Type.String({ format: 'date' }),
    value_usd_m: Type.Number({ minimum: 0 }),
    vintage,
  }),
  retention: { days: 36_500 },
  key: (value) => value.series,
  observedAt: (value) => new Date(`${value.date}T00:00:00Z`),
  ...revisedByVintage,
})
