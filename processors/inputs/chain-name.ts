// A chain by the name people have for it, EVM or not, in any case; which of them has figures is for the rows to say.
import { defineText } from './kind.ts'

const others: Readonly<Record<string, string>> = {
  eth: 'ethereum',
  mainnet: 'ethereum',
  bnb: 'bsc',
  binance: 'bsc',
  'bnb chain': 'bsc',
  matic: 'polygon',
  polygon_pos: 'polygon',
  arb: 'arbitrum',
  op: 'optimism',
  'op mainnet': 'optimism',
  avax: 'avalanche',
  xdai: 'gnosis',
  rsk: 'rootstock',
  sol: 'solana',
}

/** One name for a chain, whichever list wrote it. */
export const plainChain = (name: string): string => others[name.trim().toLowerCase()] ?? name.trim().toLowerCase()

export const chainName = defineText({
  kind: 'chain name',
  wanted: 'the name of a chain, 2 to 40 characters, such as base',
  leastLength: 2,
  mostLength: 40,
  pattern: '^[A-Za-z0-9][A-Za-z0-9 ._-]*$',
  example: 'base',
  description: 'one chain by its name in any case, such as base',
  otherNames: ['network'],
  canonical: plainChain,
})
