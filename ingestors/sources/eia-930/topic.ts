// Every US balancing authority hour by hour: load, forecast, interchange and generation by fuel.

import Type from 'typebox'
import { defineTopic } from '../../../db/log/topic.ts'
import { gridState } from '../../shapes/grid-state.ts'
import { revisedByVintage, vintage } from '../../shapes/vintage.ts'

export const eiaGrid = defineTopic({
  name: 'eia.grid.v1',
  origin: {
    id: 'eia-930',
    name: 'EIA-930 hourly electric grid monitor',
    url: 'https://www.eia.gov/electricity/gridmonitor/',
    licence: 'public domain',
    attribution: 'U.S. Energy Information Administration',
  },
  schema: Type.Object({ ...gridState.properties, vintage }),
  retention: { days: 40 },
  key: (value) => value.region,
  observedAt: (value) => new Date(value.at),
  ...revisedByVintage,
})
