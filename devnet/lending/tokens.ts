// The demo market's assets: plain test tokens, each with a price feed whose answer the local chain can overwrite.
import { type Address, numberToHex, pad } from 'viem'
import type { Artifact, Artifacts } from '../contracts/artifacts.ts'
import type { Contract } from './call-data.ts'
import type { Chain } from './chain.ts'

export type TokenSpec = {
  readonly symbol: string
  readonly decimals: number
  readonly priceUsd: number
  readonly ltvBps: number
  readonly liquidationThresholdBps: number
  readonly liquidationBonusBps: number
}

export type LocalToken = TokenSpec & { readonly contract: Contract; readonly feed: Address; readonly unit: bigint }

export const demoTokens: readonly TokenSpec[] = [
  { symbol: 'WETH', decimals: 18, priceUsd: 2500, ltvBps: 8050, liquidationThresholdBps: 8300, liquidationBonusBps: 10500 },
  { symbol: 'wstETH', decimals: 18, priceUsd: 3000, ltvBps: 7850, liquidationThresholdBps: 8100, liquidationBonusBps: 10600 },
  { symbol: 'weETH', decimals: 18, priceUsd: 2675, ltvBps: 7750, liquidationThresholdBps: 8000, liquidationBonusBps: 10700 },
  { symbol: 'WBTC', decimals: 8, priceUsd: 60_000, ltvBps: 7300, liquidationThresholdBps: 7800, liquidationBonusBps: 10500 },
  { symbol: 'USDC', decimals: 6, priceUsd: 1, ltvBps: 7500, liquidationThresholdBps: 7800, liquidationBonusBps: 10450 },
  { symbol: 'DAI', decimals: 18, priceUsd: 1, ltvBps: 6300, liquidationThresholdBps: 7700, liquidationBonusBps: 10500 },
]

const feedDecimals = 8

export async function deployTokens(
  chain: Chain,
  artifacts: Artifacts,
  specs: readonly TokenSpec[],
  owner: Address,
  feedArtifact: Artifact = artifacts.MockAggregator!,
): Promise<LocalToken[]> {
  const tokens: LocalToken[] = []
  for (const spec of specs) {
    const contract = await chain.deploy(artifacts.TestnetERC20!, [spec.symbol, spec.symbol, spec.decimals, owner], owner)
    const feed = await chain.deploy(feedArtifact, [feedAnswer(spec.priceUsd)], owner)
    tokens.push({ ...spec, contract, feed: feed.address, unit: 10n ** BigInt(spec.decimals) })
  }
  return tokens
}

export function feedAnswer(priceUsd: number): bigint {
  return BigInt(Math.round(priceUsd * 10 ** feedDecimals))
}

// A feed has no setter: its answer lies in the first storage slot.
export async function setFeeds(chain: Chain, answers: ReadonlyMap<LocalToken, bigint>): Promise<void> {
  await chain.requestEach(
    'anvil_setStorageAt',
    [...answers].map(([{ feed }, answer]) => [feed, numberToHex(0n, { size: 32 }), pad(numberToHex(answer), { size: 32 })]),
  )
}

export function amountOf(token: LocalToken, amount: number): bigint {
  const scale = 1_000_000
  return (BigInt(Math.round(amount * scale)) * token.unit) / BigInt(scale)
}
