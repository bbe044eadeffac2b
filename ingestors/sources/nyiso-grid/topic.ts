// The New York grid as its operator's daily files show it.
import { defineTopic } from '../../../db/log/topic.ts'
import { gridState } from '../../shapes/grid-state.ts'
import { revisedByVintage } from '../../shapes/vintage.ts'

export const nyisoGrid = defineTopic({
  name: 'nyiso.grid.v1',
  origin: {
    id: 'nyiso-grid',
    name: 'NYISO market and operational data',
    url: 'http://mis.nyiso.com/public/',
    licence: 'free to use with credit',
    attribution: 'NYISO',
  },
  schema: gridState,
  retention: { days: 40 },
  key: (value) => value.region,
  observedAt: (value) => new Date(value.at),
  ...revisedByVintage,
})
