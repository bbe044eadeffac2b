// The grid of the Great Plains as its operator's marketplace shows it.
import { gridTopic } from '../../shapes/grid-state.ts'

export const sppGrid = gridTopic('spp.grid.v1', {
  id: 'spp-grid',
  name: 'SPP marketplace',
  url: 'https://portal.spp.org/',
  licence: 'free to use with credit',
  attribution: 'Southwest Power Pool',
})
