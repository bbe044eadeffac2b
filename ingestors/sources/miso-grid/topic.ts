// The grid of the American Midwest and South as its operator's displays show it.
import { defineTopic } from '../../../db/log/topic.ts'
import { gridState } from '../../shapes/grid-state.ts'
import { revisedByVintage } from '../../shapes/vintage.ts'

export const misoGrid = defineTopic({
  name: 'miso.grid.v1',
  origin: {
    id: 'miso-grid',
    name: 'MISO real-time displays',
    url: 'https://www.misoenergy.org/markets-and-operations/real-time--market-data/real-time-displays/',
    licence: 'free to use with credit',
    attribution: 'Midcontinent ISO',
  },
  schema: gridState,
  retention: { days: 40 },
  key: (value) => value.region,
  observedAt: (value) => new Date(value.at),
  ...revisedByVintage,
})
