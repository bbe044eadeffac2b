// The New York grid as its operator's daily files show it.
import { gridTopic } from '../../shapes/grid-state.ts'

export const nyisoGrid = gridTopic('nyiso.grid.v1', {
  id: 'nyiso-grid',
  name: 'NYISO market and operational data',
  url: 'http://mis.nyiso.com/public/',
  licence: 'free to use with credit',
  attribution: 'NYISO',
})
