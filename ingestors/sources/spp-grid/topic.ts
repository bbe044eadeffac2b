// The grid of the Great Plains as its operator's marketplace shows it.
import { defineTopic } from '../../../db/log/topic.ts'
import { gridState } from '../../shapes/grid-state.ts'
import { revisedByVintage } from '../../shapes/vintage.ts'

export const sppGrid = defineTopic({
  name: 'spp.grid.v1',
  origin: {
    id: 'spp-grid',
    name: 'SPP marketplace',
    url: 'https://portal.spp.org/',
    licence: 'free to use with credit',
    attribution: 'Southwest Power Pool',
  },
  schema: gridState,
  retention: { days: 40 },
  key: (value) => value.region,
  observedAt: (value) => new Date(value.at),
  ...revisedByVintage,
})
