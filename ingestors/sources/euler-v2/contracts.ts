// The calls and events of Euler v2 (vaults of the Euler Vault Kit, accounts of the Ethereum Vault Connector) that reading it needs.
import type { Hex } from 'viem'
import { eventTopic } from '../../chains/address.ts'
import { view } from '../../chains/pinned.ts'

export type Ltv = readonly [borrow: number, liquidation: number, initial: number, targetTime: number, rampSeconds: number]

export const calls = {
  // Of the list of vaults that Euler's governance has verified.
  listed: view<readonly Hex[]>('function verifiedArray() view returns (address[])'),
  // Of the connector. More than one controller there is only in the middle of a call.
  controllers: view<readonly Hex[]>('function getControllers(address) view returns (address[])'),
  enabled: view<readonly Hex[]>('function getCollaterals(address) view returns (address[])'),
  // Of a vault. What is owed carries interest up to the block, in 2^-31 of the asset's unit; so does the accumulator.
  debt: view<bigint>('function debtOfExact(address) view returns (uint256)'),
  accumulator: view<bigint>('function interestAccumulator() view returns (uint256)'),
  borrowTotal: view<bigint>('function totalBorrowsExact() view returns (uint256)'),
  rate: view<bigint>('function interestRate() view returns (uint256)'),
  fee: view<number>('function interestFee() view returns (uint16)'),
  cash: view<bigint>('function cash() view returns (uint256)'),
  asset: view<Hex>('function asset() view returns (address)'),
  decimals: view<number>('function decimals() view returns (uint8)'),
  oracle: view<Hex>('function oracle() view returns (address)'),
  unit: view<Hex>('function unitOfAccount() view returns (address)'),
  discount: view<number>('function maxLiquidationDiscount() view returns (uint16)'),
  coolOff: view<number>('function liquidationCoolOffTime() view returns (uint16)'),
  hooks: view<readonly [target: Hex, operations: number]>('function hookConfig() view returns (address, uint32)'),
  flags: view<number>('function configFlags() view returns (uint32)'),
  collaterals: view<readonly Hex[]>('function LTVList() view returns (address[])'),
  ltv: view<Ltv>('function LTVFull(address) view returns (uint16, uint16, uint16, uint48, uint32)'),
  // Of any ERC-4626 vault.
  totalShares: view<bigint>('function totalSupply() view returns (uint256)'),
  totalAssets: view<bigint>('function totalAssets() view returns (uint256)'),
  shares: view<bigint>('function balanceOf(address) view returns (uint256)'),
}

export const controllerSet = eventTopic('ControllerStatus(address,address,bool)')
export const borrowed = eventTopic('Borrow(address,uint256)')
// A debt grows by no other event: what is taken over from somebody is told as borrowed too.
export const mayOwe: readonly Hex[] = [controllerSet, borrowed]

export const events: readonly Hex[] = [
  ...mayOwe,
  ...[
    'CollateralStatus(address,address,bool)',
    'Repay(address,uint256)',
    'DebtSocialized(address,uint256)',
    'Transfer(address,address,uint256)',
    // Whatever moves a vault's totals or its rate ends in this.
    'VaultStatus(uint256,uint256,uint256,uint256,uint256,uint256,uint256)',
    'GovSetLTV(address,uint16,uint16,uint16,uint48,uint32)',
    'GovSetMaxLiquidationDiscount(uint16)',
    'GovSetLiquidationCoolOffTime(uint16)',
    'GovSetHookConfig(address,uint32)',
    'GovSetConfigFlags(uint32)',
    'GovSetInterestFee(uint16)',
  ].map(eventTopic),
]
