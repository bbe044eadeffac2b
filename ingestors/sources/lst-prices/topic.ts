// What staked ether and staked SOL trade at, beside the coins themselves.
import { tokenPrices } from '../../shapes/token-prices.ts'

/** By the name the upstream has for it. */
export const stakedTokens = {
  'coingecko:ethereum': 'ETH',
  'ethereum:0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84': 'stETH',
  'ethereum:0xae78736Cd615f374D3085123A210448E74Fc6393': 'rETH',
  'ethereum:0xBe9895146f7AF43049ca1c1AE358B0541Ea49704': 'cbETH',
  'ethereum:0xCd5fE23C85820F7B72D0926FC9b05b43E359b7ee': 'weETH',
  'coingecko:solana': 'SOL',
  'solana:J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn': 'JitoSOL',
  'solana:mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So': 'mSOL',
} as const

export const lstPrices = tokenPrices('defillama.lst-prices.v1')
