// Accounts of the local market by role: the chain lets anyone act as them, so an address and some gas money is all they need.
import { type Address, getAddress, keccak256, numberToHex, stringToHex } from 'viem'
import type { Chain } from './chain.ts'

const gasMoneyWei = 10n ** 21n

export function accountNamed(name: string): Address {
  return getAddress(`0x${keccak256(stringToHex(`local lending: ${name}`)).slice(-40)}`)
}

export async function fund(chain: Chain, accounts: readonly Address[]): Promise<void> {
  if (accounts.length === 0) return
  await chain.requestEach(
    'anvil_setBalance',
    accounts.map((account) => [account, numberToHex(gasMoneyWei)]),
  )
}
