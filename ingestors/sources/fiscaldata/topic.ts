// The Treasury's daily cash at the Federal Reserve and the total public debt.
import Type from 'typebox'
import { dailySeries } from '../../shapes/topics.ts'

export const fiscalSeries = dailySeries(
  'treasury.fiscal-series.v1',
  {
    id: 'fiscaldata',
    name: 'Treasury FiscalData: Daily Treasury Statement and Debt to the Penny',
    url: 'https://fiscaldata.treasury.gov/',
    licence: 'public domain',
    attribution: 'U.S. Department of the Treasury, Bureau of the Fiscal Service',
  },
  {
    series: Type.String({ enum: ['tga_close', 'debt_total'] }),
    value_usd_m: Type.Number({ minimum: 0 }),
  },
  { key: (value) => value.series },
)
