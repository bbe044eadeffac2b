// The calls and events of Fluid (Instadapp): the factory that numbers its vaults and positions, and what a vault keeps in which place of its storage.
import { encodeAbiParameters, type Hex, keccak256, numberToHex } from 'viem'
import { eventTopic } from '../../chains/address.ts'
import { view } from '../../chains/pinned.ts'
import { RpcFault } from '../../chains/rpc-fault.ts'
import { mostTick } from './ticks.ts'

export type Constants = { readonly supplyToken: Hex; readonly borrowToken: Hex; readonly vaultId: bigint }
export type ExchangePrices = readonly [ofSupplied: bigint, ofLent: bigint, supply: bigint, borrow: bigint]
export type LatestPosition = readonly [tick: bigint, debt: bigint, collateral: bigint, branch: bigint, branchData: bigint]

export const calls = {
  // Of the factory. Vaults and positions are numbered from one.
  vaultCount: view<bigint>('function totalVaults() view returns (uint256)'),
  vaultAt: view<Hex>('function getVaultAddress(uint256) view returns (address)'),
  // Of a vault; those of type 1 do not say their type.
  type: view<bigint>('function TYPE() view returns (uint256)'),
  constants: view<Constants>('function constantsView() view returns (Constants)', [
    'struct Constants { address liquidity; address factory; address admin; address secondary; address supplyToken; address borrowToken; uint8 supplyDecimals; uint8 borrowDecimals; uint256 vaultId; bytes32 supplyPriceSlot; bytes32 borrowPriceSlot; bytes32 userSupplySlot; bytes32 userBorrowSlot; }',
  ]),
  exchangePrices: view<ExchangePrices>(
    'function updateExchangePrices(uint256) view returns (uint256, uint256, uint256, uint256)',
  ),
  latestPosition: view<LatestPosition>(
    'function fetchLatestPosition(int256, uint256, uint256, uint256) view returns (int256, uint256, uint256, uint256, uint256)',
  ),
  // Of both.
  stored: view<bigint>('function readFromStorage(bytes32) view returns (uint256)'),
}

export const places = {
  variables: numberToHex(0, { size: 32 }),
  terms: numberToHex(1, { size: 32 }),
  absorbed: numberToHex(2, { size: 32 }),
  position: (id: bigint): Hex => keccak256(encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [id, 3n])),
  tick: (tick: number): Hex => keccak256(encodeAbiParameters([{ type: 'int256' }, { type: 'uint256' }], [BigInt(tick), 5n])),
  // Of the factory: whose a position is, and of which vault.
  token: (id: bigint): Hex => keccak256(encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [id, 3n])),
}

export const bitsOf = (word: bigint, from: number, count: number): bigint => (word >> BigInt(from)) & ((1n << BigInt(count)) - 1n)

// No vault keeps more; who says so answers for no vault.
const mostBits = 200n
const broken = () => new RpcFault('broken', 'eth_call')

/** Of 64 bits: a number of 56, and by how many bits it is shifted. */
export function bigNumberOf(word: bigint, from: number): bigint {
  const packed = bitsOf(word, from, 64)
  const amount = (packed >> 8n) << (packed & 0xffn)
  if (amount >> mostBits !== 0n) throw broken()
  return amount
}

/** A sign, which is set where it is not negative, and 19 bits. */
export function tickOf(word: bigint, from: number): number {
  const size = Number(bitsOf(word, from + 1, 19))
  if (size > mostTick) throw broken()
  return bitsOf(word, from, 1) === 1n ? size : -size
}

export const minted = eventTopic('NewPositionMinted(address,address,uint256)')
export const operated = eventTopic('LogOperate(address,uint256,int256,int256,address)')
// They name nobody: whoever was above some ratio is hit.
export const liquidated: readonly Hex[] = [
  eventTopic('LogLiquidate(address,uint256,uint256,address)'),
  eventTopic('LogAbsorb(uint256,uint256)'),
  eventTopic('LogAbsorbDustDebt(uint256[],uint256)'),
]

export const events: readonly Hex[] = [
  minted,
  operated,
  ...liquidated,
  ...[
    'LogUpdateExchangePrice(uint256,uint256)',
    'LogUpdateCollateralFactor(uint256)',
    'LogUpdateLiquidationThreshold(uint256)',
    'LogUpdateLiquidationMaxLimit(uint256)',
    'LogUpdateLiquidationPenalty(uint256)',
    'LogUpdateCoreSettings(uint256,uint256,uint256,uint256,uint256,uint256,uint256,uint256)',
    'LogUpdateOracle(address)',
  ].map(eventTopic),
]
