// Tokens whose issuer may mint and block by design, and who are held for it: dollars, and coins wrapped one for one.
const majors: ReadonlySet<string> = new Set([
  '1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', // USDC
  '1:0xdac17f958d2ee523a2206206994597c13d831ec7', // USDT
  '1:0x6b175474e89094c44da98b954eedeac495271d0f', // DAI
  '1:0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', // WETH
  '1:0x2260fac5e5542a773aa44fbcfedf7c193bc2c599', // WBTC
  '8453:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', // USDC
  '8453:0x4200000000000000000000000000000000000006', // WETH
  '8453:0xcbb7c0000ab88b473b1f5afd9ef808440eed33bf', // cbBTC
  '10:0x0b2c639c533813f4aa9d7837caf62653d097ff85', // USDC
  '10:0x4200000000000000000000000000000000000006', // WETH
  '137:0x3c499c542cef5e3811e1192ce70d8cc03d5c3359', // USDC
  '137:0x7ceb23fd6bc0add59e62ac25578270cff1b9f619', // WETH
  '42161:0xaf88d065e77c8cc2239327c5edb3a432268e5831', // USDC
  '42161:0x82af49447d8a07e3bd95bd0d56f35241523fbab1', // WETH
])

export const isMajor = (chainId: number, address: string): boolean => majors.has(`${chainId}:${address}`)
