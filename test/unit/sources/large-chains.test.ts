// Which chains are the largest and what their value is held in, by rows of DefiLlama's list as recorded in October 2026.
import { expect, test } from 'vitest'
import { askLargestChains } from '../../../ingestors/sources/defillama-chain-tvl/largest.ts'
import { tokenOf } from '../../../ingestors/sources/defillama-native-prices/tokens.ts'

const rows = [
  { gecko_id: 'evmos', gasTokenGeckoId: 'evmos', tvl: 0, tokenSymbol: 'EVMOS', name: 'Evmos', chainId: '9001' },
  { gecko_id: 'ethereum', gasTokenGeckoId: 'ethereum', tvl: 50979796337.0647, tokenSymbol: 'ETH', name: 'Ethereum', chainId: 1 },
  {
    gecko_id: null,
    gasTokenGeckoId: 'ethereum',
    tvl: 1025691341.4953166,
    tokenSymbol: null,
    name: 'Robinhood Chain',
    chainId: 4663,
  },
  {
    gecko_id: 'optimism',
    gasTokenGeckoId: 'ethereum',
    tvl: 447723892.55197465,
    tokenSymbol: 'OP',
    name: 'OP Mainnet',
    chainId: 10,
  },
  { gecko_id: null, gasTokenGeckoId: null, tvl: 541049808.3037049, tokenSymbol: null, name: 'Arc', chainId: 5042 },
  { gecko_id: 'gnosis', gasTokenGeckoId: 'xdai', tvl: 95352283.28763404, tokenSymbol: 'GNO', name: 'Gnosis', chainId: 100 },
  // As the list was before it told what fees are paid in.
  { gecko_id: 'arbitrum', tvl: 1358894452.2373753, tokenSymbol: 'ARB', name: 'Arbitrum', chainId: 42161 },
]

test('a chain’s value is held in the token its fees are paid in, also where the chain has none of its own', async () => {
  const http = { json: async () => rows } as never
  const chains = await askLargestChains({ http, signal: new AbortController().signal })
  expect(chains.map((chain) => [chain.name, tokenOf(chain)])).toEqual([
    ['Ethereum', 'ethereum'],
    ['Arbitrum', 'ethereum'],
    ['Robinhood Chain', 'ethereum'],
    ['Arc', null],
    ['OP Mainnet', 'ethereum'],
    ['Gnosis', 'xdai'],
    ['Evmos', 'evmos'],
  ])
})
