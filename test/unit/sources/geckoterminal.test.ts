// A page of pools as the keyless interface sends it: without the counts of votes and reports that the other one has. Ours, in its shape.
import { expect, test } from 'vitest'
import trending from '../../../ingestors/sources/geckoterminal-trending/ingestor.ts'

const at = new Date('2026-11-18T12:00:00Z')
const pool = (id: string, more: object) => ({
  id: `base_0xpool${id}`,
  type: 'pool',
  attributes: {
    address: `0xpool${id}`,
    name: `T${id} / WETH`,
    pool_created_at: '2026-11-17T12:00:00Z',
    price_change_percentage: { h24: '12.5' },
    transactions: { h1: { buyers: 4, sellers: 2 }, h24: { buyers: 40, sellers: 20 } },
    volume_usd: { h24: '1000.5' },
    reserve_in_usd: '-97.3',
    ...more,
  },
  relationships: { base_token: { data: { id: `base_0x${id}`, type: 'token' } } },
})
const token = (id: string) => ({ id: `base_0x${id}`, type: 'token', attributes: { name: `Token ${id}`, symbol: `T${id}` } })

test('a pool nobody counts reports of is a pool all the same, and its reports are not known', () => {
  const page = {
    data: [pool('a', {}), pool('b', { community_sus_report: 6 }), pool('c', { transactions: null })],
    included: [token('a'), token('b'), token('c')],
  }
  const [told] = trending.parse([page], at) as any[]
  expect(told.pools.map(({ symbol, reports, liquidity_usd }: any) => [symbol, reports, liquidity_usd])).toEqual([
    ['Ta', null, 0],
    ['Tb', 6, 0],
  ])
})
