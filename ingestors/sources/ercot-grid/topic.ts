// The Texas grid as its operator's dashboards show it.
import { defineTopic } from '../../../db/log/topic.ts'
import { gridState } from '../../shapes/grid-state.ts'
import { revisedByVintage } from '../../shapes/vintage.ts'

export type { GridState } from '../../shapes/grid-state.ts'

export const ercotGrid = defineTopic({
  name: 'ercot.grid.v1',
  origin: {
    id: 'ercot-grid',
    name: 'ERCOT dashboards',
    url: 'https://www.ercot.com/gridmktinfo/dashboards',
    licence: 'free to use with credit',
    attribution: 'ERCOT',
  },
  schema: gridState,
  retention: { days: 40 },
  key: (value) => value.region,
  observedAt: (value) => new Date(value.at),
  ...revisedByVintage,
})
