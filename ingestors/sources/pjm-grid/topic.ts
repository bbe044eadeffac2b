// The grid of the Mid-Atlantic as its operator's Data Miner shows it.
import { defineTopic } from '../../../db/log/topic.ts'
import { gridState } from '../../shapes/grid-state.ts'
import { revisedByVintage } from '../../shapes/vintage.ts'

export const pjmGrid = defineTopic({
  name: 'pjm.grid.v1',
  origin: {
    id: 'pjm-grid',
    name: 'PJM Data Miner 2',
    url: 'https://dataminer2.pjm.com/',
    licence: 'with registration, free to use with credit',
    attribution: 'PJM Interconnection',
  },
  schema: gridState,
  retention: { days: 40 },
  key: (value) => value.region,
  observedAt: (value) => new Date(value.at),
  ...revisedByVintage,
})
