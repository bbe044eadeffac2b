// Balancer's pools as depth reads them: against what the published contracts paid, and where state and vault contradict each other.
import { type Hex, toFunctionSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import type { View } from '../../../ingestors/chains/pinned.ts'
import { sellStable } from '../../../ingestors/sources/dex-depth/curves/stable-swap.ts'
import { sell } from '../../../ingestors/sources/dex-depth/curves/venue.ts'
import { sellWeighted } from '../../../ingestors/sources/dex-depth/curves/weighted.ts'
import { balancer } from '../../../ingestors/sources/dex-depth/pools/balancer.ts'
import type { Coin, Pair } from '../../../ingestors/sources/dex-depth/pools/exchange.ts'
import { createFakeReader } from '../../support/chains/fake-reader.ts'
import { balancerAnswers } from '../../support/depth/balancer-answers.ts'

const address = (n: number): Hex => `0x${n.toString(16).padStart(40, '0')}`
const coin = (n: number): Coin => ({ address: address(n), decimals: 0, usd: 1 })
const vault = address(99)
const pool = address(50)
const id: Hex = `${pool}${'0'.repeat(24)}`
const [swap, held] = [
  toFunctionSelector('queryBatchSwap(uint8,(bytes32,uint256,uint256,uint256,bytes)[],address[],(address,bool,address,bool))'),
  toFunctionSelector('getPoolTokens(bytes32)'),
]

type State = (typeof balancerAnswers)[number]
type Vault = {
  /** For an amount, by the direction the state is told in. */
  readonly pays: (amount: bigint) => bigint | null
  readonly holds?: bigint
  readonly own?: boolean
}

async function read(state: State, { pays, holds = 10n ** 40n, own = false }: Vault, pair?: Pair) {
  const coins = state.balances.map((_, k) => address(k + 1))
  // A composable pool lists its own shares among its tokens, wherever their address puts them.
  const tokens = own ? [pool, ...coins] : coins
  const balances = own ? [10n ** 33n, ...state.balances] : state.balances
  const factors = own ? [10n ** 18n, ...state.factors] : state.factors
  const tell = (view: View<unknown>, args: readonly unknown[]) => {
    const selector = view.encode(args).slice(0, 10)
    if (selector === held) return [tokens, balances, 1n]
    if (selector !== swap) return null
    const [{ amount }] = args[1] as [{ amount: bigint }]
    const out = pays(amount)
    return out === null ? null : [amount, -out]
  }
  const said = new Map<string, unknown>([
    [toFunctionSelector('getSwapFeePercentage()'), state.fee],
    ...(state.isWeighted
      ? [[toFunctionSelector('getNormalizedWeights()'), factors] as const]
      : [
          [toFunctionSelector('getAmplificationParameter()'), [state.amp * 10n, false, 1000n]] as const,
          [toFunctionSelector('getScalingFactors()'), factors] as const,
        ]),
  ])
  const reader = createFakeReader({
    [vault]: tell,
    [pool]: (view, args) => said.get(view.encode(args).slice(0, 10)) ?? null,
    ...Object.fromEntries(coins.map((token) => [token, () => holds])),
  })
  const asked = pair ?? { from: coin(state.i + 1), to: coin(state.j + 1) }
  const [pools] = await balancer('Balancer', vault, [id]).read(reader, [asked])
  return { pools: pools!, asked: reader.asked.length }
}

const one = 10n ** 18n

// What the state says, by the formulas that the published contracts' answers are held against below.
function fromState({ isWeighted, balances, factors, amp, fee, i, j }: State, amount: bigint): bigint {
  if (!isWeighted) {
    const stable = { balances, rates: factors, amplification: amp, fee: 0n, offPegFee: 0n, i, j }
    return sellStable(stable, amount - (amount * fee) / one)!
  }
  const [balanceIn, balanceOut, weightIn, weightOut] = [balances[i], balances[j], factors[i], factors[j]].map(Number)
  const weights = { weightIn: weightIn!, weightOut: weightOut!, feeShare: Number(fee) / 1e18 }
  return BigInt(Math.floor(sellWeighted({ balanceIn: balanceIn!, balanceOut: balanceOut!, ...weights }, Number(amount))))
}

describe("Balancer's pools", () => {
  test.each(balancerAnswers)('pay what the published contracts paid: $amount for $answer', async (state) => {
    expect(Math.abs(Number(fromState(state, state.amount)) / Number(state.answer) - 1)).toBeLessThan(1e-9)
    const { pools, asked } = await read(state, { pays: (amount) => fromState(state, amount), own: !state.isWeighted })
    expect(Math.abs(sell(pools[0]!.venue!, Number(state.amount)).out / Number(state.answer) - 1)).toBeLessThan(1e-5)
    // One probe, and no row of sizes: the state was believed.
    expect(asked).toBeLessThan(20)
  })

  test.each([balancerAnswers[0]!, balancerAnswers[6]!])(
    'whose vault pays a tenth less than their state says bring what the vault pays',
    async (state) => {
      const { pools } = await read(state, { pays: (amount) => (fromState(state, amount) * 9n) / 10n })
      const brought = sell(pools[0]!.venue!, Number(state.amount)).out
      expect(Math.abs(brought / (0.9 * Number(state.answer)) - 1)).toBeLessThan(1e-3)
    },
  )

  test('whose vault answers nothing, or more to come in than out, are refused', async () => {
    const [state] = balancerAnswers
    expect((await read(state!, { pays: () => null })).pools).toEqual([{ exchange: 'Balancer', venue: null }])
    expect((await read(state!, { pays: (amount) => -amount })).pools).toEqual([{ exchange: 'Balancer', venue: null }])
  })

  test('pay no more than their vault holds, and are none where that is small change', async () => {
    const [state] = balancerAnswers
    const pays = (amount: bigint) => fromState(state!, amount)
    const { pools } = await read(state!, { pays, holds: 1_000_000n })
    expect(sell(pools[0]!.venue!, 1e30).out).toBeLessThanOrEqual(1_000_000 * (1 + 1e-9))
    expect((await read(state!, { pays, holds: 9_000n })).pools).toEqual([])
  })

  test('sell no shares of their own, and nothing against itself', async () => {
    const state = balancerAnswers[6]!
    const pays = (amount: bigint) => fromState(state, amount)
    const shares: Coin = { address: pool, decimals: 0, usd: 1 }
    expect((await read(state, { pays, own: true }, { from: shares, to: coin(1) })).pools).toEqual([])
    expect((await read(state, { pays, own: true }, { from: coin(1), to: coin(1) })).pools).toEqual([])
  })
})
