// The California grid as its operator's outlook page shows it.
import { gridTopic } from '../../shapes/grid-state.ts'

export const caisoGrid = gridTopic('caiso.grid.v1', {
  id: 'caiso-grid',
  name: "CAISO Today's Outlook",
  url: 'https://www.caiso.com/todays-outlook',
  licence: 'free to use with credit',
  attribution: 'California ISO',
})
