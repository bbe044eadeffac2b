// Where tokens trade on a chain: the factories that know the pools, and the tokens that everything is traded against.
import type { Hex } from 'viem'

export interface Factory {
  /** v2: one pool a pair. v3: one a pair and fee. solidly: a stable and a volatile one a pair. */
  readonly kind: 'v2' | 'v3' | 'solidly'
  readonly name: string
  readonly address: Hex
}

export interface Quote {
  readonly token: Hex
  readonly symbol: string
  readonly decimals: number
  /** Counts as one dollar; the others are priced in the first of these. */
  readonly dollar: boolean
}

/** An exchange whose pools are paid for by votes: who keeps the votes, who makes the pools, what is paid in. */
export interface VotedExchange {
  readonly name: string
  readonly voter: Hex
  readonly poolFactory: Hex
  /** Of pools with concentrated liquidity. */
  readonly rangeFactories: readonly Hex[]
  /** Tells what past weeks brought; its makers replace it from time to time. */
  readonly rewardsLens: Hex | null
  readonly reward: Hex
}

export interface Exchange {
  readonly factories: readonly Factory[]
  readonly quotes: readonly Quote[]
  /** Further tokens of weight, where a chain of one's own has some. */
  readonly watched?: readonly Hex[]
  /** The token that the chain's own coin is wrapped in: it has the coin's price. */
  readonly wrapped?: Hex
  readonly voted?: VotedExchange
}

const v3: Factory = { kind: 'v3', name: 'uniswap-v3', address: '0x1f98431c8ad98523631ae4a59f267346ea31f984' }
const dollar = (token: Hex, symbol = 'USDC', decimals = 6): Quote => ({ token, symbol, decimals, dollar: true })
const coin = (token: Hex, symbol = 'WETH'): Quote => ({ token, symbol, decimals: 18, dollar: false })

/** As their makers publish them; Avalanche and BNB have others, of which nothing is known here. */
export const knownExchanges: Readonly<Record<number, Exchange>> = {
  1: {
    factories: [v3, { kind: 'v2', name: 'uniswap-v2', address: '0x5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f' }],
    quotes: [
      dollar('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'),
      dollar('0xdac17f958d2ee523a2206206994597c13d831ec7', 'USDT'),
      coin('0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'),
    ],
    wrapped: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
  },
  8453: {
    factories: [
      { kind: 'v3', name: 'uniswap-v3', address: '0x33128a8fc17869897dce68ed026d694621f6fdfd' },
      { kind: 'v2', name: 'uniswap-v2', address: '0x8909dc15e40173ff4699343b6eb8132c65e18ec6' },
      { kind: 'solidly', name: 'aerodrome', address: '0x420dd381b31aef6683db6b902084cb0ffece40da' },
    ],
    quotes: [dollar('0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'), coin('0x4200000000000000000000000000000000000006')],
    wrapped: '0x4200000000000000000000000000000000000006',
    voted: {
      name: 'aerodrome',
      voter: '0x16613524e02ad97edfef371bc883f2f5d6c480a5',
      poolFactory: '0x420dd381b31aef6683db6b902084cb0ffece40da',
      rangeFactories: ['0x5e7bb104d84c7cb9b682aac2f3d509f5f406809a'],
      rewardsLens: '0x1b121efdaf4abb8785a315c51d29bce0552a7678',
      reward: '0x940181a94a35a4569e4529a3cdfb74e38fd98631',
    },
  },
  10: {
    factories: [v3],
    quotes: [dollar('0x0b2c639c533813f4aa9d7837caf62653d097ff85'), coin('0x4200000000000000000000000000000000000006')],
    wrapped: '0x4200000000000000000000000000000000000006',
  },
  137: {
    factories: [v3],
    quotes: [dollar('0x3c499c542cef5e3811e1192ce70d8cc03d5c3359'), coin('0x7ceb23fd6bc0add59e62ac25578270cff1b9f619')],
  },
  42161: {
    factories: [v3],
    quotes: [dollar('0xaf88d065e77c8cc2239327c5edb3a432268e5831'), coin('0x82af49447d8a07e3bd95bd0d56f35241523fbab1')],
    wrapped: '0x82af49447d8a07e3bd95bd0d56f35241523fbab1',
  },
}
