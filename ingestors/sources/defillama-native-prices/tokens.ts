// Which token the value on a chain is held in: on the chains that settle on Ethereum it is ether, whatever their own token.
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

export const tokenOf = ({ name, geckoId }: { name: string; geckoId: string | null }): string | null =>
  heldInEther.has(name) ? 'ethereum' : geckoId
