// The grid of the American Midwest and South as its operator's displays show it.
import { gridTopic } from '../../shapes/grid-state.ts'

export const misoGrid = gridTopic('miso.grid.v1', {
  id: 'miso-grid',
  name: 'MISO real-time displays',
  url: 'https://www.misoenergy.org/markets-and-operations/real-time--market-data/real-time-displays/',
  licence: 'free to use with credit',
  attribution: 'Midcontinent ISO',
})
