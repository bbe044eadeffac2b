// The weekly petroleum balance of the United States: a series a figure, whoever it was read from.
import Type from 'typebox'
import type { Origin } from '../../db/log/topic.ts'
import { datedSeries } from './topics.ts'

/** What is kept of the report: EIA's number of the series, and its section and row in table 9. */
export const petroleumSeries = {
  crude_stocks_mmbbl: { id: 'WCESTUS1', row: 'Stocks (Million Barrels)/Commercial' },
  cushing_mmbbl: { id: 'W_EPC0_SAX_YCUOK_MBBL', row: 'Stocks (Million Barrels)/Cushing, Oklahoma' },
  spr_mmbbl: { id: 'WCSSTUS1', row: 'Stocks (Million Barrels)/SPR' },
  gasoline_mmbbl: { id: 'WGTSTUS1', row: 'Stocks (Million Barrels)/Total Motor Gasoline' },
  distillate_mmbbl: { id: 'WDISTUS1', row: 'Stocks (Million Barrels)/Distillate Fuel Oil' },
  jet_mmbbl: { id: 'WKJSTUS1', row: 'Stocks (Million Barrels)/Kerosene-Type Jet Fuel' },
  propane_mmbbl: { id: 'WPRSTUS1', row: 'Stocks (Million Barrels)/Propane/Propylene' },
  production_kbd: { id: 'WCRFPUS2', row: 'Crude Oil Production/Domestic Production' },
  refinery_input_kbd: { id: 'WCRRIUS2', row: 'Refiner Inputs and Utilization/Crude Oil Inputs' },
  utilisation_pct: { id: 'WPULEUS3', row: 'Refiner Inputs and Utilization/Percent Utilization' },
  crude_imports_kbd: { id: 'WCEIMUS2', row: 'Imports/Total Crude Oil Incl SPR' },
  crude_exports_kbd: { id: 'WCREXUS2', row: 'Exports/Crude Oil' },
  demand_kbd: { id: 'WRPUPUS2', row: 'Product Supplied/Total Product Supplied' },
  gasoline_demand_kbd: { id: 'WGFUPUS2', row: 'Product Supplied/Finished Motor Gasoline' },
  distillate_demand_kbd: { id: 'WDIUPUS2', row: 'Product Supplied/Distillate Fuel Oil' },
} as const

export type PetroleumSeries = keyof typeof petroleumSeries
export const petroleumNames = Object.keys(petroleumSeries) as PetroleumSeries[]

export const petroleumWeeks = (name: `${string}.v${number}`, origin: Origin) =>
  datedSeries(
    name,
    origin,
    'week',
    {
      series: Type.String({ enum: petroleumNames }),
      value: Type.Number({
        minimum: 0,
        maximum: 100_000,
        description: 'million barrels, thousand barrels a day or percent, as the name says',
      }),
    },
    // Told on the Wednesday after it, of holidays a day or two later.
    { key: ({ series }) => series, description: 'the Friday it ends', moves: { days: 7, toldAfterDays: 7 } },
  )
