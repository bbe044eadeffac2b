// How much of the United States lies in drought, by week and degree.
import Type from 'typebox'
import { dailySeries } from '../../shapes/topics.ts'

const pct = (degree: string) =>
  Type.Number({ minimum: 0, maximum: 100, description: `percent of the area in ${degree} or worse` })

export const usDrought = dailySeries(
  'usdm.us-drought.v1',
  {
    id: 'us-drought',
    name: 'US Drought Monitor',
    url: 'https://droughtmonitor.unl.edu/',
    licence: 'free use with credit',
    attribution: 'National Drought Mitigation Center, University of Nebraska-Lincoln; USDA; NOAA',
  },
  { d1_pct: pct('moderate drought'), d2_pct: pct('severe drought'), d3_pct: pct('extreme drought') },
  { key: 'us', description: 'the Tuesday the map is of' },
)
