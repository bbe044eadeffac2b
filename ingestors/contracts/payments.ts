// What the transactions of a block send along of the chain's own coin.
import { type Hex, hexToBigInt, isHex } from 'viem'
import { RpcFault } from '../chains/rpc-fault.ts'

export interface Payment {
  readonly hash: Hex
  /** Its place in the block. */
  readonly index: number
  readonly from: Hex
  readonly to: Hex
  readonly value: bigint
}

/** What the transactions of a whole block send along; those that make a contract send it to one that was not there. */
export function readPayments(answer: unknown): Payment[] {
  const { transactions } = answer as { readonly transactions?: unknown }
  if (!Array.isArray(transactions)) throw new RpcFault('broken', 'eth_getBlockByNumber')
  return transactions.flatMap((one: Readonly<Record<string, unknown>>) => {
    // Some nodes give names alone when they are asked for the whole.
    if (typeof one !== 'object' || one === null) throw new RpcFault('broken', 'eth_getBlockByNumber')
    const { hash, from, to, value, transactionIndex: index } = one
    if (to === null || to === undefined) return []
    const [payer, payee] = [accountOf(from), accountOf(to)]
    if (typeof hash !== 'string' || !/^0x[0-9a-f]{64}$/i.test(hash)) throw new RpcFault('broken', 'a transaction')
    return [{ hash: hash.toLowerCase() as Hex, index: Number(quantity(index)), from: payer, to: payee, value: quantity(value) }]
  })
}

function accountOf(value: unknown): Hex {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{40}$/i.test(value)) throw new RpcFault('broken', 'an account')
  return value.toLowerCase() as Hex
}

function quantity(value: unknown): bigint {
  if (typeof value !== 'string' || !isHex(value) || value === '0x') throw new RpcFault('broken', 'an amount')
  return hexToBigInt(value)
}
