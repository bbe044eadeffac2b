// Puts a contract where the documents' examples say one is, so that they are answered on the demo chain as well.
import { encodeFunctionData, type Hex, keccak256, pad, parseAbi, stringToHex, toHex } from 'viem'
import type { Rpc } from './rpc.ts'
import { untilMined } from './until-mined.ts'

/** The example of an address in processors/inputs: Base's own dollar. */
export const shownAddress: Hex = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const logic: Hex = '0x5d0100000000000000000000000000000000c0de'
export const council: Hex = '0x5d0200000000000000000000000000000000c0de'
const holders = Array.from({ length: 16 }, (_, i) => `0x5d1${i.toString(16)}${'0'.repeat(32)}c0de` as Hex)
const supplyEach = 4_000_000_000_000n

const abi = parseAbi(['function initialize(address first)', 'function mint(address to, uint256 value)'])

export async function showContract(rpc: Rpc, runtimeOf: (name: string) => Hex): Promise<void> {
  const slot = (name: string) => keccak256(stringToHex(`org.zeppelinos.proxy.${name}`))
  await Promise.all([
    rpc('anvil_setCode', shownAddress, runtimeOf('ShownProxy')),
    rpc('anvil_setCode', logic, runtimeOf('ShownDollar')),
    rpc('anvil_setCode', council, runtimeOf('ShownCouncil')),
    rpc('anvil_setStorageAt', shownAddress, slot('implementation'), pad(logic)),
    rpc('anvil_setStorageAt', shownAddress, slot('admin'), pad(council)),
    rpc('anvil_setBalance', council, toHex(10n ** 18n)),
    rpc('anvil_impersonateAccount', council),
  ])
  const send = (data: Hex) => rpc<Hex>('eth_sendTransaction', { from: council, to: shownAddress, data, gas: toHex(200_000) })
  let last = await send(encodeFunctionData({ abi, functionName: 'initialize', args: [council] }))
  for (const holder of holders) last = await send(encodeFunctionData({ abi, functionName: 'mint', args: [holder, supplyEach] }))
  await rpc('anvil_stopImpersonatingAccount', council)
  await untilMined(rpc, last)
}
