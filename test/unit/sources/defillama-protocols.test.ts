// The list of protocols as it is sent since 2026: oracles with their parts and ends, chains by names given up elsewhere, parents by two names.
import { expect, test } from 'vitest'
import source from '../../../ingestors/sources/defillama-protocols/ingestor.ts'

const at = new Date('2026-08-11T02:00:00Z')
const row = (given: object = {}) => ({
  id: '1',
  name: 'Sample Lending',
  slug: 'sample-lending',
  symbol: 'SMP',
  category: 'Lending',
  audits: '2',
  chains: ['Ethereum', 'Binance', 'Optimism'],
  tvl: 3e6,
  chainTvls: { Ethereum: 2e6, Binance: 1e6, Optimism: 0, 'Binance-borrowed': 5e5, borrowed: 5e5 },
  change_1d: null,
  change_7d: -1.5,
  mcap: null,
  parentProtocol: 'parent#sample-fi',
  parentProtocolSlug: 'sample.fi',
  tokenBreakdowns: {},
  ...given,
})
const read = (given: object, aside?: (what: string, error: unknown) => void) =>
  source.parse({ protocols: [row(given)], fees: { protocols: [{ name: 'Sample Lending', total30d: 1e5 }] } }, at, aside)[0]

const oracle = (name: string, more: object = {}) => ({ name, type: 'Primary', proof: [], ...more })

test('oracles are told by their part: who sets the prices and has not been let go', () => {
  expect(read({ oraclesBreakdown: [oracle('Chainlink')] })!.oracles).toEqual(['Chainlink'])
  expect(read({ oracles: ['Pyth'], oraclesBreakdown: [oracle('Chainlink')] })!.oracles).toEqual(['Pyth'])
  const many = [
    oracle('Old', { endDate: '2026-08-10' }),
    oracle('Moved', { chains: [{ chain: 'scroll', endDate: '2026-04-08' }] }),
    oracle('Partly', { chains: [{ chain: 'scroll', endDate: '2026-04-08' }, { chain: 'base' }] }),
    oracle('Beside', { type: 'Secondary' }),
    oracle('Mean', { type: 'Aggregator', endDate: '2027-01-01' }),
    oracle('Partly'),
  ]
  expect(read({ oracles: [], oraclesBreakdown: many })!.oracles).toEqual(['Partly', 'Mean'])
  expect([read({})!.oracles, read({ oracles: null, oraclesBreakdown: [] })!.oracles]).toEqual([[], []])
  const aside: string[] = []
  expect(read({ oraclesBreakdown: ['Chainlink'] }, (_, error) => void aside.push(String(error)))).toBeUndefined()
  expect(aside.join()).toContain('an entry of oraclesBreakdown is not an object')
})

test('chains are called what the lists of chains call them, and a parent answers to both its names', () => {
  const { chain_tvls, aliases } = read({})!
  expect(chain_tvls.map(({ chain }) => chain)).toEqual(['Ethereum', 'BSC', 'OP Mainnet'])
  expect(aliases).toEqual(['sample-fi', 'sample.fi', 'smp'])
})

test('a month’s change is of the list that tells what was held then; one that was not there has none, and without the list nobody has', () => {
  const given = { protocols: [row()], fees: { protocols: [{ name: 'Sample Lending', total30d: 1e5 }] } }
  const monthOf = (protocols: object[]) =>
    source.parse({ ...given, pages: { protocols } }, at, () => undefined)[0]!.change_30d_pct
  expect(monthOf([{ name: 'Sample Lending', tvl: 3e6, tvlPrevMonth: 2e6 }])).toBeCloseTo(50, 9)
  for (const tvlPrevMonth of [0, null]) expect(monthOf([{ name: 'Sample Lending', tvl: 3e6, tvlPrevMonth }])).toBeNull()
  expect(monthOf([{ name: 'Another', tvl: 3e6, tvlPrevMonth: 2e6 }])).toBeNull()
  expect(monthOf([{ name: 'Sample Lending', tvl: 3e6, tvlPrevMonth: 'much' }])).toBeNull()
  expect(source.parse(given, at)[0]!.change_30d_pct).toBeNull()
})
