// Finds the transfers that authorizations made: each AuthorizationUsed with the one Transfer right after it, and no other.
import { toEventSelector } from 'viem'

export type TokenLog = {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
  readonly logIndex: number | string | null
  readonly transactionHash: string | null
}

/** Where on a chain a payment was made: no two payments share it. */
export type Paid = { readonly transaction: string; readonly logIndex: number }

export type PaidTransfer = Paid & {
  readonly payer: string
  readonly nonce: string
  readonly to: string
  readonly amount: bigint
}

export type PaymentFacts = {
  readonly asset: string
  readonly payer: string
  readonly nonce: string
  readonly payTo: string
  readonly amount: bigint
}

export const usedTopic = toEventSelector('AuthorizationUsed(address,bytes32)')
export const transferTopic = toEventSelector('Transfer(address,address,uint256)')

/** The logs in the chain's order. What lies between the two events, or comes from another contract, makes them no pair. */
export function transfersIn(logs: readonly TokenLog[], asset: string): PaidTransfer[] {
  const token = asset.toLowerCase()
  return logs.flatMap((used, index): PaidTransfer[] => {
    const moved = logs[index + 1]
    if (moved === undefined || used.topics[0] !== usedTopic || moved.topics[0] !== transferTopic) return []
    if (used.address.toLowerCase() !== token || moved.address.toLowerCase() !== token) return []
    if (used.transactionHash !== moved.transactionHash || Number(moved.logIndex) !== Number(used.logIndex) + 1) return []
    const [[, payer, nonce], [, from, to]] = [used.topics, moved.topics]
    if (payer === undefined || nonce === undefined || payer !== from || to === undefined) return []
    return [
      {
        transaction: used.transactionHash!.toLowerCase(),
        logIndex: Number(used.logIndex),
        payer: addressIn(payer),
        nonce: nonce.toLowerCase(),
        to: addressIn(to),
        amount: BigInt(moved.data),
      },
    ]
  })
}

export function paymentIn(logs: readonly TokenLog[], facts: PaymentFacts): Paid | null {
  const found = transfersIn(logs, facts.asset).find((transfer) => isPayment(transfer, facts))
  return found === undefined ? null : { transaction: found.transaction, logIndex: found.logIndex }
}

export function isPayment(transfer: PaidTransfer, { payer, nonce, payTo, amount }: PaymentFacts): boolean {
  return (
    transfer.payer === payer.toLowerCase() &&
    transfer.nonce === nonce.toLowerCase() &&
    transfer.to === payTo.toLowerCase() &&
    transfer.amount === amount
  )
}

function addressIn(topic: string): string {
  return `0x${topic.slice(-40).toLowerCase()}`
}
