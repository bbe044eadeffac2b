// What a payer or a stranger can do to an authorization behind our back.
import { encodeFunctionData, type Hex, parseAbi, parseSignature, toHex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { accountAt } from '../../../devnet/accounts.ts'
import type { Devnet } from '../../../devnet/index.ts'
import { domain, type Signed } from './sign.ts'

const abi = parseAbi([
  'function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)',
  'function cancelAuthorization(address,bytes32,uint8,bytes32,bytes32)',
  'function transfer(address,uint256)',
])
const stranger = accountAt(7).address

async function send(chain: Devnet, from: Hex, data: Hex): Promise<Hex> {
  return chain.rpc<Hex>('eth_sendTransaction', { from, to: chain.token, data, gas: toHex(300_000) })
}

/** A third party sends the authorization in before our facilitator does. */
export async function frontRun(chain: Devnet, { authorization: a, signature }: Signed, from: Hex = stranger): Promise<Hex> {
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
  return send(chain, from, encodeFunctionData({ abi, functionName: 'transferWithAuthorization', args }))
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
