// An ENS name to the address it is set to, at one block of Ethereum, by viem. What lies off the chain is not followed: a name could send us anywhere.
import { createPublicClient, custom, type Hex } from 'viem'
import { mainnet } from 'viem/chains'
import { normalize } from 'viem/ens'
import { TollgateError } from '../../base/errors.ts'
import type { ReadableChain } from './access.ts'
import { type PinnedChain, pinChain } from './pinned-chain.ts'

export interface Resolved {
  /** As ENSIP-15 writes it. */
  readonly name: string
  readonly address: Hex
  /** Of Ethereum. */
  readonly block: number
}

const nobody: Hex = '0x0000000000000000000000000000000000000000'
const unknown = (why: string) => new TollgateError('key_unknown', why)

export async function resolveName(all: readonly ReadableChain[], given: string, signal: AbortSignal): Promise<Resolved> {
  const name = normalized(given)
  const ethereum = all.find(({ id }) => id === mainnet.id)
  if (ethereum === undefined) throw unknown('names are resolved on Ethereum, which is not read here; send the address')
  const chain = await pinChain(ethereum, signal)
  const address = await lookUp(chain, name)
  if (address === null || address === nobody)
    throw unknown(`the name has no address on Ethereum at block ${chain.block.number}, or one that is kept off the chain`)
  await chain.confirm()
  return { name, address, block: chain.block.number }
}

function normalized(given: string): string {
  try {
    return normalize(given)
  } catch {
    throw unknown('ENS has no such name: ENSIP-15 does not allow it')
  }
}

/** null where the name's contracts refuse. */
async function lookUp(chain: PinnedChain, name: string): Promise<Hex | null> {
  let trouble: unknown = null
  // A refusal is passed on without its data: what it says of gateways elsewhere is never read.
  const request = async ({ method, params }: { method: string; params?: any }): Promise<Hex> => {
    if (method !== 'eth_call') throw new TollgateError('upstream_changed', `nobody has asked for ${method}`)
    try {
      const answer = await chain.call({ from: nobody, to: params[0].to, data: params[0].data })
      if (answer !== null) return answer
    } catch (error) {
      trouble = error
      throw error
    }
    throw new Error('refused')
  }
  const client = createPublicClient({ chain: mainnet, transport: custom({ request }, { retryCount: 0 }), ccipRead: false })
  try {
    const address = await client.getEnsAddress({ name })
    return address === null ? null : (address.toLowerCase() as Hex)
  } catch {
    if (trouble !== null) throw trouble
    return null
  }
}
