// Which chain an asked contract lies on: the one that was named, or the first of those read here that has code at its address.
import type { Hex } from 'viem'
import { TollgateError } from '../../base/errors.ts'
import type { SafeFetch } from '../../base/safe-fetch/index.ts'
import type { ReadableChain } from './access.ts'
import { readAsked, readAskedAgent, readAskedName, readAskedSite } from './asked.ts'
import { type Resolved, resolveName } from './ens.ts'
import { type PinnedChain, pinChain } from './pinned-chain.ts'
import { ownerOfAgent, uriOfAgent } from './wallet/agents.ts'
import { type NamedAgent, namesSite, readSite, type Site } from './wallet/site.ts'

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
  /** The site that was asked about, which names that agent. */
  readonly site?: Site
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
export async function findWalletChain(
  all: readonly ReadableChain[],
  key: string,
  signal: AbortSignal,
  fetch: SafeFetch,
): Promise<Found> {
  const site = readAskedSite(key)
  if (site !== null) return findBySite(all, site, signal, fetch)
  const asked = readAskedAgent(key)
  if (asked !== null) {
    const found = await findWalletChain(all, `${asked.chain}:${nobody}`, signal, fetch)
    return { ...found, address: await ownerOfAgent(found.chain, asked.id), agent: asked.id }
  }
  const named = readAskedName(key)
  if (named !== null) {
    const resolved = await resolveName(all, named.name, signal)
    return { ...(await findWalletChain(all, `${named.chain}:${resolved.address}`, signal, fetch)), resolved }
  }
  const { chainId, address } = readAsked(key)
  if (chainId !== null) return findChain(all, key, signal)
  const one = all.find(({ id }) => id === 8453) ?? all[0]
  if (one === undefined) throw away()
  return { chain: await pinChain(one, signal), address, inferred: true, alsoOn: [] }
}

/** Of the agents that a site names the one on the chain that was said, else where callers pay, else the first that is read here. */
async function findBySite(
  all: readonly ReadableChain[],
  { chain, domain }: { readonly chain: string; readonly domain: string },
  signal: AbortSignal,
  fetch: SafeFetch,
): Promise<Found> {
  if (all.length === 0) throw away()
  const { agents, registrations } = await readSite(fetch, domain, signal)
  const isRead = ({ chainId }: NamedAgent) => (chain === 'any' ? all.some(({ id }) => id === chainId) : chainId === Number(chain))
  const here = agents.filter(isRead)
  const meant = here.find(({ chainId }) => chainId === 8453) ?? here[0]
  if (meant === undefined)
    throw new TollgateError(
      'key_unknown',
      `${domain} names agents on chains ${listed(agents)}, and none on ${chain === 'any' ? 'one that is read here' : `chain ${chain}`}`,
    )
  const found = await findWalletChain(all, `${meant.chainId}:agent-${meant.id}`, signal, fetch)
  const isNamed = await namesSite(fetch, await uriOfAgent(found.chain, meant.id), domain, signal)
  return { ...found, inferred: chain === 'any', site: { domain, registrations, is_named_by_agent: isNamed } }
}

const listed = (agents: readonly NamedAgent[]): string =>
  [...new Set(agents.map(({ chainId }) => chainId))].slice(0, 20).join(', ')
