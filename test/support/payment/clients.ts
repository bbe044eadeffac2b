// The official, unmodified clients with a fresh funded key each, and what they leave on the chain.
import { x402Client } from '@x402/core/client'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment } from '@x402/fetch'
import type { Hex } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { wrapFetchWithPayment as wrapLegacyFetch } from 'x402-fetch'
import { readBalance } from '../../../devnet/faucet.ts'
import type { Devnet } from '../../../devnet/index.ts'

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

export async function fundedAccount(chain: Devnet, atomic = 100_000_000n): Promise<PrivateKeyAccount> {
  const account = privateKeyToAccount(generatePrivateKey())
  await chain.mint(account.address, atomic)
  return account
}

/** `@x402/fetch`, with its spending cap raised from $1. */
export function currentClient(account: PrivateKeyAccount): Fetch {
  const client = new x402Client()
    .register('eip155:*', new ExactEvmScheme(account))
    .setSpendControls({ maxAmountPerPayment: '$5' })
  return wrapFetchWithPayment(fetch, client) as Fetch
}

/** `x402-fetch`, with its spending cap raised from $0.10. */
export function legacyClient(account: PrivateKeyAccount, maxAtomic = 5_000_000n): Fetch {
  return wrapLegacyFetch(fetch, account as never, maxAtomic) as Fetch
}

export function balanceOf(chain: Devnet, owner: Hex): Promise<bigint> {
  return readBalance(chain.rpc, owner)
}

export function readHeader<T = Record<string, any>>(response: Response, name: string): T {
  const value = response.headers.get(name)
  if (value === null) throw new Error(`no ${name} header on ${response.status}`)
  return JSON.parse(Buffer.from(value, 'base64').toString('utf8'))
}
