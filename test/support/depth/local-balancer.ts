// Balancer v2's own contracts on a local chain, from a folder with them compiled as `@balancer-labs/v2-deployments` ships them
// (`dist/tasks`). BALANCER_TASKS names it; no package of the project's brings it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Abi,
  type Address,
  encodeAbiParameters,
  type Hex,
  keccak256,
  maxUint256,
  numberToHex,
  pad,
  toBytes,
  zeroAddress,
} from 'viem'
import type { Artifact } from '../../../devnet/contracts/artifacts.ts'
import { type Contract, eventsOf } from '../../../devnet/lending/call-data.ts'
import type { Chain } from '../../../devnet/lending/chain.ts'

export const balancerTasks = process.env.BALANCER_TASKS ?? null

export type BalancerPool = { readonly id: Hex; readonly address: Address; readonly kind: 'weighted' | 'stable' | 'composable' }
export type LocalBalancer = {
  readonly vault: Contract
  /** By their addresses, which is how the vault wants them. */
  readonly tokens: readonly (Contract & { readonly decimals: number })[]
  weighted(tokens: readonly number[], weights: readonly bigint[], fee: bigint, amounts: readonly bigint[]): Promise<BalancerPool>
  stable(tokens: readonly number[], amplification: bigint, fee: bigint, amounts: readonly bigint[]): Promise<BalancerPool>
  composable(tokens: readonly number[], amplification: bigint, fee: bigint, amounts: readonly bigint[]): Promise<BalancerPool>
  swap(id: Hex, from: number, to: number, amount: bigint): Promise<bigint>
}

const unit = 10n ** 18n
const initial = 0n

export async function deployBalancer(
  chain: Chain,
  folder: string,
  owner: Address,
  decimals: readonly number[],
): Promise<LocalBalancer> {
  const deploy = (file: string, ...args: unknown[]) => chain.deploy(read(folder, file), args, owner)
  const deployed = []
  for (const digits of decimals) {
    const token = await deploy('20220325-test-balancer-token/artifact/TestBalancerToken.json', owner, 'Test', 'TEST')
    // Its constructor says 18 to all; where it keeps that is found by looking.
    for (let slot = 0; slot < 12; slot++) {
      const place = numberToHex(slot)
      if (BigInt(await chain.request<Hex>('eth_getStorageAt', token.address, place, 'latest')) !== 18n) continue
      await chain.request('anvil_setStorageAt', token.address, pad(place), pad(numberToHex(digits)))
      break
    }
    if (Number(await chain.read(token, 'decimals')) !== digits) throw new Error('the token kept its digits')
    deployed.push({ ...token, decimals: digits })
  }
  const tokens = deployed.toSorted((a, b) => (BigInt(a.address) < BigInt(b.address) ? -1 : 1))
  const authorizer = await deploy('20210418-authorizer/artifact/Authorizer.json', owner)
  const vault = await deploy('20210418-vault/artifact/Vault.json', authorizer.address, tokens[0]!.address, 0n, 0n)
  const fees = await deploy(
    '20220725-protocol-fee-percentages-provider/artifact/ProtocolFeePercentagesProvider.json',
    vault.address,
    unit / 2n,
    unit / 2n,
  )
  const factories = {
    weighted: await deploy('deprecated/20210418-weighted-pool/artifact/WeightedPoolFactory.json', vault.address),
    stable: await deploy('deprecated/20210624-stable-pool/artifact/StablePoolFactory.json', vault.address),
    composable: await deploy(
      '20230206-composable-stable-pool-v3/artifact/ComposableStablePoolFactory.json',
      vault.address,
      fees.address,
      '',
      '',
    ),
  }
  for (const token of tokens) {
    await chain.send(token, 'grantRole', [keccak256(toBytes('MINTER_ROLE')), owner], owner)
    await chain.send(token, 'mint', [owner, 10n ** 40n], owner)
    await chain.send(token, 'approve', [vault.address, maxUint256], owner)
  }
  const addressesOf = (chosen: readonly number[]) => chosen.map((t) => tokens[t]!.address.toLowerCase() as Address)

  async function open(
    kind: BalancerPool['kind'],
    own: readonly Address[],
    args: readonly unknown[],
    amounts: readonly bigint[],
  ): Promise<BalancerPool> {
    const factory = factories[kind]
    const receipt = await chain.send(factory, 'create', ['Pool', 'POOL', own, ...args, owner], owner)
    const [made] = eventsOf<{ pool: Address }>(factory, receipt, 'PoolCreated')
    const pool = { address: made!.pool, abi: poolAbi }
    const id = await chain.read<Hex>(pool, 'getPoolId')
    const [held] = await chain.read<readonly [readonly Address[]]>(vault, 'getPoolTokens', [id])
    // Of its own shares a composable pool makes what it holds itself.
    const given = held.map((token) => amounts[own.indexOf(token.toLowerCase() as Address)] ?? 0n)
    const userData = encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256[]' }], [initial, given])
    const request = { assets: held, maxAmountsIn: held.map(() => maxUint256), userData, fromInternalBalance: false }
    await chain.send(vault, 'joinPool', [id, owner, owner, request], owner)
    return { id, address: made!.pool, kind }
  }

  return {
    vault,
    tokens,
    weighted: (chosen, weights, fee, amounts) => open('weighted', addressesOf(chosen), [weights, fee], amounts),
    stable: (chosen, amp, fee, amounts) => open('stable', addressesOf(chosen), [amp, fee], amounts),
    composable: (chosen, amp, fee, amounts) => {
      const none = chosen.map(() => 0n)
      const args = [amp, chosen.map(() => zeroAddress), none, chosen.map(() => false), fee]
      return open('composable', addressesOf(chosen), args, amounts)
    },
    async swap(id, from, to, amount) {
      const [own, other] = [tokens[from]!, tokens[to]!]
      const before = await chain.read<bigint>(other, 'balanceOf', [owner])
      const single = { poolId: id, kind: 0, assetIn: own.address, assetOut: other.address, amount, userData: '0x' }
      const funds = { sender: owner, fromInternalBalance: false, recipient: owner, toInternalBalance: false }
      await chain.send(vault, 'swap', [single, funds, 0n, maxUint256], owner)
      return (await chain.read<bigint>(other, 'balanceOf', [owner])) - before
    },
  }
}

const poolAbi = [
  { type: 'function', name: 'getPoolId', inputs: [], outputs: [{ type: 'bytes32' }], stateMutability: 'view' },
] as unknown as Abi

function read(folder: string, file: string): Artifact {
  const { abi, bytecode } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { abi: Abi; bytecode: string }
  return { abi, bytecode: bytecode.slice(2), links: {} }
}
