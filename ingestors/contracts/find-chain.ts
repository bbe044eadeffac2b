// Which chain an asked contract lies on: the one that was named, or the first of those read here that has code at its address.
import type { Hex } from 'viem'
import { TollgateError } from '../../base/errors.ts'
import type { ReadableChain } from './access.ts'
import { readAsked, readAskedAgent, readAskedName } from './asked.ts'
import { type Resolved, resolveName } from './ens.ts'
import { type PinnedChain, pinChain } from './pinned-chain.ts'
import { ownerOfAgent } from './wallet/agents.ts'

interface Found {
  readonly chain: PinnedChain
  readonly address: Hex
  readonly inferred: boolean
  /** Other chains that have code at this address. */
  readonly alsoOn: readonly number[]
  /** What the name was set to that was asked about. */
  readonly resolved?: Resolved
  /** The number of the agent that was asked about; the address is its owner's. */
  readonly agent?: string
}

const nobody: Hex = `0x${'0'.repeat(40)}`
const away = () => new TollgateError('chain_unavailable', 'no chain that is read here answers', { retryable: true })

export async function findChain(all: readonly ReadableChain[], key: string, signal: AbortSignal): Promise<Found> {
  const { chainId, address } = readAsked(key)
  if (chainId !== null) {
    const named = all.find(({ id }) => id === chainId)
    if (named !== undefined) return { chain: await pinChain(named, signal), address, inferred: false, alsoOn: [] }
    if (all.length === 0) throw away()
    throw new TollgateError('key_unknown', `chain ${chainId} is not read here; read are ${all.map(({ id }) => id).join(', ')}`)
  }
  const tried = await Promise.allSettled(
    all.map(async (one) => {
      const chain = await pinChain(one, signal)
      return (await chain.code(address)) === '0x' ? null : chain
    }),
  )
  const hits = tried.flatMap((one) => (one.status === 'fulfilled' && one.value !== null ? [one.value] : []))
  // Base is where callers pay, and what is meant where nothing else is said.
  const chain = hits.find(({ id }) => id === 8453) ?? hits[0]
  if (chain !== undefined) {
    const alsoOn = hits.filter((one) => one !== chain).map(({ id }) => id)
    return { chain, address, inferred: true, alsoOn }
  }
  if (tried.length === 0 || tried.some(({ status }) => status === 'rejected')) throw away()
  throw new TollgateError('key_unknown', `there is no contract at this address on chains ${all.map(({ id }) => id).join(', ')}`)
}

/** The chain a wallet is read on: the one that was named, else where callers pay, else the first. */
export async function findWalletChain(all: readonly ReadableChain[], key: string, signal: AbortSignal): Promise<Found> {
  const asked = readAskedAgent(key)
  if (asked !== null) {
    const found = await findWalletChain(all, `${asked.chain}:${nobody}`, signal)
    return { ...found, address: await ownerOfAgent(found.chain, asked.id), agent: asked.id }
  }
  const named = readAskedName(key)
  if (named !== null) {
    const resolved = await resolveName(all, named.name, signal)
    return { ...(await findWalletChain(all, `${named.chain}:${resolved.address}`, signal)), resolved }
  }
  const { chainId, address } = readAsked(key)
  if (chainId !== null) return findChain(all, key, signal)
  const one = all.find(({ id }) => id === 8453) ?? all[0]
  if (one === undefined) throw away()
  return { chain: await pinChain(one, signal), address, inferred: true, alsoOn: [] }
}
