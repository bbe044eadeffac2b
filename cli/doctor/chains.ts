// Every chain that has a provider: its id, how old its newest block is, and how soon it answers.
import type { Config } from '../../app/config/index.ts'
import { whyUnreached } from '../../base/unreached.ts'
import { callsADay, totalOf } from '../../ingestors/chains/budget.ts'
import { examine, type Finding } from './finding.ts'

const oldHeadSeconds = 120
// Over so many blocks it is measured how soon one follows another.
const measuredBlocks = 1_000

export function examineChains({ chains }: Config): Promise<Finding[]> {
  const providers = [...chains.openUrls].flatMap(([id, urls]) => urls.map((url, i) => ({ id, url, i })))
  return Promise.all(
    providers.map(({ id, url, i }) => {
      // A provider's address may hold a key: it is named by its setting.
      const isOwn = chains.rpcUrls.has(id)
      const name = `${isOwn ? `RPC_URL_${id}` : `public nodes of chain ${id}`}${i === 0 ? '' : ` (${i + 1})`}`
      const todo = isOwn ? 'does the provider know this key and chain?' : `can this machine reach it? else set RPC_URL_${id}`
      return examine({ part: 'chain', name }, todo, () => askProvider(id, url, (head) => budgetOf(chains, id, url, head)))
    }),
  )
}

interface Head {
  readonly number: number
  readonly seconds: number
}

// What following the lenders takes, by how soon one block follows another here; where that cannot be told nothing is said.
async function budgetOf(
  { deployments, rpcUrls, headUrls }: Config['chains'],
  id: number,
  url: string,
  head: Head,
): Promise<string> {
  const deployment = deployments?.find((one) => one.chain_id === id)
  const earlier = Math.max(0, head.number - measuredBlocks)
  if (deployment === undefined || !rpcUrls.has(id) || earlier === head.number) return ''
  const block = await ask(url, 'eth_getBlockByNumber', [`0x${earlier.toString(16)}`, false]).catch(() => null)
  const blockSeconds = (head.seconds - Number((block as { timestamp?: string } | null)?.timestamp)) / (head.number - earlier)
  if (!(blockSeconds > 0)) return ''
  const calls = callsADay({
    blockSeconds,
    readEverySeconds: deployment.read_every_seconds ?? 0,
    lenders: [
      deployment.aave_v3.length,
      deployment.morpho_blue,
      deployment.compound_v3?.length,
      deployment.euler_v2,
      deployment.fluid,
    ].filter(Boolean).length,
    isTold: headUrls?.has(id) === true,
  })
  return `, ${Math.round(totalOf(calls) / 1_000)}k calls a day to follow`
}

async function askProvider(id: number, url: string, budget: (head: Head) => Promise<string>) {
  const startedAt = performance.now()
  const chainId = Number(await ask(url, 'eth_chainId', []))
  if (chainId !== id) return { state: 'wrong' as const, seen: `it answers for chain ${chainId}`, todo: `it must be chain ${id}` }
  const block = (await ask(url, 'eth_getBlockByNumber', ['latest', false])) as { number: string; timestamp: string }
  const ms = Math.round((performance.now() - startedAt) / 2)
  const age = Math.round(Date.now() / 1_000 - Number(block.timestamp))
  const seen = `block ${Number(block.number)}, ${age} s old, ${ms} ms an answer${await budget({ number: Number(block.number), seconds: Number(block.timestamp) })}`
  return age <= oldHeadSeconds
    ? { seen }
    : { seen, state: 'wrong' as const, todo: 'its newest block is old: name another provider' }
}

async function ask(url: string, method: string, params: unknown[]): Promise<unknown> {
  const { hostname } = new URL(url)
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(10_000),
  }).catch((error: unknown) => {
    // Of the address only the host: the rest may be a key.
    throw new Error(whyUnreached(hostname, error), { cause: error })
  })
  const answer = (await response.json()) as { result?: unknown; error?: { message?: string } }
  if (answer.result === undefined || answer.result === null)
    throw new Error(answer.error?.message ?? `${method} answered with status ${response.status}`)
  return answer.result
}
