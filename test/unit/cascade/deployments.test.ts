// Which contracts are read is data: what ships fits its own schema, a file replaces it, and every problem is told at once.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkDeployments } from '../../../app/config/chains.ts'
import known from '../../../app/config/deployments.json' with { type: 'json' }
import { loadConfig } from '../../../app/config/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'deployments-'))
const file = join(folder, 'deployments.json')
afterAll(() => rmSync(folder, { recursive: true }))
const live = {
  WORLD: 'live',
  OUTBOUND_USER_AGENT: 'Tollgate/1.0 (ops@example.com)',
  PAY_TO: `0x${'1'.repeat(40)}`,
  FACILITATOR_URL: 'https://facilitator.example',
}

test('what ships fits, and names both chains', () => {
  expect(checkDeployments(known).problems).toEqual([])
  expect(known.map((one) => one.chain_id)).toEqual([1, 8453])
})

test('a chain is on where it has a provider; several are kept in order', () => {
  const { chains, payments } = loadConfig({ ...live, RPC_URL_8453: 'https://one.example/k, https://two.example' })
  expect([...chains.rpcUrls]).toEqual([[8453, ['https://one.example/k', 'https://two.example']]])
  expect(chains.deployments?.length).toBe(2)
  expect(payments.rpcUrls.base).toBe('https://one.example/k')
})

test('the demo world reads its own chain unless a file names others', () => {
  expect(loadConfig({}).chains.deployments).toBeNull()
  writeFileSync(file, JSON.stringify([{ ...known[1], chain_id: 31_337 }]))
  const { chains } = loadConfig({ DEPLOYMENTS: file, RPC_URL_31337: 'http://127.0.0.1:8545' })
  expect(chains.deployments?.map((one) => one.chain_id)).toEqual([31_337])
  expect([...chains.rpcUrls.keys()]).toEqual([31_337])
})

test('every problem of a file is told at once', () => {
  const [one] = known
  writeFileSync(file, JSON.stringify([{ ...one, chain_id: 'x', multicall3: '0x1' }, { name: 'empty' }]))
  const problems = /3 problem|[4-9] problem|\d\d problem/
  expect(() => loadConfig({ DEPLOYMENTS: file })).toThrow(problems)
  expect(() => loadConfig({ DEPLOYMENTS: file })).toThrow(
    /\/0\/chain_id[\s\S]*\/0\/multicall3|\/0\/multicall3[\s\S]*\/0\/chain_id/,
  )
  expect(checkDeployments([one, one]).problems).toEqual([`chain 1 is there twice`])
  expect(checkDeployments([{ ...one, aave_v3: [one!.aave_v3[0], one!.aave_v3[0]] }]).problems).toEqual([
    'chain 1 has two pools named aave-v3',
  ])
})

test("a file that is not there is a problem, and so is a provider's address that is none, which is not shown", () => {
  expect(() => loadConfig({ DEPLOYMENTS: join(folder, 'none.json') })).toThrow(/cannot be read/)
  const load = () => loadConfig({ ...live, RPC_URL_1: 'ftp://node.example/secret-key' })
  expect(load).toThrow(/RPC_URL_1 is not a comma list of URLs/)
  expect(load).not.toThrow(/secret-key/)
})
