// The tokens and networks a payment can be made in, under the names each dialect gives them.
export type EvmAsset = {
  readonly family: 'evm'
  readonly network: `eip155:${number}`
  readonly chainId: number
  readonly legacyNetwork: string | null
  readonly address: `0x${string}`
  readonly symbol: string
  readonly decimals: number
  readonly domain: { readonly name: string; readonly version: string }
}
export type SvmAsset = {
  readonly family: 'svm'
  readonly network: `solana:${string}`
  readonly legacyNetwork: string
  readonly address: string
  readonly symbol: string
  readonly decimals: number
}
export type Asset = EvmAsset | SvmAsset

const usdc = { symbol: 'USDC', decimals: 6 } as const

// The signing name differs between Base and its test network: each is what the deployed token's name() answers.
export const assets = {
  base: {
    ...usdc,
    family: 'evm',
    network: 'eip155:8453',
    chainId: 8453,
    legacyNetwork: 'base',
    address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    domain: { name: 'USD Coin', version: '2' },
  },
  'base-sepolia': {
    ...usdc,
    family: 'evm',
    network: 'eip155:84532',
    chainId: 84_532,
    legacyNetwork: 'base-sepolia',
    address: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    domain: { name: 'USDC', version: '2' },
  },
  solana: {
    ...usdc,
    family: 'svm',
    network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    legacyNetwork: 'solana',
    address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  },
  'solana-devnet': {
    ...usdc,
    family: 'svm',
    network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    legacyNetwork: 'solana-devnet',
    address: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
  },
  robinhood: {
    family: 'evm',
    network: 'eip155:4663',
    chainId: 4663,
    legacyNetwork: null,
    address: '0x5fc5360D0400a0Fd4f2af552ADD042D716F1d168',
    symbol: 'USDG',
    decimals: 6,
    domain: { name: 'Global Dollar', version: '1' },
  },
} as const satisfies Record<string, Asset>

export type AssetName = keyof typeof assets
