// The Oceanic Niño Index: how much warmer than usual the Pacific is, over three months.
import Type from 'typebox'
import { monthlySeries } from '../../shapes/topics.ts'

export const oceanicNino = monthlySeries(
  'noaa.oceanic-nino.v1',
  {
    id: 'noaa-oni',
    name: 'Oceanic Niño Index',
    url: 'https://www.cpc.ncep.noaa.gov/products/analysis_monitoring/ensostuff/ONI_v5.php',
    licence: 'public domain',
    attribution: 'NOAA Climate Prediction Center',
  },
  { anomaly_c: Type.Number({ minimum: -10, maximum: 10, description: 'degrees above the mean of thirty years' }) },
  { key: 'nino-3.4', description: 'the last day of the three months' },
)
