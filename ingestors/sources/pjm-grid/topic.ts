// The grid of the Mid-Atlantic as its operator's Data Miner shows it.
import { gridTopic } from '../../shapes/grid-state.ts'

export const pjmGrid = gridTopic('pjm.grid.v1', {
  id: 'pjm-grid',
  name: 'PJM Data Miner 2',
  url: 'https://dataminer2.pjm.com/',
  licence: 'with registration, free to use with credit',
  attribution: 'PJM Interconnection',
})
