// Hands out test dollars on the demo chain to anyone who asks.
import { randomBytes } from 'node:crypto'
import { encodeFunctionData, type Hex, hexToBigInt, parseAbi, toHex } from 'viem'
import type { Rpc } from './rpc.ts'
import { untilMined } from './until-mined.ts'

export const usdTokenAddress: Hex = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'

const tokenAbi = parseAbi([
  'function mint(address to, uint256 value)',
  'function balanceOf(address owner) view returns (uint256)',
])

/** Each mint comes from an account of its own: a shared one would let two callers take the same transaction number. */
export async function mintUsd(rpc: Rpc, to: Hex, atomic: bigint): Promise<Hex> {
  const from: Hex = `0x${randomBytes(20).toString('hex')}`
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: [to, atomic] })
  await Promise.all([rpc('anvil_setBalance', from, toHex(10n ** 18n)), rpc('anvil_impersonateAccount', from)])
  const transaction = await rpc<Hex>('eth_sendTransaction', { from, to: usdTokenAddress, data, gas: toHex(120_000) })
  await rpc('anvil_stopImpersonatingAccount', from)
  await untilMined(rpc, transaction)
  return transaction
}

export async function readBalance(rpc: Rpc, owner: Hex): Promise<bigint> {
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'balanceOf', args: [owner] })
  return hexToBigInt(await rpc<Hex>('eth_call', { to: usdTokenAddress, data }, 'latest'))
}
