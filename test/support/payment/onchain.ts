// What a payer or a stranger can do to an authorization behind our back.
import { decodeFunctionData, encodeFunctionData, type Hex, parseAbi, parseSignature, serializeSignature, toHex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { accountAt } from '../../../devnet/accounts.ts'
import { type Devnet, multicallAddress } from '../../../devnet/index.ts'
import { until } from '../until.ts'
import { domain, type Signed } from './sign.ts'

const abi = parseAbi([
  'function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)',
  'function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)',
  'function cancelAuthorization(address,bytes32,uint8,bytes32,bytes32)',
  'function transfer(address,uint256)',
])
const multicall = parseAbi(['function aggregate3((address target, bool allowFailure, bytes callData)[] calls) payable'])
const stranger = accountAt(7).address

const lastOf = new WeakMap<Devnet, Map<Hex, Promise<unknown>>>()

/** One after the other: to two that one account sends at once the node may give one nonce. */
async function sendInTurn(chain: Devnet, sent: { from: Hex; to: Hex; data: Hex; gas: Hex }): Promise<Hex> {
  const last = lastOf.get(chain) ?? new Map<Hex, Promise<unknown>>()
  lastOf.set(chain, last)
  const sending = (last.get(sent.from) ?? Promise.resolve()).then(() => chain.rpc<Hex>('eth_sendTransaction', sent))
  last.set(
    sent.from,
    sending.catch(() => undefined),
  )
  return sending
}

async function send(chain: Devnet, from: Hex, data: Hex, to: Hex = chain.token): Promise<Hex> {
  const hash = await sendInTurn(chain, { from, to, data, gas: toHex(to === chain.token ? 300_000 : 8_000_000) })
  // The node names a transaction before it has mined it.
  await until(`${hash} is mined`, async () => (await chain.rpc('eth_getTransactionReceipt', hash)) !== null)
  return hash
}

/** A third party sends the authorization in before our facilitator does. */
export async function frontRun(chain: Devnet, signed: Signed, from: Hex = stranger): Promise<Hex> {
  return send(chain, from, callOf(signed))
}

/** Many authorizations in one transaction of a public contract. */
export async function sendTogether(chain: Devnet, all: readonly Signed[]): Promise<Hex> {
  const calls = all.map((signed) => ({ target: chain.token, allowFailure: false, callData: callOf(signed) }))
  return send(
    chain,
    stranger,
    encodeFunctionData({ abi: multicall, functionName: 'aggregate3', args: [calls] }),
    multicallAddress,
  )
}

/** What everybody who reads a chain can make of a transaction that settled a payment. */
export async function readPayment(chain: Devnet, transaction: string): Promise<Signed> {
  const { input } = await chain.rpc<{ input: Hex }>('eth_getTransactionByHash', transaction)
  const [from, to, value, validAfter, validBefore, nonce, v, r, s] = decodeFunctionData({ abi, data: input }).args as any
  const authorization = { from, to, value: `${value}`, validAfter: `${validAfter}`, validBefore: `${validBefore}`, nonce }
  // A contract's signature goes as it is.
  return { authorization, signature: r === undefined ? v : serializeSignature({ r, s, v: BigInt(v) }) }
}

function callOf({ authorization: a, signature }: Signed): Hex {
  const { v, r, s } = parseSignature(signature)
  const { value, validAfter, validBefore } = a
  const args = [
    a.from as Hex,
    a.to as Hex,
    BigInt(value),
    BigInt(validAfter),
    BigInt(validBefore),
    a.nonce as Hex,
    Number(v),
    r,
    s,
  ] as const
  return encodeFunctionData({ abi, functionName: 'transferWithAuthorization', args })
}

export async function cancel(chain: Devnet, account: PrivateKeyAccount, nonce: string): Promise<Hex> {
  const signature = await account.signTypedData({
    domain,
    types: {
      CancelAuthorization: [
        { name: 'authorizer', type: 'address' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'CancelAuthorization',
    message: { authorizer: account.address, nonce: nonce as Hex },
  })
  const { v, r, s } = parseSignature(signature)
  const args = [account.address, nonce as Hex, Number(v), r, s] as const
  return send(chain, stranger, encodeFunctionData({ abi, functionName: 'cancelAuthorization', args }))
}

/** Moves the payer's money away, without any authorization. */
export async function drain(chain: Devnet, account: PrivateKeyAccount, amount: bigint, to: Hex = stranger): Promise<Hex> {
  await chain.rpc('anvil_setBalance', account.address, toHex(10n ** 18n))
  await chain.rpc('anvil_impersonateAccount', account.address)
  return send(chain, account.address, encodeFunctionData({ abi, functionName: 'transfer', args: [to, amount] }))
}
