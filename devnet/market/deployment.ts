// The demo market as data: which contracts a reader of this chain finds where, in the shape every chain's deployment has.
import type { Address } from 'viem'
import type { Deployment } from '../../app/config/deployments.ts'
import { feeTiers, quoteTokens } from '../exchange/exchange.ts'
import { tokenOf } from '../lending/borrowers.ts'
import { multicall } from './batch.ts'
import type { DemoMarket } from './build.ts'

// Nothing is ever reorganised here; tests that do it stay within this.
const finalityBlocks = 30

export function describeDeployment({ lending, exchange, firstBlock }: DemoMarket, chainId: number): Deployment {
  return {
    chain_id: chainId,
    name: 'demo',
    finality_blocks: finalityBlocks,
    multicall3: lower(multicall.address),
    aave_v3: [
      {
        market: 'aave-v3',
        pool: lower(lending.aave.pool.address),
        addresses_provider: lower(lending.aave.provider.address),
        first_block: firstBlock,
      },
    ],
    morpho_blue: { address: lower(lending.morpho.morpho.address), first_block: firstBlock },
    uniswap_v3: {
      factory: lower(exchange.factory.address),
      fee_tiers: feeTiers,
      quote_tokens: quoteTokens.map(({ symbol, dollar }) => ({
        token: lower(tokenOf(lending, symbol).contract.address),
        symbol,
        dollar,
      })),
    },
    // Every feed of the demo follows its price walk, the staked tokens' too.
    rate_oracles: [],
    fixed_oracles: [],
  }
}

function lower(address: Address): string {
  return address.toLowerCase()
}
