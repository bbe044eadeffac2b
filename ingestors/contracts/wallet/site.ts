// The agent that a site says it is (ERC-8004's file at a known path), and whether that agent says the same of the site. One side alone proves nothing:
// anybody may name another's agent, and anybody may register another's address.
import { TollgateError } from '../../../base/errors.ts'
import { FetchRefusal, type SafeFetch } from '../../../base/safe-fetch/index.ts'
import { identities } from './agents.ts'

export interface Site {
  readonly domain: string
  /** How many registrations the file names in all, on whatever chain. */
  readonly registrations: number
  /** Whether the agent's own registration names the site; null where that is kept where nobody here reads. */
  readonly is_named_by_agent: boolean | null
}

export interface NamedAgent {
  readonly chainId: number
  readonly id: string
}

const path = '/.well-known/agent-registration.json'
const mostBytes = 256 * 1_024
const mostRegistrations = 500
const deadlineMs = 8_000
const entry = /^eip155:([1-9]\d{0,9}):(0x[0-9a-f]{40})$/i
const largest = 2n ** 256n - 1n

/** What the site's file names of agents on chains by their number; in the file's order. */
export async function readSite(
  fetch: SafeFetch,
  domain: string,
  signal: AbortSignal,
): Promise<{ agents: NamedAgent[]; registrations: number }> {
  const file = await fetchJson(fetch, `https://${domain}${path}`, signal)
  if (file === null)
    throw new TollgateError('key_unknown', `https://${domain}${path} is no JSON document: the site names no agent`)
  const all = listOf(file, 'registrations').slice(0, mostRegistrations)
  const agents = all.flatMap((one) => {
    const { agentId, agentRegistry } = (one ?? {}) as { agentId?: unknown; agentRegistry?: unknown }
    const [, chain, registry] = (typeof agentRegistry === 'string' ? entry.exec(agentRegistry) : null) ?? []
    const chainId = registry?.toLowerCase() === identities ? chain : undefined
    const id = typeof agentId === 'string' || Number.isSafeInteger(agentId) ? String(agentId) : ''
    return chainId !== undefined && /^\d{1,78}$/.test(id) && BigInt(id) <= largest
      ? [{ chainId: Number(chainId), id: BigInt(id).toString() }]
      : []
  })
  if (agents.length === 0)
    throw new TollgateError('key_unknown', `https://${domain}${path} names no agent of the ERC-8004 registries`)
  return { agents, registrations: all.length }
}

/** By where its registration is kept, or by the services that it lists. */
export async function namesSite(
  fetch: SafeFetch,
  uri: string | null,
  domain: string,
  signal: AbortSignal,
): Promise<boolean | null> {
  if (uri === null || uri === '') return false
  if (hostOf(uri) === domain) return true
  try {
    const file = uri.startsWith('data:') ? readData(uri) : /^https:/i.test(uri) ? await fetchJson(fetch, uri, signal) : null
    if (file === null) return null
    // The first releases of the standard called them endpoints.
    return [...listOf(file, 'services'), ...listOf(file, 'endpoints')].some((one) => {
      const { endpoint } = (one ?? {}) as { endpoint?: unknown }
      return typeof endpoint === 'string' && hostOf(endpoint) === domain
    })
  } catch (error) {
    if (error instanceof TollgateError) return null
    throw error
  }
}

async function fetchJson(fetch: SafeFetch, url: string, signal: AbortSignal): Promise<object | null> {
  try {
    const policy = { maxBodyBytes: mostBytes, maxWireBytes: mostBytes, deadlineMs, maxRedirects: 2 }
    // To another site's file it would be that site that names the agent.
    const onRedirect = async (to: string) => {
      if (hostOf(to) !== hostOf(url)) throw new TollgateError('key_unknown', `${url} leads to another site, whose word it is not`)
    }
    const { status, body } = await fetch(url, { signal, accept: 'application/json', policy, onRedirect })
    if (status === 200) return parseObject(body.toString('utf8'))
    if (status >= 500 || status === 429) throw away(url, `answered ${status}`)
    throw new TollgateError('key_unknown', `${url} answered ${status}: the site names no agent`)
  } catch (error) {
    if (!(error instanceof FetchRefusal)) throw error
    if (error.retryable) throw away(url, error.message)
    throw new TollgateError('key_unknown', `${url}: ${error.message}`)
  }
}

const away = (url: string, why: string) => new TollgateError('upstream_unavailable', `${url}: ${why}`, { retryable: true })

function readData(uri: string): object | null {
  if (uri.length > mostBytes) return null
  const [, base64, text] = /^data:[^,]{0,100}?(;base64)?,(.*)$/s.exec(uri) ?? []
  if (text === undefined) return null
  try {
    return parseObject(base64 === undefined ? decodeURIComponent(text) : Buffer.from(text, 'base64').toString('utf8'))
  } catch {
    return null // no percent-encoding after all
  }
}

function parseObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : null
  } catch {
    return null // no JSON
  }
}

function listOf(file: object, name: string): readonly unknown[] {
  const list = (file as Record<string, unknown>)[name]
  return Array.isArray(list) ? list : []
}

const hostOf = (text: string): string | null => (/^https:/i.test(text) && URL.canParse(text) ? new URL(text).host : null)
