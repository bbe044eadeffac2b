// Uniswap v4 on a local chain, from its published bytecode: the contract of all pools, its views and quoter, and two that trade.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Abi,
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  keccak256,
  maxUint256,
  numberToHex,
} from 'viem'
import type { Artifact } from '../../../devnet/contracts/artifacts.ts'
import { packageFolder } from '../../../devnet/contracts/sources.ts'
import type { Contract } from '../../../devnet/lending/call-data.ts'
import type { Chain } from '../../../devnet/lending/chain.ts'
import { noAddress } from '../../../ingestors/chains/address.ts'

export interface PoolKey {
  readonly currency0: Address
  readonly currency1: Address
  readonly fee: number
  readonly tickSpacing: number
  readonly hooks: Address
}

export interface LocalV4 {
  readonly manager: Contract
  readonly stateView: Contract
  /** Whoever pays for liquidity and sales lets these two spend: what is bare goes along as value. */
  readonly spenders: readonly Address[]
  open(key: PoolKey, root: bigint): Promise<void>
  add(key: PoolKey, ticks: readonly [number, number], liquidity: bigint, from: Address): Promise<void>
  /** What the exchange's own quoter says, without selling. */
  quote(key: PoolKey, sellsFirst: boolean, amount: bigint): Promise<bigint>
  /** All of it, or as much as moves the price to that root. */
  sell(key: PoolKey, sellsFirst: boolean, amount: bigint, from: Address, until?: bigint): Promise<void>
  root(key: PoolKey): Promise<bigint>
  /** What the exchange keeps beside the pool's fee, of either direction, in millionths. */
  charge(key: PoolKey, ofFirst: number, ofSecond: number): Promise<void>
}

const lowestRoot = 4_295_128_740n
const highestRoot = 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_341n
const keyTypes = ['address', 'address', 'uint24', 'int24', 'address'].map((type) => ({ type }))
const asTokens = { takeClaims: false, settleUsingBurn: false }
// More than any sale here needs; what is left comes back.
const spare = 10n ** 24n

export function keyOf(one: Address, other: Address, fee: number, tickSpacing: number): PoolKey {
  const [currency0, currency1] = one < other ? [one, other] : [other, one]
  return { currency0, currency1, fee, tickSpacing, hooks: noAddress }
}

export async function deployV4(chain: Chain, owner: Address): Promise<LocalV4> {
  const published = await Promise.all([
    artifact('PoolManager.sol/PoolManager.default.json'),
    artifact('StateView.sol/StateView.json'),
    artifact('V4Quoter.sol/V4Quoter.json'),
    artifact('PoolModifyLiquidityTest.sol/PoolModifyLiquidityTest.default.json'),
    artifact('PoolSwapTest.sol/PoolSwapTest.default.json'),
  ])
  const manager = await chain.deploy(published[0], [owner], owner)
  const beside: Contract[] = []
  for (const one of published.slice(1)) beside.push(await chain.deploy(one, [manager.address], owner))
  const [stateView, quoter, filler, router] = beside as [Contract, Contract, Contract, Contract]
  await chain.send(manager, 'setProtocolFeeController', [owner], owner)

  async function pay(contract: Contract, key: PoolKey, name: string, args: readonly unknown[], from: Address) {
    const value = numberToHex(key.currency0 === noAddress ? spare : 0n)
    const data = encodeFunctionData({ abi: contract.abi, functionName: name, args })
    const sent = { from, to: contract.address, data, value, gas: numberToHex(20_000_000n) }
    const { status } = await chain.receipt(await chain.request<Hex>('eth_sendTransaction', sent))
    if (status !== '0x1') throw new Error(`${name} reverted`)
  }
  return {
    manager,
    stateView,
    spenders: [filler.address, router.address],
    async open(key, root) {
      await chain.send(manager, 'initialize', [key, root], owner)
    },
    add: (key, [tickLower, tickUpper], liquidityDelta, from) =>
      pay(
        filler,
        key,
        'modifyLiquidity',
        [key, { tickLower, tickUpper, liquidityDelta, salt: numberToHex(0, { size: 32 }) }, '0x'],
        from,
      ),
    async quote(poolKey, zeroForOne, exactAmount) {
      const [out] = await chain.read<readonly [bigint, bigint]>(quoter, 'quoteExactInputSingle', [
        { poolKey, zeroForOne, exactAmount, hookData: '0x' },
      ])
      return out
    },
    sell: (key, zeroForOne, amount, from, until = zeroForOne ? lowestRoot : highestRoot) =>
      pay(router, key, 'swap', [key, { zeroForOne, amountSpecified: -amount, sqrtPriceLimitX96: until }, asTokens, '0x'], from),
    async root(key) {
      const id = keccak256(encodeAbiParameters(keyTypes, Object.values(key)))
      return (await chain.read<readonly [bigint]>(stateView, 'getSlot0', [id]))[0]
    },
    async charge(key, ofFirst, ofSecond) {
      await chain.send(manager, 'setProtocolFee', [key, (ofSecond << 12) | ofFirst], owner)
    },
  }
}

export async function allow(chain: Chain, v4: LocalV4, coin: Contract, from: Address): Promise<void> {
  for (const spender of v4.spenders) await chain.send(coin, 'approve', [spender, maxUint256], from)
}

async function artifact(file: string): Promise<Artifact> {
  const text = await readFile(join(packageFolder('@uniswap/v4-periphery'), 'foundry-out', file), 'utf8')
  const { abi, bytecode } = JSON.parse(text) as { abi: Abi; bytecode: { object: string } }
  return { abi, bytecode: bytecode.object.slice(2), links: {} }
}
