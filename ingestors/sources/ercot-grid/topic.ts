// The Texas grid as its operator's dashboards show it.
import { gridTopic } from '../../shapes/grid-state.ts'

export type { GridState } from '../../shapes/grid-state.ts'

export const ercotGrid = gridTopic('ercot.grid.v1', {
  id: 'ercot-grid',
  name: 'ERCOT dashboards',
  url: 'https://www.ercot.com/gridmktinfo/dashboards',
  licence: 'free to use with credit',
  attribution: 'ERCOT',
})
