// Written by us: one reading of the token the documents show, beside the further sources' samples of it.
import { sampleContract, sampleDeployment, samplePlace } from '../../../contracts/sample-reading.ts'

const pool = (n: number, quote: string, price: number, held: number) => ({
  address: `0x${n.toString(16).padStart(40, 'e')}`,
  dex: 'uniswap-v3',
  kind: 'v3',
  quote,
  fee_ppm: 500,
  token_units: String(Math.round(held * 1e6)),
  price_quote: price,
  quote_held: held,
  depth_quote: held / 90,
})

export default (now: Date) => [
  {
    ...samplePlace(now),
    token: { name: 'USD Coin', symbol: 'USDC', decimals: 6, supply: '4213550123456789' },
    contract: sampleContract,
    deployment: sampleDeployment,
    deployer: { address: sampleDeployment.deployer, kind: 'eoa', via: [], threshold: null, owners: null, delay_seconds: null },
    quotes_usd: { USDC: 1, WETH: 2_512.4 },
    pools: [pool(1, 'WETH', 0.000398, 5_120.25), pool(2, 'WETH', 0.0003981, 610.5)],
    pool_shares: null,
    trial: {
      verdict: 'clean',
      method: 'simulated_pool',
      buy_tax: 0,
      sell_tax: 0,
      transfer_tax: 0,
      holders_tried: 5,
      holders_able: 5,
    },
    holders: null,
    beside: ['sourcify', 'dexscreener-pairs', 'goplus-token'],
  },
]
