// Hands out test dollars on the demo chain to anyone who asks.
import { randomBytes } from 'node:crypto'
import { encodeFunctionData, parseAbi, toHex } from 'viem'
import type { Hex } from './compile.ts'
import { createRpc, type Rpc } from './rpc.ts'

export const usdTokenAddress: Hex = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'

const mintAbi = parseAbi(['function mint(address to, uint256 value)'])

/** Each mint comes from an account of its own: a shared one would let two callers take the same transaction number. */
export async function mintUsd(rpc: Rpc, to: Hex, atomic: bigint): Promise<Hex> {
  const from: Hex = `0x${randomBytes(20).toString('hex')}`
  const data = encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [to, atomic] })
  await Promise.all([rpc('anvil_setBalance', from, toHex(10n ** 18n)), rpc('anvil_impersonateAccount', from)])
  const transaction = await rpc<Hex>('eth_sendTransaction', { from, to: usdTokenAddress, data, gas: toHex(120_000) })
  await rpc('anvil_stopImpersonatingAccount', from)
  return transaction
}

export function createFaucet(rpcUrl: string): (to: Hex, atomic: bigint) => Promise<Hex> {
  const rpc = createRpc(rpcUrl)
  return (to, atomic) => mintUsd(rpc, to, atomic)
}
