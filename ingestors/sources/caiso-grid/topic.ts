// The California grid as its operator's outlook page shows it.
import { defineTopic } from '../../../db/log/topic.ts'
import { gridState } from '../../shapes/grid-state.ts'
import { revisedByVintage } from '../../shapes/vintage.ts'

export const caisoGrid = defineTopic({
  name: 'caiso.grid.v1',
  origin: {
    id: 'caiso-grid',
    name: "CAISO Today's Outlook",
    url: 'https://www.caiso.com/todays-outlook',
    licence: 'free to use with credit',
    attribution: 'California ISO',
  },
  schema: gridState,
  retention: { days: 40 },
  key: (value) => value.region,
  observedAt: (value) => new Date(value.at),
  ...revisedByVintage,
})
