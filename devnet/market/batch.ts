// Many calls in one: as one transaction, or as one read of one block.
import { type Hex, numberToHex, parseAbi } from 'viem'
import { type Contract, decodeAnswer, encodeCall } from '../lending/call-data.ts'
import type { Chain, Receipt } from '../lending/chain.ts'

export type Call = {
  readonly contract: Contract
  readonly name: string
  readonly args: readonly unknown[]
  /** The others hold although this one is refused. */
  readonly mayFail?: boolean
}

export const multicall: Contract = {
  address: '0xcA11bde05977b3631167028862bE2a173976CA11',
  abi: parseAbi([
    'struct Call3 { address target; bool allowFailure; bytes callData; }',
    'struct Result { bool success; bytes returnData; }',
    'function aggregate3(Call3[] calls) payable returns (Result[] results)',
  ]),
}

const batchGas = numberToHex(100_000_000n)
const callsPerTransaction = 60

/** The contracts see the batching contract as the sender, so what it pays comes from its purse. */
export async function sendBatch(chain: Chain, calls: readonly Call[], from: Hex): Promise<Receipt[]> {
  const receipts: Receipt[] = []
  for (let first = 0; first < calls.length; first += callsPerTransaction) {
    const data = encodeBatch(calls.slice(first, first + callsPerTransaction))
    const hash = await chain.request<Hex>('eth_sendTransaction', { from, to: multicall.address, data, gas: batchGas })
    const receipt = await chain.receipt(hash)
    if (receipt.status !== '0x1') throw new Error('a batch of calls reverted')
    receipts.push(receipt)
  }
  return receipts
}

/** Every call's answer at the latest block; null where the contract refused. */
export async function readBatch(chain: Chain, calls: readonly Call[]): Promise<unknown[]> {
  const request = { to: multicall.address, data: encodeBatch(calls.map((call) => ({ ...call, mayFail: true }))), gas: batchGas }
  const data = await chain.request<Hex>('eth_call', request, 'latest')
  const results = decodeAnswer<readonly { success: boolean; returnData: Hex }[]>(multicall, 'aggregate3', data)
  return results.map(({ success, returnData }, i) => {
    const { contract, name } = calls[i]!
    return success ? decodeAnswer(contract, name, returnData) : null
  })
}

function encodeBatch(calls: readonly Call[]): Hex {
  const encoded = calls.map(({ contract, name, args, mayFail = false }) => ({
    target: contract.address,
    allowFailure: mayFail,
    callData: encodeCall(contract, name, args),
  }))
  return encodeCall(multicall, 'aggregate3', [encoded])
}
