// Which token the value on a chain is held in: on the chains that settle on Ethereum it is ether, whatever their own token.
import type { LargeChain } from '../defillama-chain-tvl/largest.ts'

const heldInEther = new Set([
  'Ethereum',
  'Base',
  'Arbitrum',
  'OP Mainnet',
  'Optimism',
  'Scroll',
  'Linea',
  'Blast',
  'ZKsync Era',
  'zkSync Era',
  'Starknet',
  'Unichain',
  'Ink',
  'World Chain',
  'Katana',
  'MegaETH',
])

/** As the list says, else as this table knows it, else the chain's own. */
export const tokenOf = ({ name, geckoId, gasGeckoId }: LargeChain): string | null =>
  gasGeckoId ?? (heldInEther.has(name) ? 'ethereum' : geckoId)
