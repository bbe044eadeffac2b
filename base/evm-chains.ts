// The EVM chains that are known, by number, with the names people call them by.
export const chains: Readonly<Record<number, readonly [name: string, ...others: string[]]>> = {
  8453: ['base'],
  1: ['ethereum', 'eth', 'mainnet'],
  42161: ['arbitrum', 'arb', 'arbitrum-one'],
  10: ['optimism', 'op'],
  137: ['polygon', 'matic', 'pol'],
  56: ['bsc', 'bnb', 'binance'],
  43114: ['avalanche', 'avax'],
  84532: ['base-sepolia'],
}
