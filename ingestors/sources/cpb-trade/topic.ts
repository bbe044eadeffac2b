// How much the world trades in goods, by volume and month, by the Netherlands Bureau for Economic Policy Analysis.
import Type from 'typebox'
import { monthlySeries } from '../../shapes/topics.ts'

export const worldTrade = monthlySeries(
  'cpb.world-trade.v1',
  {
    id: 'cpb-trade',
    name: 'CPB World Trade Monitor',
    url: 'https://www.cpb.nl/en/worldtrademonitor/latest',
    licence: 'reuse with the source named',
    attribution: 'CPB Netherlands Bureau for Economic Policy Analysis',
  },
  { index: Type.Number({ exclusiveMinimum: 0, description: 'volume, seasonally adjusted, 2021 = 100' }) },
  { key: 'world', description: 'its last day' },
)
