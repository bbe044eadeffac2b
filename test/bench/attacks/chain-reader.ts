// What anybody who reads the chain can make of a transaction that settled a payment: the payment itself.
import { decodeFunctionData, type Hex, type PublicClient, parseAbi, serializeSignature } from 'viem'
import type { Signed } from './payment.ts'

const abi = parseAbi([
  'function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)',
  'function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)',
])

export async function readFromChain(reader: PublicClient, transaction: Hex): Promise<Signed> {
  const { input } = await reader.getTransaction({ hash: transaction })
  const { args } = decodeFunctionData({ abi, data: input })
  const [from, to, value, validAfter, validBefore, nonce, v, r, s] = args as readonly [
    Hex,
    Hex,
    bigint,
    bigint,
    bigint,
    Hex,
    any,
    Hex?,
    Hex?,
  ]
  const authorization = { from, to, value: `${value}`, validAfter: `${validAfter}`, validBefore: `${validBefore}`, nonce }
  return { authorization, signature: r === undefined ? v : serializeSignature({ r, s: s!, v: BigInt(v) }) }
}

/** Transactions in which this payer's authorizations were used, oldest first. */
export async function paymentsOf(reader: PublicClient, token: Hex, payer: Hex): Promise<Hex[]> {
  const event = parseAbi(['event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)'])[0]
  const logs = await reader.getLogs({ address: token, event, args: { authorizer: payer }, fromBlock: 0n })
  return logs.map(({ transactionHash }) => transactionHash)
}
