// Every chain that has a provider: its id, how old its newest block is, and how soon it answers.
import type { Config } from '../../app/config/index.ts'
import { examine, type Finding } from './finding.ts'

const oldHeadSeconds = 120

export function examineChains({ chains }: Config): Promise<Finding[]> {
  const providers = [...chains.rpcUrls].flatMap(([id, urls]) => urls.map((url, i) => ({ id, url, i })))
  return Promise.all(
    providers.map(({ id, url, i }) => {
      // A provider's address may hold a key: it is named by its setting.
      const name = `RPC_URL_${id}${i === 0 ? '' : ` (${i + 1})`}`
      return examine({ part: 'chain', name }, 'does the provider know this key and chain?', () => askProvider(id, url))
    }),
  )
}

async function askProvider(id: number, url: string) {
  const startedAt = performance.now()
  const chainId = Number(await ask(url, 'eth_chainId', []))
  if (chainId !== id) return { state: 'wrong' as const, seen: `it answers for chain ${chainId}`, todo: `it must be chain ${id}` }
  const block = (await ask(url, 'eth_getBlockByNumber', ['latest', false])) as { number: string; timestamp: string }
  const ms = Math.round((performance.now() - startedAt) / 2)
  const age = Math.round(Date.now() / 1_000 - Number(block.timestamp))
  const seen = `block ${Number(block.number)}, ${age} s old, ${ms} ms an answer`
  return age <= oldHeadSeconds
    ? { seen }
    : { seen, state: 'wrong' as const, todo: 'its newest block is old: name another provider' }
}

async function ask(url: string, method: string, params: unknown[]): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(10_000),
  })
  const answer = (await response.json()) as { result?: unknown; error?: { message?: string } }
  if (answer.result === undefined || answer.result === null)
    throw new Error(answer.error?.message ?? `${method} answered with status ${response.status}`)
  return answer.result
}
