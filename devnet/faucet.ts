// Hands out test dollars on the demo chain: mints to anyone, from an account that pays its own gas.
import { encodeFunctionData, parseAbi, toHex } from 'viem'
import { faucetAccount } from './accounts.ts'
import type { Hex } from './compile.ts'
import { createRpc, type Rpc } from './rpc.ts'

export const usdTokenAddress: Hex = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'

const mintAbi = parseAbi(['function mint(address to, uint256 value)'])

export async function mintUsd(rpc: Rpc, to: Hex, atomic: bigint): Promise<Hex> {
  const data = encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [to, atomic] })
  return rpc<Hex>('eth_sendTransaction', { from: faucetAccount.address, to: usdTokenAddress, data, gas: toHex(120_000) })
}

export function createFaucet(rpcUrl: string): (to: Hex, atomic: bigint) => Promise<Hex> {
  const rpc = createRpc(rpcUrl)
  return (to, atomic) => mintUsd(rpc, to, atomic)
}
