// What staking through Lido paid a year, day by day, after its fee.
import Type from 'typebox'
import { dailySeries } from '../../shapes/topics.ts'

export const lidoOrigin = {
  id: 'lido',
  name: 'Lido protocol APIs',
  url: 'https://docs.lido.fi/integrations/api/',
  licence: 'public API, with attribution',
  attribution: 'Lido',
}

export const lidoApr = dailySeries(
  'lido.apr.v1',
  lidoOrigin,
  { apr_pct: Type.Number({ minimum: -50, maximum: 100 }) },
  { key: 'steth', description: 'the day of the oracle report' },
)
